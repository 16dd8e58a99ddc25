import type { Language } from '../../kernel/call.js'
import { envelopeCall, plainCall, scoreOfFile } from './calls.js'
import { brand } from './brand.js'
import { html, prose, type Html } from '../html/html.js'
import { chapterOf, type Chapter, type OperationGuide } from './guide.js'
import type { OpenApi } from './open-api.js'
import { inline, policyFor, type Page } from './own-page.js'
import { scriptTextAttributes } from './script-texts.js'
import { switchFrom, type Say } from './say.js'
import { errorsTable, kindsTable } from './tables.js'

/** A server on which one stage of the service runs: `https://sandbox.example.com`. */
export interface Stage {
  readonly name: string
  readonly origin: string
}

export interface Guide {
  readonly chapters: readonly Chapter[]
  readonly operations: ReadonlyMap<string, OperationGuide>
  /** The operations for testers, which move a clock. */
  readonly forTests: ReadonlySet<string>
}

/** Who may call the scoring service outside production. */
export interface ScoringClient {
  /** The base path for which it is valid: `/scoring/sandbox`. */
  readonly address: string
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

export interface ScoringGuide {
  readonly chapters: readonly Chapter[]
  readonly clients: readonly ScoringClient[]
  /** The banks whose statements are read. */
  readonly banks: readonly string[]
}

export interface PageParts {
  readonly facade: OpenApi
  /** The chapters before the gateway's operations, and the notes beside each operation. */
  readonly guide?: Guide | undefined
  /** Undefined: this process has no scoring service. */
  readonly scoring: OpenApi | undefined
  /** The chapters before its calls, and the published clients with which they can be tried. */
  readonly scoringGuide?: ScoringGuide | undefined
  /** Whether there is a reference of GraphQL too. */
  readonly hasGraphql: boolean
  /** Servers that can be selected, besides the one that the page comes from. */
  readonly stages: readonly Stage[]
  /** In production the page shows no development keys. */
  readonly production: boolean
  readonly style: string
  readonly script: string
  readonly language: Language
  readonly say: Say
}

interface Api {
  readonly id: string
  readonly document: OpenApi
  readonly settings: Html
  readonly chapters?: readonly Html[]
  readonly kinds?: Html
  readonly errors?: Html
  readonly calls: readonly Html[]
  readonly entries: readonly {
    readonly id: string
    readonly label: string
    /** The label comes from a schema, which is in English. */
    readonly isOfSchema?: boolean
  }[]
}

const setting = (id: string, label: string, input: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}</div>`

const secret = (id: string, label: string, value: string): Html =>
  setting(id, label, html`<input id="${id}" value="${value}" autocomplete="off" spellcheck="false" />`)

const forTests = (say: Say): Html =>
  html`<h3 class="part" id="for-tests">${say('For tests only')}</h3>
    <p>
      ${say('Operations on test clocks and test customers. They need the role TESTER, and real customers never use them.')}
    </p>`

const facadeApi = ({ facade, guide, production, say }: PageParts): Api => {
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
    kinds: kindsTable(
      say,
      operations.flatMap(({ operation: { arguments: args, keys } }) => [...args, ...keys]),
    ),
    errors: errorsTable(say, facade['x-errors'] ?? []),
    calls: operations.map(
      ({ path, endpoint, operation }, index) =>
        html`${index === firstForTests ? forTests(say) : undefined}
        ${envelopeCall(say, { path, endpoint }, operation, guide?.operations.get(operation.name))}`,
    ),
    chapters: guide?.chapters.map((chapter) => chapterOf(say, chapter)) ?? [],
    entries: [
      ...(guide?.chapters ?? []).map(({ id, title }) => ({ id, label: say(title) })),
      ...operations.map(({ operation: { name } }) => ({ id: name, label: name })),
    ],
  }
}

const noGuide: ScoringGuide = { chapters: [], clients: [], banks: [] }

const scoringApi = (document: OpenApi, parts: PageParts): Api => {
  const { scoringGuide = noGuide, production, say } = parts
  const { chapters, clients, banks } = scoringGuide
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ method, path, endpoint })),
  )
  const bases = document.servers.map(({ url, description }) => {
    const client = production ? undefined : clients.find(({ address }) => address === url)
    const known = client
      ? html`data-client="${client.clientId}" data-secret="${client.secret}" data-key="${client.apiKey}"`
      : undefined
    return html`<option value="${url}" ${known}>${say(description)} (${url})</option>`
  })
  return {
    id: 'scoring',
    document,
    settings: html`${setting(
      'scoring-base',
      say('Environment'),
      html`<select id="scoring-base">
        ${bases}
      </select>`,
    )}
    ${secret('scoring-key', 'x-api-key', production ? '' : 'dev-scoring-key')}
    ${secret('scoring-token', say('Authorization (filled by the token call)'), '')}`,
    chapters: chapters.map((chapter) => chapterOf(say, chapter)),
    calls: [scoreOfFile(say, document, banks), ...calls.map((call) => plainCall(say, document, call))],
    entries: [
      ...chapters.map(({ id, title }) => ({ id, label: say(title) })),
      { id: 'score-of-file', label: say('Upload and result') },
      ...calls.map(({ endpoint: { operationId: id, summary: label } }) => ({ id, label, isOfSchema: true })),
    ],
  }
}

const section = (say: Say, { id, document, settings, chapters, kinds, errors, calls }: Api): Html =>
  html`<section id="${id}-api">
    <h2>${say(document.info.title)}</h2>
    <p>
      ${prose(say(document.info.description))} Version ${document.info.version}.
      <a href="/docs/openapi-${id}.json">OpenAPI 3.1</a>
      ${id === 'scoring' ? html`<a href="/docs/score-display.json">${say('How each field is displayed')}</a>` : ''}
    </p>
    ${chapters}
    <fieldset class="settings">
      <legend>${say('For the calls below')}</legend>
      ${settings}
    </fieldset>
    ${calls}${errors}${kinds}
  </section>`

const contents = (say: Say, apis: readonly Api[], hasGraphql: boolean): Html =>
  html`<nav aria-label="${say('Contents')}">
    <details class="contents" open>
      <summary>${say('Contents')}</summary>
      ${apis.map(
        ({ id, document, entries }) =>
          html`<p><a href="#${id}-api">${say(document.info.title).split(':')[0]?.trim()}</a></p>
            <ul>
              ${entries.map(({ id: to, label, isOfSchema }) => html`<li><a href="#${to}" ${isOfSchema ? html`lang="en"` : undefined}>${label}</a></li>`)}
            </ul>`,
      )}
      ${hasGraphql ? html`<p><a href="/docs/graphql">${say('GraphQL, for staff')}</a></p>` : undefined}
    </details>
  </nav>`

/** The documentation of both APIs as one page, with its style and script inside. */
export const renderPage = (parts: PageParts): Page => {
  const { scoring, stages, style, script, hasGraphql, language, say } = parts
  const apis = [facadeApi(parts), ...(scoring ? [scoringApi(scoring, parts)] : [])]
  const options = [
    html`<option value="">${say('This server')}</option>`,
    ...stages.map(({ name, origin }) => html`<option value="${origin}">${name} (${origin})</option>`),
  ]
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Cauri API</title>
        <link rel="icon" href="data:," />
        ${inline('style', style)}
      </head>
      <body ${scriptTextAttributes(say)}>
        <a class="skip" href="#main">${say('To the content')}</a>
        <header>
          ${brand('Cauri API')} ${switchFrom(language)}
          <div class="stage">
            <label for="stage">${say('Server')}</label>
            <select id="stage">
              ${options}
            </select>
          </div>
          <p id="stage-note" role="status"></p>
        </header>
        <div class="columns">
          ${contents(say, apis, hasGraphql)}
          <main id="main">
            <p class="note unscripted">${say('JavaScript is needed only to try the calls.')}</p>
            ${apis.map((api) => section(say, api))}
          </main>
        </div>
        ${inline('script', script)}
      </body>
    </html> `
  return { html: page.html, policy: policyFor(parts) }
}
