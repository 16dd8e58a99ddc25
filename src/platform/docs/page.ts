import type { Language } from '../../kernel/call.js'
import { envelopeCall, plainCall, scoreOfFile } from './calls.js'
import { brand } from './brand.js'
import { html, prose, type Html } from '../html/html.js'
import { chapterOf, type Chapter, type OperationGuide } from './guide.js'
import type { OpenApi } from './open-api.js'
import { inline, policyFor, type Page } from './own-page.js'
import { scriptTextAttributes } from './script-texts.js'
import { switchFrom, type Translate } from './translate.js'
import { errorsTable, kindsTable } from './tables.js'

/** A server on which one stage of the service runs: `https://sandbox.example.com`. */
export interface Stage {
  readonly name: string
  readonly origin: string
}

export interface Guide {
  readonly chapters: readonly Chapter[]
  readonly operations: ReadonlyMap<string, OperationGuide>
  /** The operations on test clocks and test customers, which only testers call. */
  readonly forTests: ReadonlySet<string>
}

/** A published client of the scoring service, for calls outside production. */
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
  /** The chapters before the calls of the scoring service, and the published clients with which they can be tried. */
  readonly scoringGuide?: ScoringGuide | undefined
  /** Whether there is a reference of GraphQL too. */
  readonly hasGraphql: boolean
  /** Servers that can be selected, besides the one that the page comes from. */
  readonly stages: readonly Stage[]
  /** Whether the page shows no development keys. */
  readonly hidesKeys: boolean
  readonly style: string
  readonly script: string
  readonly language: Language
  readonly translate: Translate
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

const headOfTests = (translate: Translate): Html =>
  html`<h3 class="part" id="for-tests">${translate('For tests only')}</h3>
    <p>
      ${translate('Operations on test clocks and test customers. They need the role TESTER, and real customers never use them.')}
    </p>`

const facadeApi = ({ facade, guide, hidesKeys, translate }: PageParts): Api => {
  const operations = Object.entries(facade.paths)
    .flatMap(([path, { post }]) =>
      (post?.['x-operations'] ?? []).map((operation) => ({ path, endpoint: post!, operation })),
    )
    .toSorted((a, b) => a.operation.step - b.operation.step)
  const firstForTests = operations.findIndex(({ operation }) => guide?.forTests.has(operation.name))
  return {
    id: 'facade',
    document: facade,
    settings: html`${secret('facade-key', 'x-api-key', hidesKeys ? '' : 'dev-gateway-key')}
    ${setting(
      'facade-language',
      'languageCode',
      html`<select id="facade-language">
        <option>fr</option>
        <option>en</option>
      </select>`,
    )}`,
    kinds: kindsTable(
      translate,
      operations.flatMap(({ operation: { arguments: args, keys } }) => [...args, ...keys]),
    ),
    errors: errorsTable(translate, facade['x-errors'] ?? []),
    calls: operations.map(
      ({ path, endpoint, operation }, index) =>
        html`${index === firstForTests ? headOfTests(translate) : undefined}
        ${envelopeCall(translate, { path, endpoint }, operation, guide?.operations.get(operation.name))}`,
    ),
    chapters: guide?.chapters.map((chapter) => chapterOf(translate, chapter)) ?? [],
    entries: [
      ...(guide?.chapters ?? []).map(({ id, title }) => ({ id, label: translate(title) })),
      ...operations.map(({ operation: { name } }) => ({ id: name, label: name })),
    ],
  }
}

const noGuide: ScoringGuide = { chapters: [], clients: [], banks: [] }

