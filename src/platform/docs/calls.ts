import { html, prose, type Html } from '../html/html.js'
import { operationGuide, type OperationGuide } from './guide.js'
import { jsonOf, resolve, type DocumentedEndpoint, type OpenApi, type WireOperation } from './open-api.js'
import type { Translate } from './translate.js'
import { answerTables, requestTables, wireTable } from './tables.js'

const output = html`<div class="answer" role="status" aria-live="polite"></div>`

const field = (id: string, label: string, input: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}</div>`

const sendButton = (translate: Translate): Html =>
  html`<button type="submit">${translate('Send')}</button>
    <p class="blocked" hidden></p>
    ${output}`

/** The values of the arguments in an example, by name. An empty one is taken from an earlier answer. */
const exampleArguments = (endpoint: DocumentedEndpoint, name: string): ReadonlyMap<string, string> => {
  const value = jsonOf(endpoint.requestBody?.content)?.examples?.[name]?.value as
    { arguments: readonly { key: { value: string }; value: { value: string } }[] } | undefined
  return new Map(value?.arguments.map(({ key, value }) => [key.value, value.value]))
}

/** The envelope as it goes over the wire; the form below writes the same. */
const exampleOf = (translate: Translate, endpoint: DocumentedEndpoint, name: string): Html =>
  html`<details class="example">
    <summary>${translate('Body of the request')}</summary>
    <pre tabindex="0">
${JSON.stringify(jsonOf(endpoint.requestBody?.content)?.examples?.[name]?.value ?? {}, null, 2)}</pre>
  </details>`

const argumentFields = (
  translate: Translate,
  endpoint: DocumentedEndpoint,
  { name, arguments: args }: WireOperation,
): Html[] => {
  const example = exampleArguments(endpoint, name)
  return args.map((argument) => {
    const id = `${name}-${argument.name}`
    const value = example.get(argument.name) ?? ''
    return field(
      id,
      argument.required ? argument.name : `${argument.name} (${translate('optional')})`,
      html`<input id="${id}" data-argument="${argument.name}" value="${value}" autocomplete="off" />`,
    )
  })
}

/** One operation of the envelope: its tables, and a form that writes the envelope. */
export const envelopeCall = (
  translate: Translate,
  { path, endpoint }: { readonly path: string; readonly endpoint: DocumentedEndpoint },
  operation: WireOperation,
  guide?: OperationGuide,
): Html => {
  const { name, description, arguments: args } = operation
  // Only the reasons that this operation can give, some of them with several causes.
  const reasons = [...new Set(guide?.reasons.map(({ code }) => code))]
  const keys = operation.keys.map((row) =>
    row.name === 'failure_reason' && reasons.length > 0 ? { ...row, schema: { enum: reasons } } : row,
  )
  return html`<details class="call" id="${name}">
    <summary>
      <h3><code>${name}</code></h3>
    </summary>
    <p class="line"><span class="method">POST</span> <code>${path}</code></p>
    <p lang="en">${prose(description)}</p>
    ${wireTable(translate, 'Arguments', args)}
    ${wireTable(translate, path.endsWith('options') ? 'Keys of each row' : 'Keys', keys)}
    ${guide ? operationGuide(translate, guide) : undefined}
    ${guide && guide.examples.length > 0 ? undefined : exampleOf(translate, endpoint, name)}
    <form class="try" data-api="facade" data-method="POST" data-path="${path}" data-operation="${name}">
      <h4>${translate('Try it')}</h4>
      ${argumentFields(translate, endpoint, operation)} ${sendButton(translate)}
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

const bodyField = (translate: Translate, id: string, body: string | undefined): Html =>
  body === undefined
    ? html``
    : field(
        `${id}-body`,
        translate('Body'),
        html`<textarea id="${id}-body" data-body rows="9" spellcheck="false">${body}</textarea>`,
      )

/** Whether a call can be made from the page: not one to a signed address, which comes from an earlier answer. */
const canBeTried = (path: string): boolean => !path.endsWith('{id}')

const choice = (name: string, label: string, words: readonly string[]): Html =>
  field(
    `score-${name}`,
    label,
    html`<select id="score-${name}" name="${name}">
      ${words.map((word) => html`<option>${word}</option>`)}
    </select>`,
  )

/** `sample`: the value for the sample statement; it must not be sent with a statement of the reader's own. */
const textInput = (name: string, label: string, sample: string): Html =>
  field(
    `score-${name}`,
    label,
    html`<input id="score-${name}" name="${name}" data-sample="${sample}" autocomplete="off" required />`,
  )

/** The kinds of statement, each with its required fields. */
const kinds = (translate: Translate, document: OpenApi): Html =>
  field(
    'score-type',
    translate('Kind of statement'),
    html`<select id="score-type" name="type">
      ${(resolve(document, { $ref: 'Document' }).oneOf ?? []).map(
        ({ title, required = [] }) => html`<option data-needs="${required.join(' ')}">${title}</option>`,
      )}
    </select>`,
  )

/** A form that scores a statement from the reader's machine: it makes the five calls, with the credentials above. */
export const scoreOfFile = (translate: Translate, document: OpenApi, banks: readonly string[]): Html =>
  html`<form class="try" data-api="score" id="score-of-file">
    <h3>${translate('Upload and result')}</h3>
    <p>
      ${translate('Sends a statement of yours to the chosen environment, with its credentials. The sandbox shares no data with live, and its bureau is an emulator. The result is for the person entered here, even if the statement belongs to somebody else.')}
    </p>
    ${field(
      'score-statement',
      translate('Statement (PDF or CSV)'),
      html`<input id="score-statement" name="statement" type="file" accept=".pdf,.csv" required />`,
    )}
    ${kinds(translate, document)} ${choice('bankName', translate('Bank'), banks)}
    ${field(
      'score-password',
      translate('Its password'),
      html`<input id="score-password" name="password" autocomplete="off" spellcheck="false" />`,
    )}
    ${choice('product', translate('Product'), ['PARS', 'PA', 'PAS'])}
    ${textInput('nationalId', translate('National id'), '29384756')}
    ${textInput('firstName', translate('First name'), 'Wanjiru')}
    ${textInput('lastName', translate('Last name'), 'Mwangi')}
    ${textInput('phoneNumber', translate('Phone number'), '+254712345123')}
    <button type="button" class="sample">${translate('The person of the sample statement')}</button>
    ${sendButton(translate)}
  </form>`

interface PlainCall {
  readonly method: string
  readonly path: string
  readonly endpoint: DocumentedEndpoint
}

/** One call of the scoring service. */
export const plainCall = (
  translate: Translate,
  document: OpenApi,
  { method, path, endpoint }: PlainCall,
): Html => {
  const { operationId: id, summary, description } = endpoint
  const form = html`<form
    class="try"
    data-api="scoring"
    data-method="${method.toUpperCase()}"
    data-path="${path}"
  >
    <h4>${translate('Try it')}</h4>
    ${parameterFields(id, endpoint)} ${bodyField(translate, id, exampleBody(endpoint))}
    ${sendButton(translate)}
  </form>`
  return html`<details class="call" id="${id}">
    <summary><h3 lang="en">${summary}</h3></summary>
    <p class="line"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p lang="en">${prose(description)}</p>
    ${requestTables(translate, document, endpoint)} ${answerTables(translate, document, endpoint)}
    ${canBeTried(path) ? form : undefined}
  </details>`
}
