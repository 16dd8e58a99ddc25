import { html, prose, type Html } from '../html/html.js'
import {
  jsonOf,
  kindOf,
  resolve,
  type DocumentedEndpoint,
  type OpenApi,
  type Schema,
  type WireError,
  type WireRow,
} from './open-api.js'
import type { Translate } from './translate.js'

/** Long words of the wire may break at their underscores, so that a table fits a phone. */
const breakable = (word: string): Html[] =>
  word.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [html`${part}`] : [html`<wbr />${part}`]))

interface Row {
  readonly name: string
  readonly isOptional?: boolean
  readonly kind: string
  /** The description from a schema, in English. */
  readonly description?: string
  /** A text of our own, in the language of the reader. */
  readonly ownText?: string
}

const row = (translate: Translate, { name, isOptional, kind, description, ownText }: Row): Html =>
  html`<tr>
    <th scope="row">
      <code>${breakable(name)}</code>
      ${isOptional ? html`<span class="tag">${translate('optional')}</span>` : undefined}
    </th>
    <td>
      ${description ? html`<p lang="en">${prose(description)}</p>` : undefined}
      ${ownText === undefined ? undefined : html`<p>${prose(translate(ownText))}</p>`}
      ${kind === '' ? undefined : html`<p class="kind">${prose(translate(kind))}</p>`}
    </td>
  </tr>`

const table = (caption: string, rows: readonly Html[]): Html =>
  rows.length === 0
    ? html``
    : html`<table>
        <caption>
          ${caption}
        </caption>
        <tbody>
          ${rows}
        </tbody>
      </table>`

/** Arguments or keys of an operation of the envelope. */
export const wireTable = (translate: Translate, caption: string, rows: readonly WireRow[]): Html =>
  table(
    translate(caption),
    rows.map(({ name, required, description, schema }) => {
      const kind = schema.title || schema.enum ? kindOf(schema) : 'text'
      return row(translate, { name, isOptional: !required, kind, description })
    }),
  )

/** The kinds of text that the tables name, each once. */
export const kindsTable = (translate: Translate, rows: readonly WireRow[]): Html => {
  const kinds = new Map(rows.map(({ schema }) => [schema.title, schema.description]))
  return table(
    translate('Kinds of text'),
    [...kinds].flatMap(([name, description]) =>
      name && description ? [row(translate, { name, kind: '', description })] : [],
    ),
  )
}

/** The answers of a call other than 200. */
export const errorsTable = (translate: Translate, errors: readonly WireError[]): Html =>
  table(
    translate('HTTP statuses and error codes'),
    errors.flatMap(({ status, codes, when }) =>
      codes.map((name) => row(translate, { name, kind: String(status), ownText: when })),
    ),
  )

/** A schema that is nested too deeply for a table, as JSON. */
const schemaAsJson = (document: OpenApi, schema: Schema): Html =>
  html`<details class="example">
    <summary>${kindOf(schema)}</summary>
    <pre tabindex="0">${JSON.stringify(resolve(document, schema), null, 2)}</pre>
  </details>`

/** For each property that is a list: a table for each shape that its items may have. */
const shapesOf = (
  translate: Translate,
  document: OpenApi,
  properties: Readonly<Record<string, Schema>>,
): Html[] => {
  const named = new Set(Object.values(properties).flatMap(({ items }) => items?.$ref ?? []))
  return [...named].flatMap(($ref) =>
    (resolve(document, { $ref }).oneOf ?? []).map((shape) =>
      members(translate, document, `${kindOf({ $ref })}: ${shape.title ?? ''}`, shape),
    ),
  )
}

const members = (
  translate: Translate,
  document: OpenApi,
  caption: string,
  schema: Schema | undefined,
): Html => {
  const { properties = {}, required = [] } = schema ? resolve(document, schema) : {}
  const rows = Object.entries(properties).map(([name, property]) =>
    row(translate, {
      name,
      isOptional: !required.includes(name),
      kind: kindOf(property),
      description: property.description ?? '',
    }),
  )
  return html`${table(translate(caption), rows)}${shapesOf(translate, document, properties)}`
}

/** The body and the parameters that a call takes. */
export const requestTables = (
  translate: Translate,
  document: OpenApi,
  { parameters = [], requestBody }: DocumentedEndpoint,
): Html => {
  const named = parameters.map(({ name, required, description = '', in: place }) =>
    row(translate, { name, isOptional: !required, kind: `in the ${place}`, description }),
  )
  const body = jsonOf(requestBody?.content)?.schema
  return html`${table(translate('Parameters'), named)}${members(translate, document, 'Body', body)}`
}

/** The answers of a call: the members of a successful one, or JSON of each schema that it may have, and one line for each status. */
export const answerTables = (
  translate: Translate,
  document: OpenApi,
  { responses }: DocumentedEndpoint,
): Html => {
  const schemaOf200 = jsonOf(responses['200']?.content)?.schema
  const statuses = Object.entries(responses).map(
    ([status, { description }]) =>
      html`<tr>
        <th scope="row"><code>${status}</code></th>
        <td lang="en">${prose(description)}</td>
      </tr>`,
  )
  const choices = schemaOf200?.anyOf?.map((choice) => schemaAsJson(document, choice))
  return html`${choices ?? members(translate, document, 'Answer', schemaOf200)}${table(translate('Statuses'), statuses)}`
}
