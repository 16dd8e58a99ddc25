import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printSchema, type GraphQLSchema } from 'graphql'
import type { Language } from '../../kernel/call.js'
import { renderStartPage, type EntryPoint, type StartPageParts } from './start-page.js'
import { renderGraphqlReference } from './graphql-reference.js'
import type { OpenApi } from './open-api.js'
import { translateTo } from './translate.js'
import type { Page } from './own-page.js'
import { renderPage, type Guide, type ScoringGuide, type Stage } from './page.js'

/** Texts that are made on first use, since most processes never need them and making them took a sixth of every start. */
export interface Docs {
  readonly page: (language: Language) => Page
  /** The page at `/`. */
  readonly startPage: (language: Language) => Page
  /** JSON texts by name: served as `/docs/openapi-<name>.json`. */
  readonly documents: ReadonlyMap<string, () => string>
  /** The reference of GraphQL as a page, and its schema as SDL. Undefined without it. */
  readonly graphql?:
    { readonly page: (language: Language) => Page; readonly schema: () => string } | undefined
}

export interface DocsParts {
  /** OpenAPI documents. */
  readonly facade: () => object
  /** The chapters about the gateway in addition to its OpenAPI document. */
  readonly guide?: (() => Guide) | undefined
  /** Undefined: this process has no scoring service. */
  readonly scoring?: (() => object) | undefined
  /**
   * The chapters about the scoring service in addition to its OpenAPI document, and the public credentials to try it
   * with.
   */
  readonly scoringGuide?: (() => ScoringGuide) | undefined
  /** The schema of GraphQL, where staff are served. */
  readonly graphql?: GraphQLSchema | undefined
  readonly stages: readonly Stage[]
  /** Whether the published development keys are not valid here, so that no page shows them. */
  readonly hidesKeys: boolean
  readonly stage: StartPageParts['stage']
  readonly version: string
  readonly entryPoints: readonly EntryPoint[]
  /** Where `page.css` and `page.js` are: the compiler does not copy them. */
  readonly assets: string
  /** The French translation of each of our texts, by its English text. */
  readonly french: ReadonlyMap<string, string>
  /** The colours and the type of all pages, as CSS. */
  readonly tokens: string
}

const once = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

const inBothLanguages = (make: (language: Language) => Page): ((language: Language) => Page) => {
  const pages = { en: once(() => make('en')), fr: once(() => make('fr')) }
  return (language) => pages[language]()
}

/** Throws when the style or the script of the page cannot be read. */
export const createDocs = ({
  graphql,
  assets,
  tokens,
  version,
  stage,
  entryPoints,
  guide,
  scoringGuide,
  french,
  ...rest
}: DocsParts): Docs => {
  const read = (file: string): string => readFileSync(join(assets, file), 'utf8')
  const style = `${tokens}\n${read('page.css')}`
  const script = read('page.js')
  const facade = once(rest.facade)
  const scoring = rest.scoring && once(rest.scoring)
  const documents = new Map([['facade', once(() => JSON.stringify(facade()))]])
  if (scoring)
    documents.set(
      'scoring',
      once(() => JSON.stringify(scoring())),
    )
  const pageIn = (language: Language): Page =>
    renderPage({
      ...rest,
      language,
      translate: translateTo(language, french),
      facade: facade() as OpenApi,
      guide: guide?.(),
      scoring: scoring?.() as OpenApi | undefined,
      scoringGuide: scoringGuide?.(),
      hasGraphql: graphql !== undefined,
      style,
      script,
    })
  return {
    startPage: (language) => renderStartPage({ version, stage, entryPoints, style }, language),
    page: inBothLanguages(pageIn),
    documents,
    graphql: graphql && {
      page: inBothLanguages((language) =>
        renderGraphqlReference(graphql, { style, language, translate: translateTo(language, french) }),
      ),
      schema: once(() => printSchema(graphql)),
    },
  }
}
