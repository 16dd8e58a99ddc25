import type { Language } from '../../kernel/call.js'
import { brand } from './brand.js'
import { html, type Html } from '../html/html.js'
import { inline, policyFor, type Page } from './own-page.js'

/** An address of this server, with a description. */
export interface EntryPoint {
  readonly path: string
  readonly what: Readonly<Record<Language, string>>
  readonly method?: string
}

export interface StartPageParts {
  readonly version: string
  readonly stage: 'development' | 'sandbox' | 'production'
  readonly entryPoints: readonly EntryPoint[]
  readonly style: string
}

const entryPointOf = ({ path, what, method }: EntryPoint, language: Language): Html =>
  html`<tr>
    <th scope="row">
      ${method ? html`<code>${method} ${path}</code>` : html`<a href="${path}">${path}</a>`}
    </th>
    <td>${what[language]}</td>
  </tr>`

const words = {
  en: {
    about: 'Locked savings for mobile-money customers, and credit scores for lenders.',
    version: 'Version',
    entryPoints: 'Entry points of this server',
    stages: { development: 'development', sandbox: 'sandbox', production: 'production' },
  },
  fr: {
    about: 'L’épargne bloquée des clients de la monnaie mobile, et des scores de crédit pour les prêteurs.',
    version: 'Version',
    entryPoints: 'Points d’entrée de ce serveur',
    stages: { development: 'développement', sandbox: 'bac à sable', production: 'production' },
  },
} as const satisfies Readonly<Record<Language, unknown>>

/** The page at `/`: the name and version of the service, and its addresses. */
export const renderStartPage = (
  { version, stage, entryPoints, style }: StartPageParts,
  language: Language,
): Page => ({
  html: html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Cauri</title>
        <link rel="icon" href="data:," />
        ${inline('style', style)}
      </head>
      <body>
        <header>${brand('Cauri')}</header>
        <main id="main">
          <p>
            ${words[language].about} ${words[language].version} ${version}, ${words[language].stages[stage]}.
          </p>
          <table>
            <caption>
              ${words[language].entryPoints}
            </caption>
            <tbody>
              ${entryPoints.map((entryPoint) => entryPointOf(entryPoint, language))}
            </tbody>
          </table>
        </main>
      </body>
    </html> `.html,
  policy: policyFor({ style }),
})
