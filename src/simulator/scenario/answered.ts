import type { Exchange } from './played-world.js'
import { absent, type Texts } from './scenario.js'

export type Row = Texts

export interface Answered {
  readonly exchange: Exchange
  readonly rows: readonly Row[]
  readonly code: string | undefined
}

type Pairs = readonly {
  readonly key: { readonly value: string }
  readonly value: { readonly value: string }
}[]

/** The rows of an answer (a record is one row), and the code if it is an error. */
export const readAnswer = (answer: string): Pick<Answered, 'rows' | 'code'> => {
  try {
    const json = JSON.parse(answer) as {
      arguments?: Pairs
      argumentsList?: readonly Pairs[]
      error?: { code: string }
    }
    const lists = json.argumentsList ?? (json.arguments ? [json.arguments] : [])
    const rows = lists.map((pairs) =>
      Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value])),
    )
    return { rows, code: json.error?.code }
  } catch {
    return { rows: [], code: undefined }
  }
}

/** An expected value between slashes is a pattern, and `absent` expects no text; any other must equal the whole text. */
const matches = (text: string | undefined, expected: string): boolean => {
  if (expected === absent) return text === undefined
  if (text === undefined) return false
  const pattern = /^\/(.*)\/$/s.exec(expected)?.[1]
  return pattern === undefined ? text === expected : new RegExp(pattern, 's').test(text)
}

export const difference = (row: Row | undefined, expected: Texts): string | undefined => {
  for (const [key, value] of Object.entries(expected)) {
    const found = row?.[key]
    if (!matches(found, value))
      return `${key} is ${found === undefined ? 'missing' : `"${found}"`}, expected ${value}`
  }
  return undefined
}

/** The keys that are in the one-line summary of an answer, such as statuses, results, sums and references. */
const shownKeys = /status$|result$|reason$|^total_|^now$|^email$|^advancing_to$|_reference$|^summary_status$/

export const summaryOf = ({ exchange, rows, code }: Answered, isList: boolean): string => {
  if (exchange.status !== 200) return `${exchange.status} ${code ?? ''}`.trim()
  if (isList) return rows.length === 1 ? '1 row' : `${rows.length} rows`
  return Object.entries(rows[0] ?? {})
    .filter(([key]) => shownKeys.test(key))
    .slice(0, 4)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')
}
