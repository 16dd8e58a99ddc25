import { html, prose, type Html } from '../html/html.js'
import { operationGuide, type OperationGuide } from './guide.js'
import { jsonOf, resolve, type DocumentedEndpoint, type OpenApi, type WireOperation } from './open-api.js'
import { answerTables, requestTables, wireTable } from './tables.js'

const output = html`<div class="answer" role="status" aria-live="polite"></div>`

const field = (id: string, label: string, input: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}</div>`

const send = html`<button type="submit">Send</button>
  <p class="blocked" hidden></p>
  ${output}`

/** Where examples have no value, an earlier answer has one. */
const exampleArguments = (endpoint: DocumentedEndpoint, name: string): ReadonlyMap<string, string> => {
  const value = jsonOf(endpoint.requestBody?.content)?.examples?.[name]?.value as
    { arguments: readonly { key: { value: string }; value: { value: string } }[] } | undefined
  return new Map(value?.arguments.map(({ key, value }) => [key.value, value.value]))
}

/** The envelope as it goes over the wire; the form below writes the same. */
const exampleOf = (endpoint: DocumentedEndpoint, name: string): Html =>
  html`<details class="example">
    <summary>Body of the request</summary>
    <pre tabindex="0">
${JSON.stringify(jsonOf(endpoint.requestBody?.content)?.examples?.[name]?.value ?? {}, null, 2)}</pre>
  </details>`

const argumentFields = (endpoint: DocumentedEndpoint, { name, arguments: args }: WireOperation): Html[] => {
  const example = exampleArguments(endpoint, name)
  return args.map((argument) => {
    const id = `${name}-${argument.name}`
    const value = example.get(argument.name) ?? ''
    return field(
      id,
      argument.required ? argument.name : `${argument.name} (optional)`,
      html`<input id="${id}" data-argument="${argument.name}" value="${value}" autocomplete="off" />`,
    )
  })
}

/** One operation of the envelope: its tables, and a form that writes the envelope. */
export const envelopeCall = (
  path: string,
  endpoint: DocumentedEndpoint,
  operation: WireOperation,
  guide?: OperationGuide,
): Html => {
  const { name, description, arguments: args } = operation
  // Of all reasons that there are an operation can give a few, some of them for several causes.
  const reasons = [...new Set(guide?.reasons.map(({ code }) => code))]
  const keys = operation.keys.map((row) =>
    row.name === 'failure_reason' && reasons.length > 0 ? { ...row, schema: { enum: reasons } } : row,
  )
  return html`<details class="call" id="${name}">
    <summary>
      <h3><code>${name}</code></h3>
    </summary>
    <p class="line"><span class="method">POST</span> <code>${path}</code></p>
    <p>${prose(description)}</p>
    ${wireTable('Arguments', args)} ${wireTable(path.endsWith('options') ? 'Keys of each row' : 'Keys', keys)}
    ${guide ? operationGuide(guide) : undefined}
    ${guide && guide.examples.length > 0 ? undefined : exampleOf(endpoint, name)}
    <form class="try" data-api="facade" data-method="POST" data-path="${path}" data-operation="${name}">
      <h4>Try it</h4>
      ${argumentFields(endpoint, operation)} ${send}
    </form>
  </details>`
}

const exampleBody = (endpoint: DocumentedEndpoint): string | undefined => {
  const content = jsonOf(endpoint.requestBody?.content)
  return content && JSON.stringify(content.example ?? {}, null, 2)
}

const parameterFields = (id: string, { parameters = [] }: DocumentedEndpoint): Html[] =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) =>
      field(
        `${id}-${name}`,
        name,
        html`<input id="${id}-${name}" data-parameter="${name}" autocomplete="off" />`,
      ),
    )

const bodyField = (id: string, body: string | undefined): Html =>
  body === undefined
    ? html``
    : field(
        `${id}-body`,
        'Body',
        html`<textarea id="${id}-body" data-body rows="9" spellcheck="false">${body}</textarea>`,
      )

/** Calls to signed addresses are made with what an earlier answer gave, not from here. */
const isTried = (path: string): boolean => !path.endsWith('{id}')

const choice = (name: string, label: string, words: readonly string[]): Html =>
  field(
    `score-${name}`,
    label,
    html`<select id="score-${name}" name="${name}">
      ${words.map((word) => html`<option>${word}</option>`)}
    </select>`,
  )

/** `sample`: what it is of the sample statement, which whoever sends one of their own must not send. */
const typed = (name: string, label: string, sample: string): Html =>
  field(
    `score-${name}`,
    label,
    html`<input id="score-${name}" name="${name}" data-sample="${sample}" autocomplete="off" required />`,
  )

/** The kinds of statement, each with what it cannot do without. */
const kinds = (document: OpenApi): Html =>
  field(
    'score-type',
    'Kind of statement',
    html`<select id="score-type" name="type">
      ${(resolve(document, { $ref: 'Document' }).oneOf ?? []).map(
        ({ title, required = [] }) => html`<option data-needs="${required.join(' ')}">${title}</option>`,
      )}
    </select>`,
  )

/** A statement from the reader's machine, from the token to the result: the five calls at once, with the credentials above. */
export const scoreOfFile = (document: OpenApi, banks: readonly string[]): Html =>
  html`<form class="try" data-api="score" id="score-of-file">
    <h3>Upload and result</h3>
    <p>
      A statement of yours, asked about in the chosen environment with its credentials: the sandbox keeps
      nothing of live, and its bureau is an emulator. The result is of the person who is named here, whoever
      the statement is of.
    </p>
    ${field(
      'score-statement',
      'Statement (PDF or CSV)',
      html`<input id="score-statement" name="statement" type="file" accept=".pdf,.csv" required />`,
    )}
    ${kinds(document)} ${choice('bankName', 'Bank', banks)}
    ${field(
      'score-password',
      'Its password',
      html`<input id="score-password" name="password" autocomplete="off" spellcheck="false" />`,
    )}
    ${choice('product', 'Product', ['PARS', 'PA', 'PAS'])} ${typed('nationalId', 'National id', '29384756')}
    ${typed('firstName', 'First name', 'Wanjiru')} ${typed('lastName', 'Last name', 'Mwangi')}
    ${typed('phoneNumber', 'Phone number', '+254712345123')}
    <button type="button" class="sample">The person of the sample statement</button>
    ${send}
  </form>`

/** One call of the scoring service. */
export const plainCall = (
  document: OpenApi,
  method: string,
  path: string,
  endpoint: DocumentedEndpoint,
): Html => {
  const { operationId: id, summary, description } = endpoint
  const form = html`<form
    class="try"
    data-api="scoring"
    data-method="${method.toUpperCase()}"
    data-path="${path}"
  >
    <h4>Try it</h4>
    ${parameterFields(id, endpoint)} ${bodyField(id, exampleBody(endpoint))} ${send}
  </form>`
  return html`<details class="call" id="${id}">
    <summary><h3>${summary}</h3></summary>
    <p class="line"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p>${prose(description)}</p>
    ${requestTables(document, endpoint)} ${answerTables(document, endpoint)}
    ${isTried(path) ? form : undefined}
  </details>`
}
