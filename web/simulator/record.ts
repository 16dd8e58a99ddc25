import type { Exchange } from '../../src/simulator/scenario/play-scenario.js'

/** A call of a session that is saved as a scenario file. */
interface RecordedCall {
  readonly operation: string
  readonly sent: ReadonlyMap<string, string>
  readonly rows: readonly ReadonlyMap<string, string>[]
  readonly isList: boolean
  readonly status: number
  readonly code: string | undefined
  /** The key whose value ended the repetition of a call; undefined for a call that was not repeated. */
  readonly until: string | undefined
  /**
   * The answered values that later calls use: the name that the file gives the value, and the key of the value in the
   * answer; in a list with its row: `key@2`.
   */
  readonly keep: Map<string, string>
}

type Recorded = { readonly call: RecordedCall } | { readonly line: string }

let number = '001'
let language = 'fr'
let clock = ''
let steps: Recorded[] = []
/**
 * For each reference or id in an answer, where it was answered first: the call, the key and, in a list, the row, from
 * 1.
 */
const origins = new Map<string, { call: RecordedCall; key: string; row: number }>()
const names = new Map<string, string>()

export const beginRecord = (facts: {
  number: string
  language: string
  clock: string
  clockId: string
  msisdn: string
}): void => {
  number = facts.number
  language = facts.language
  clock = facts.clock
  steps = []
  origins.clear()
  names.clear()
  names.set(facts.clockId, '$clock')
  names.set(facts.msisdn, '$msisdn')
}

export const recordLanguage = (chosen: string): void => {
  language = chosen
}

type Pairs = readonly {
  readonly key: { readonly value: string }
  readonly value: { readonly value: string }
}[]

const mapOf = (pairs: Pairs): Map<string, string> =>
  new Map(pairs.map(({ key, value }) => [key.value, value.value]))

const isReference = (value: string): boolean => /^(DEP|WDR|STM|SET|POS|ACC|CLK)-\w/.test(value)

/** A value as it is written into the file: `$name` if an earlier call answered it, otherwise the value itself. */
const fileValueOf = (value: string): string => {
  const known = names.get(value)
  if (known !== undefined) return known
  const origin = origins.get(value)
  if (!origin) return value
  const base = origin.key.replace(/_(reference|id)$/, '')
  let name = base
  for (let count = 2; [...names.values()].includes(`$${name}`); count++) name = `${base}${count}`
  origin.call.keep.set(name, origin.row > 1 ? `${origin.key}@${origin.row}` : origin.key)
  names.set(value, `$${name}`)
  return `$${name}`
}

/** Records a call for the file. Of a repeated call only the last is kept, with the status that it waited for. */
export const recordExchange = (exchange: Exchange, until?: string): void => {
  const sent = mapOf((JSON.parse(exchange.sent) as { arguments: Pairs }).arguments)
  sent.delete('operation_name')
  const answer = JSON.parse(exchange.answer) as {
    arguments?: Pairs
    argumentsList?: readonly Pairs[]
    error?: { code: string }
  }
  const rows = (answer.argumentsList ?? (answer.arguments ? [answer.arguments] : [])).map(mapOf)
  for (const [key, value] of sent) sent.set(key, fileValueOf(value))
  if (sent.get('ACCOUNT_HOLDER_MSISDN') === '$msisdn') sent.delete('ACCOUNT_HOLDER_MSISDN')
  const call: RecordedCall = {
    operation: exchange.operation,
    sent,
    rows,
    isList: answer.argumentsList !== undefined,
    status: exchange.status,
    code: answer.error?.code,
    until,
    keep: new Map(),
  }
  rows.forEach((row, index) => {
    for (const [key, value] of row)
      if (isReference(value) && !origins.has(value)) origins.set(value, { call, key, row: index + 1 })
  })
  steps.push({ call })
}

export const recordStep = (line: string): void => {
  if (line === 'session: new' && steps.length === 0) return
  steps.push({ line })
}

/** Whether a value is the same in another run: ids, times and texts are not. */
const isSteady = (key: string, value: string): boolean =>
  !isReference(value) && !/(_id|_reference|_at|_message|_delay|^label|^msisdn|^transaction_id)$/.test(key)

const scalar = (value: string): string =>
  /^[A-Za-z0-9_$+][\w .@$+/-]*$/.test(value) && !value.endsWith(' ') ? value : JSON.stringify(value)

const flow = (pairs: Iterable<readonly [string, string]>): string => {
  const text = [...pairs].map(([key, value]) => `${key}: ${scalar(value)}`).join(', ')
  return text === '' ? '{}' : `{ ${text} }`
}

const steadyOf = (row: ReadonlyMap<string, string>): [string, string][] =>
  [...row].filter(([key, value]) => isSteady(key, value))

const linesOf = ({ operation, sent, rows, isList, status, code, until, keep }: RecordedCall): string[] => {
  const lines = [`  - call: ${operation}`]
  if (sent.size > 0) lines.push(`    with: ${flow(sent)}`)
  if (status !== 200) return [...lines, `    refused: ${code ?? 'INTERNAL'}`]
  const [first = new Map<string, string>()] = rows
  if (until !== undefined) lines.push(`    until: ${flow([[until, first.get(until) ?? '']])}`)
  if (isList && rows.length === 0) lines.push('    expect: []')
  else if (isList) lines.push('    expect:', ...rows.map((row) => `      - ${flow(steadyOf(row))}`))
  else if (steadyOf(first).length > 0) lines.push(`    expect: ${flow(steadyOf(first))}`)
  if (keep.size > 0) lines.push(`    keep: ${flow(keep)}`)
  return lines
}

export const isEmpty = (): boolean => steps.length === 0

/** The session as a scenario file (docs/scenarios.md). */
export const scenarioText = (title: string): string =>
  [
    `title: ${scalar(title)}`,
    `language: ${language}`,
    `number: '${number}'`,
    `clock: ${clock}`,
    '',
    'steps:',
    ...steps.flatMap((step) => ('call' in step ? linesOf(step.call) : [`  - ${step.line}`])),
    '',
  ].join('\n')
