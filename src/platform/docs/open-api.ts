// What the page reads of an OpenAPI 3.1 document. Ours are made in this repository, so they are taken as they are.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

export interface WireRow {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

/** An operation of the envelope: `x-operations` of the facade's document. */
export interface WireOperation {
  readonly name: string
  /** Its place in the journey of a customer. */
  readonly step: number
  readonly description: string
  readonly arguments: readonly WireRow[]
  readonly keys: readonly WireRow[]
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface DocumentedEndpoint {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Content>> }>
  >
  readonly 'x-operations'?: readonly WireOperation[]
}

/** An error of the envelope: `x-errors` of the facade's document. */
export interface WireError {
  readonly status: number
  readonly codes: readonly string[]
  readonly when: string
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedEndpoint>>>>
  readonly 'x-errors'?: readonly WireError[]
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const jsonOf = (content: Readonly<Record<string, Content>> | undefined): Content | undefined =>
  content?.['application/json']

/** The schema that a reference names, or the schema itself. */
export const resolve = ({ components }: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1)!] ?? {})

/** The kind of a value in a word or a few. */
export const kindOf = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.title) return schema.title
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(kindOf))].join(' | ')
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.type === 'array') return `list of ${schema.items ? kindOf(schema.items) : 'any'}`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}
