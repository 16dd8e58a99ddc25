import { html } from '../html/html.js'
import type { Pages } from './read-pages.js'

export interface ShellFacts {
  readonly title: string
  readonly language: 'fr' | 'en'
  readonly version: string
  readonly stage: string
  /** The time zone of the market, in which the page shows dates and times, wherever the reader is. */
  readonly timeZone: string
  /** Whether Apollo Sandbox may query this service from a browser. */
  readonly allowsSandbox?: boolean | undefined
}

/** Where the assets of all pages are. */
export const assetsPrefix = '/web/'

const policyWith = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    ...changes,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** The content security policy: nothing from other hosts, nothing inline, no frames, and no HTML made from text. */
export const pagePolicy = policyWith()

/** The policy for GraphiQL, whose editor writes inline styles, has a font in its style sheet and makes HTML. Scripts are ours only. */
export const explorerPolicy = policyWith({
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'worker-src': "'self'",
  'require-trusted-types-for': '',
})

/** The host of Apollo Sandbox, which is not ours and is only loaded on request. */
export const sandboxOrigin = 'https://studio.apollographql.com'

/** The policy of the only page that connects to another host: it checks whether Apollo Sandbox can be reached. */
export const sandboxPolicy = policyWith({ 'connect-src': `'self' ${sandboxOrigin}` })

/** The HTML document of a page; its script renders the contents. */
export const renderShell = (pages: Pages, name: string, facts: ShellFacts): string => {
  const page = pages.byName.get(name)
  if (!page) throw new Error(`there is no page ${name}`)
  const { script, style, preload } = page
  return html`<!doctype html>
    <html
      lang="${facts.language}"
      data-version="${facts.version}"
      data-stage="${facts.stage}"
      data-zone="${facts.timeZone}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${facts.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assetsPrefix}${style}" />
        ${preload.map((file) => html`<link rel="modulepreload" href="${assetsPrefix}${file}" />`)}
        <script type="module" src="${assetsPrefix}${script}"></script>
      </head>
      <body>
        <div id="page" ${facts.allowsSandbox ? html`data-sandbox="allowed"` : html``}></div>
        <noscript>
          ${facts.language === 'fr' ? 'Cette page a besoin de JavaScript.' : 'This page needs JavaScript.'}
        </noscript>
      </body>
    </html> `.html
}
