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

/** Long words of the wire may break at their underscores, so that a table fits a phone. */
const breakable = (word: string): Html[] =>
  word.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [html`${part}`] : [html`<wbr />${part}`]))

const row = (name: string, required: boolean, kind: string, description: string): Html =>
  html`<tr>
    <th scope="row">
      <code>${breakable(name)}</code>${required ? html`` : html` <span class="tag">optional</span>`}
    </th>
    <td>
      ${description === '' ? undefined : html`<p>${prose(description)}</p>`}
      ${kind === '' ? undefined : html`<p class="kind">${prose(kind)}</p>`}
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
export const wireTable = (caption: string, rows: readonly WireRow[]): Html =>
  table(
    caption,
    rows.map(({ name, required, description, schema }) =>
      row(name, required, schema.title || schema.enum ? kindOf(schema) : 'text', description),
    ),
  )

/** The kinds of text that the tables name, each once. */
export const kindsTable = (rows: readonly WireRow[]): Html => {
  const kinds = new Map(rows.map(({ schema }) => [schema.title, schema.description]))
  return table(
    'Kinds of text',
    [...kinds].flatMap(([title, description]) =>
      title && description ? [row(title, true, '', description)] : [],
    ),
  )
}

/** What a call is answered that is not answered 200. */
export const errorsTable = (errors: readonly WireError[]): Html =>
  table(
    'HTTP statuses and error codes',
    errors.flatMap(({ status, codes, when }) => codes.map((code) => row(code, true, String(status), when))),
  )

/** A schema as it is published, for what is too deep for a table. */
const published = (document: OpenApi, schema: Schema): Html =>
  html`<details class="example">
    <summary>${kindOf(schema)}</summary>
    <pre tabindex="0">${JSON.stringify(resolve(document, schema), null, 2)}</pre>
  </details>`

/** What a member that is a list of one of several shapes takes, shape by shape. */
const shapesOf = (document: OpenApi, properties: Readonly<Record<string, Schema>>): Html[] => {
  const named = new Set(Object.values(properties).flatMap(({ items }) => items?.$ref ?? []))
  return [...named].flatMap(($ref) =>
    (resolve(document, { $ref }).oneOf ?? []).map((shape) =>
      members(document, `${kindOf({ $ref })}: ${shape.title ?? ''}`, shape),
    ),
  )
}

const members = (document: OpenApi, caption: string, schema: Schema | undefined): Html => {
  const { properties = {}, required = [] } = schema ? resolve(document, schema) : {}
  const rows = Object.entries(properties).map(([name, property]) =>
    row(name, required.includes(name), kindOf(property), property.description ?? ''),
  )
  return html`${table(caption, rows)}${shapesOf(document, properties)}`
}

/** The body and the parameters that a call takes. */
export const requestTables = (
  document: OpenApi,
  { parameters = [], requestBody }: DocumentedEndpoint,
): Html => {
  const named = parameters.map(({ name, required, description = '', in: place }) =>
    row(name, required, `in the ${place}`, description),
  )
  return html`${table('Parameters', named)}${members(document, 'Body', jsonOf(requestBody?.content)?.schema)}`
}

/** What a call answers: the members of a good answer, and each status in a line. */
export const answerTables = (document: OpenApi, { responses }: DocumentedEndpoint): Html => {
  const good = jsonOf(responses['200']?.content)?.schema
  const statuses = Object.entries(responses).map(
    ([status, { description }]) =>
      html`<tr>
        <th scope="row"><code>${status}</code></th>
        <td>${prose(description)}</td>
      </tr>`,
  )
  const choices = good?.anyOf?.map((choice) => published(document, choice))
  return html`${choices ?? members(document, 'Answer', good)}${table('Statuses', statuses)}`
}
