import { html, prose, type Html } from './html.js'
import {
  jsonOf,
  kindOf,
  resolve,
  type Endpoint,
  type OpenApi,
  type Schema,
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
      <p class="kind">${kind}</p>
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
      row(name, required, schema.enum ? kindOf(schema) : (schema.description ?? 'text'), description),
    ),
  )

const members = (document: OpenApi, caption: string, schema: Schema | undefined): Html => {
  const { properties = {}, required = [] } = schema ? resolve(document, schema) : {}
  const rows = Object.entries(properties).map(([name, property]) =>
    row(name, required.includes(name), kindOf(property), property.description ?? ''),
  )
  return table(caption, rows)
}

/** The body and the parameters that a call takes. */
export const requestTables = (document: OpenApi, { parameters = [], requestBody }: Endpoint): Html => {
  const named = parameters.map(({ name, required, description = '', in: place }) =>
    row(name, required, `in the ${place}`, description),
  )
  return html`${table('Parameters', named)}${members(document, 'Body', jsonOf(requestBody?.content)?.schema)}`
}

/** What a call answers: the members of a good answer, and each status in a line. */
export const answerTables = (document: OpenApi, { responses }: Endpoint): Html => {
  const good = jsonOf(responses['200']?.content)?.schema
  const statuses = Object.entries(responses).map(
    ([status, { description }]) =>
      html`<tr>
        <th scope="row"><code>${status}</code></th>
        <td>${prose(description)}</td>
      </tr>`,
  )
  return html`${members(document, 'Answer', good)}${table('Statuses', statuses)}`
}
