import { createHash } from 'node:crypto'
import { envelopeCall, plainCall, scoreOfFile } from './calls.js'
import { brand } from './brand.js'
import { html, prose, raw, type Html } from '../html/html.js'
import { chapterOf, type Chapter, type OperationGuide } from './guide.js'
import type { OpenApi } from './open-api.js'
import { errorsTable, kindsTable } from './tables.js'

/** A server on which one stage of the service runs: `https://sandbox.example.com`. */
export interface Stage {
  readonly name: string
  readonly origin: string
}

export interface Guide {
  readonly chapters: readonly Chapter[]
  readonly operations: ReadonlyMap<string, OperationGuide>
  /** No customer's: what testers move time with. */
  readonly forTests: ReadonlySet<string>
}

/** Who may call the scoring service outside production. */
export interface ScoringClient {
  /** The end of the address that it is for: `/scoring/sandbox`. */
  readonly address: string
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

export interface ScoringGuide {
  readonly chapters: readonly Chapter[]
  readonly clients: readonly ScoringClient[]
  /** Whose statements are read. */
  readonly banks: readonly string[]
}

export interface PageParts {
  readonly facade: OpenApi
  /** What is said of the gateway in front of its operations, and beside each. */
  readonly guide?: Guide | undefined
  /** Undefined: this process has no scoring service. */
  readonly scoring: OpenApi | undefined
  /** What is said of it in front of its calls, and who may try them without credentials of their own. */
  readonly scoringGuide?: ScoringGuide | undefined
  /** Whether there is a reference of GraphQL too. */
  readonly hasGraphql: boolean
  /** Beside the server that the page comes from. */
  readonly stages: readonly Stage[]
  /** Whether the development keys may be named. */
  readonly production: boolean
  readonly style: string
  readonly script: string
}

export interface Page {
  readonly html: string
  /** The Content-Security-Policy that the page is served under: nothing from elsewhere, no connection to elsewhere. */
  readonly policy: string
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Without a blank around the text: the policy allows exactly these bytes. */
export const inline = (element: 'style' | 'script', text: string): Html =>
  raw(`<${element}>${text}</${element}>`)

/** Of a page that is these bytes and takes nothing from elsewhere. */
export const policyFor = ({ style, script }: { readonly style: string; readonly script?: string }): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

interface Api {
  readonly id: string
  readonly document: OpenApi
  readonly settings: Html
  readonly chapters?: readonly Html[]
  readonly kinds?: Html
  readonly errors?: Html
  readonly calls: readonly Html[]
  readonly entries: readonly { readonly id: string; readonly label: string }[]
}

const setting = (id: string, label: string, input: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}</div>`

const secret = (id: string, label: string, value: string): Html =>
  setting(id, label, html`<input id="${id}" value="${value}" autocomplete="off" spellcheck="false" />`)

const forTests = html`<h3 class="part" id="for-tests">For tests only</h3>
  <p>
    Operations on test clocks and test customers. They need the role TESTER, and no customer ever meets them.
  </p>`

const facadeApi = ({ facade, guide, production }: PageParts): Api => {
  const operations = Object.entries(facade.paths)
    .flatMap(([path, { post }]) =>
      (post?.['x-operations'] ?? []).map((operation) => ({ path, endpoint: post!, operation })),
    )
    .toSorted((a, b) => a.operation.step - b.operation.step)
  const firstForTests = operations.findIndex(({ operation }) => guide?.forTests.has(operation.name))
  return {
    id: 'facade',
    document: facade,
    settings: html`${secret('facade-key', 'x-api-key', production ? '' : 'dev-gateway-key')}
    ${setting(
      'facade-language',
      'languageCode',
      html`<select id="facade-language">
        <option>fr</option>
        <option>en</option>
      </select>`,
    )}`,
    kinds: kindsTable(operations.flatMap(({ operation: { arguments: args, keys } }) => [...args, ...keys])),
    errors: errorsTable(facade['x-errors'] ?? []),
    calls: operations.map(
      ({ path, endpoint, operation }, index) =>
        html`${index === firstForTests ? forTests : undefined}
        ${envelopeCall(path, endpoint, operation, guide?.operations.get(operation.name))}`,
    ),
    chapters: guide?.chapters.map(chapterOf) ?? [],
    entries: [
      ...(guide?.chapters ?? []).map(({ id, title }) => ({ id, label: title })),
      ...operations.map(({ operation: { name } }) => ({ id: name, label: name })),
    ],
  }
}

const noGuide: ScoringGuide = { chapters: [], clients: [], banks: [] }

const scoringApi = (document: OpenApi, { scoringGuide = noGuide, production }: PageParts): Api => {
  const { chapters, clients, banks } = scoringGuide
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ method, path, endpoint })),
  )
  const bases = document.servers.map(({ url, description }) => {
    const client = production ? undefined : clients.find(({ address }) => address === url)
    const known = client
      ? html`data-client="${client.clientId}" data-secret="${client.secret}" data-key="${client.apiKey}"`
      : undefined
    return html`<option value="${url}" ${known}>${description} (${url})</option>`
  })
  return {
    id: 'scoring',
    document,
    settings: html`${setting(
      'scoring-base',
      'Environment',
      html`<select id="scoring-base">
        ${bases}
      </select>`,
    )}
    ${secret('scoring-key', 'x-api-key', production ? '' : 'dev-scoring-key')}
    ${secret('scoring-token', 'Authorization (filled by the token call)', '')}`,
    chapters: chapters.map(chapterOf),
    calls: [
      scoreOfFile(document, banks),
      ...calls.map(({ method, path, endpoint }) => plainCall(document, method, path, endpoint)),
    ],
    entries: [
      ...chapters.map(({ id, title }) => ({ id, label: title })),
      { id: 'score-of-file', label: 'Upload and result' },
      ...calls.map(({ endpoint: { operationId, summary } }) => ({ id: operationId, label: summary })),
    ],
  }
}

const section = ({ id, document, settings, chapters, kinds, errors, calls }: Api): Html =>
  html`<section id="${id}-api">
    <h2>${document.info.title}</h2>
    <p>
      ${prose(document.info.description)} Version ${document.info.version}.
      <a href="/docs/openapi-${id}.json">OpenAPI 3.1</a>
      ${id === 'scoring' ? html`<a href="/docs/score-display.json">How each field is displayed</a>` : ''}
    </p>
    ${chapters}
    <fieldset class="settings">
      <legend>For the calls below</legend>
      ${settings}
    </fieldset>
    ${calls}${errors}${kinds}
  </section>`

const contents = (apis: readonly Api[], hasGraphql: boolean): Html =>
  html`<nav aria-label="Contents">
    <details class="contents" open>
      <summary>Contents</summary>
      ${apis.map(
        ({ id, document, entries }) =>
          html`<p><a href="#${id}-api">${document.info.title.split(':')[0]!}</a></p>
            <ul>
              ${entries.map((entry) => html`<li><a href="#${entry.id}">${entry.label}</a></li>`)}
            </ul>`,
      )}
      ${hasGraphql ? html`<p><a href="/docs/graphql">GraphQL, for staff</a></p>` : undefined}
    </details>
  </nav>`

/** The documentation of both APIs as one page that needs nothing else: style and script are in it. */
export const renderPage = (parts: PageParts): Page => {
  const { scoring, stages, style, script, hasGraphql } = parts
  const apis = [facadeApi(parts), ...(scoring ? [scoringApi(scoring, parts)] : [])]
  const options = [
    html`<option value="">This server</option>`,
    ...stages.map(({ name, origin }) => html`<option value="${origin}">${name} (${origin})</option>`),
  ]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Cauri API</title>
        <link rel="icon" href="data:," />
        ${inline('style', style)}
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          ${brand('Cauri API')}
          <div class="stage">
            <label for="stage">Server</label>
            <select id="stage">
              ${options}
            </select>
          </div>
          <p id="stage-note" role="status"></p>
        </header>
        <div class="columns">
          ${contents(apis, hasGraphql)}
          <main id="main">
            <p class="note unscripted">Trying calls out needs JavaScript. All else is here.</p>
            ${apis.map(section)}
          </main>
        </div>
        ${inline('script', script)}
      </body>
    </html> `
  return { html: page.html, policy: policyFor(parts) }
}