const scoringApi = (document: OpenApi, parts: PageParts): Api => {
  const { scoringGuide = noGuide, hidesKeys, translate } = parts
  const { chapters, clients, banks } = scoringGuide
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ method, path, endpoint })),
  )
  const bases = document.servers.map(({ url, description }) => {
    const client = hidesKeys ? undefined : clients.find(({ address }) => address === url)
    const clientAttributes = client
      ? html`data-client="${client.clientId}" data-secret="${client.secret}" data-key="${client.apiKey}"`
      : undefined
    return html`<option value="${url}" ${clientAttributes}>${translate(description)} (${url})</option>`
  })
  return {
    id: 'scoring',
    document,
    settings: html`${setting(
      'scoring-base',
      translate('Environment'),
      html`<select id="scoring-base">
        ${bases}
      </select>`,
    )}
    ${secret('scoring-key', 'x-api-key', hidesKeys ? '' : 'dev-scoring-key')}
    ${secret('scoring-token', translate('Authorization (filled by the token call)'), '')}`,
    chapters: chapters.map((chapter) => chapterOf(translate, chapter)),
    calls: [
      scoreOfFile(translate, document, banks),
      ...calls.map((call) => plainCall(translate, document, call)),
    ],
    entries: [
      ...chapters.map(({ id, title }) => ({ id, label: translate(title) })),
      { id: 'score-of-file', label: translate('Upload and result') },
      ...calls.map(({ endpoint: { operationId: id, summary: label } }) => ({ id, label, isOfSchema: true })),
    ],
  }
}

const section = (
  translate: Translate,
  { id, document, settings, chapters, kinds, errors, calls }: Api,
): Html =>
  html`<section id="${id}-api">
    <h2>${translate(document.info.title)}</h2>
    <p>
      ${prose(translate(document.info.description))} Version ${document.info.version}.
      <a href="/docs/openapi-${id}.json">OpenAPI 3.1</a>
      ${id === 'scoring' ? html`<a href="/docs/score-display.json">${translate('How each field is displayed')}</a>` : ''}
    </p>
    ${chapters}
    <fieldset class="settings">
      <legend>${translate('For the calls below')}</legend>
      ${settings}
    </fieldset>
    ${calls}${errors}${kinds}
  </section>`

const contents = (translate: Translate, apis: readonly Api[], hasGraphql: boolean): Html =>
  html`<nav aria-label="${translate('Contents')}">
    <details class="contents" open>
      <summary>${translate('Contents')}</summary>
      ${apis.map(
        ({ id, document, entries }) =>
          html`<p><a href="#${id}-api">${translate(document.info.title).split(':')[0]?.trim()}</a></p>
            <ul>
              ${entries.map(({ id: to, label, isOfSchema }) => html`<li><a href="#${to}" ${isOfSchema ? html`lang="en"` : undefined}>${label}</a></li>`)}
            </ul>`,
      )}
      ${hasGraphql ? html`<p><a href="/docs/graphql">${translate('GraphQL, for staff')}</a></p>` : undefined}
    </details>
  </nav>`

/** The documentation of the gateway's API, and of the scoring service's if it runs here, as one page with its style and script inside. */
export const renderPage = (parts: PageParts): Page => {
  const { scoring, stages, style, script, hasGraphql, language, translate } = parts
  const apis = [facadeApi(parts), ...(scoring ? [scoringApi(scoring, parts)] : [])]
  const options = [
    html`<option value="">${translate('This server')}</option>`,
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
      <body ${scriptTextAttributes(translate)}>
        <a class="skip" href="#main">${translate('To the content')}</a>
        <header>
          ${brand('Cauri API')} ${switchFrom(language)}
          <div class="stage">
            <label for="stage">${translate('Server')}</label>
            <select id="stage">
              ${options}
            </select>
          </div>
          <p id="stage-note" role="status"></p>
        </header>
        <div class="columns">
          ${contents(translate, apis, hasGraphql)}
          <main id="main">
            <p class="note unscripted">${translate('JavaScript is needed only to try the calls.')}</p>
            ${apis.map((api) => section(translate, api))}
          </main>
        </div>
        ${inline('script', script)}
      </body>
    </html> `
  return { html: page.html, policy: policyFor(parts) }
}
