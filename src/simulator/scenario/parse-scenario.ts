import { isMap, isNode, isPair, LineCounter, parseDocument, visit, type Document } from 'yaml'
import * as z from 'zod'
import type { OperationShape, Scenario, Step, Texts } from './scenario.js'

/** A mistake in a scenario file. */
export interface ScenarioProblem {
  readonly line: number
  readonly message: string
}

export type ParsedScenario =
  | { readonly scenario: Scenario; readonly problems?: never }
  | { readonly problems: readonly ScenarioProblem[]; readonly scenario?: never }

/** Five times the length of our longest scenario. A file is parsed in one go, so a longer one would block other requests. */
const scenarioBytesMax = 16 * 1024
const stepsMax = 200
/** The most mistakes that are reported: more are not corrected at a time, and finding the line of each takes time. */
const problemsMax = 50

const texts = z.record(z.string(), z.string())
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a date like 2026-01-31')

const header = z.strictObject({
  title: z.string().min(1),
  language: z.enum(['fr', 'en']).default('fr'),
  number: z
    .string()
    .regex(/^\d{3}$/, "must be three digits in quotes, the end of the customer's number, like '001'")
    .default('001'),
  clock: date.optional(),
  steps: z.array(z.unknown()).min(1).max(stepsMax),
})

const call = z.strictObject({
  call: z.string(),
  with: texts.default({}),
  expect: z.union([texts, z.array(texts)], 'must be keys with their values, or a list of them').optional(),
  until: texts.optional(),
  refused: z.string().optional(),
  keep: texts.default({}),
})

const walk = z.strictObject({
  walk: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d|\+\d{1,4}|maturity)$/, 'must be a date, a number of days like +2, or maturity'),
})

const wallet = z.strictObject({
  wallet: z
    .string()
    .regex(
      /^(approve|decline|expire|[A-Z][A-Z_]{2,99})$/,
      "must be approve, decline, expire, or the provider's word for a failure, like EXPIRED",
    ),
  of: z.enum(['payment', 'payout'], 'must be payment or payout').optional(),
})

const mail = z.strictObject({
  mail: z.strictObject({ to: z.string(), attachment: z.string() }).partial(),
})

const hangUp = z.strictObject({ session: z.literal('new', 'must be new') })

const shapes = { call, walk, wallet, mail, session: hangUp }
const isVerb = (key: string): key is keyof typeof shapes => Object.hasOwn(shapes, key)

type Path = readonly PropertyKey[]

/** The line of the value at a path, or of the nearest value around it. */
const lineAt = (document: Document, lines: LineCounter, path: Path): number => {
  for (let length = path.length; length >= 0; length--) {
    const around = length === 0 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    // A member's line is that of its name, since a long value may begin in the next line.
    const pair = isMap(around) ? around.items.find(({ key }) => String(key) === last) : undefined
    const node = isPair(pair) ? pair.key : length === 0 ? around : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

interface ScenarioReader {
  readonly operations: ReadonlyMap<string, OperationShape>
  readonly hasClock: boolean
  readonly kept: Set<string>
  readonly fail: (path: Path, message: string) => void
  readonly lineOf: (path: Path) => number
}

const namesIn = (text: string): string[] => [...text.matchAll(/\$(\w+)/g)].map(([, name]) => name!)

const checkTexts = (
  { kept, fail }: ScenarioReader,
  path: Path,
  values: Texts,
  known: readonly string[] | undefined,
): void => {
  for (const [key, text] of Object.entries(values)) {
    if (known && !known.includes(key))
      fail([...path, key], `${key} is not one of ${known.join(', ') || 'its keys: it has none'}`)
    for (const name of namesIn(text))
      if (!kept.has(name)) fail([...path, key], `$${name} was not kept before`)
  }
}

const readCall = (reader: ScenarioReader, path: Path, found: z.output<typeof call>): Step | undefined => {
  const { operations, fail, kept, lineOf } = reader
  const operation = operations.get(found.call)
  if (!operation) {
    fail([...path, 'call'], `there is no operation ${found.call}`)
    return undefined
  }
  const { isList, keys, arguments: args } = operation
  const expect = found.expect === undefined ? undefined : [found.expect].flat()
  if (Array.isArray(found.expect) && !isList)
    fail([...path, 'expect'], `${found.call} answers one record: expect keys, not a list`)
  if (found.expect !== undefined && !Array.isArray(found.expect) && isList)
    fail([...path, 'expect'], `${found.call} answers rows: expect a list, with the keys of each row`)
  if (found.refused !== undefined && (expect ?? found.until))
    fail([...path, 'refused'], 'a call that is refused has no keys to expect')
  checkTexts(reader, [...path, 'with'], found.with, args)
  if (found.until) checkTexts(reader, [...path, 'until'], found.until, keys)
  expect?.forEach((row, index) =>
    checkTexts(reader, [...path, 'expect', ...(isList ? [index] : [])], row, keys),
  )
  for (const [name, key] of Object.entries(found.keep)) {
    if (!/^\w+$/.test(name))
      fail([...path, 'keep', name], `${name} is not a valid name: use letters, digits and _`)
    const [, column = key, row] = /^(\w+)@([1-9]\d?)$/.exec(key) ?? []
    if (row !== undefined && !isList)
      fail([...path, 'keep', name], `${found.call} answers one record, without rows`)
    if (!keys.includes(column)) fail([...path, 'keep', name], `${column} is not one of ${keys.join(', ')}`)
    kept.add(name)
  }
  return {
    does: 'call',
    line: lineOf(path),
    operation: found.call,
    isList,
    isOfCustomer: args.includes('ACCOUNT_HOLDER_MSISDN'),
    with: found.with,
    expect,
    until: found.until,
    refused: found.refused,
    keep: found.keep,
  }
}

const readStep = (reader: ScenarioReader, index: number, step: unknown): Step | undefined => {
  const { fail, lineOf, hasClock } = reader
  const path: Path = ['steps', index]
  const verb = typeof step === 'object' && step !== null ? Object.keys(step).find(isVerb) : undefined
  if (verb === undefined) {
    fail(path, `a step is one of ${Object.keys(shapes).join(', ')}`)
    return undefined
  }
  const read = shapes[verb].safeParse(step)
  if (!read.success) {
    reportIssues(fail, path, read.error.issues)
    return undefined
  }
  const line = lineOf(path)
  const { data } = read
  if ('call' in data) return readCall(reader, path, data)
  if ('session' in data) return { does: 'hang up', line }
  if (!hasClock)
    fail([...path, verb], `${verb} needs a customer on a test clock: add clock: with a date above`)
  if ('walk' in data) return { does: 'walk', line, to: data.walk }
  if ('wallet' in data) return { does: 'wallet', line, answer: data.wallet, of: data.of }
  const expect = Object.fromEntries(
    Object.entries(data.mail).filter(([, text]) => text !== undefined),
  ) as Texts
  checkTexts(reader, [...path, 'mail'], expect, undefined)
  return { does: 'mail', line, expect }
}

/** Reports the problems that zod found, each at the value that a person must correct. */
const reportIssues = (
  fail: ScenarioReader['fail'],
  around: Path,
  issues: readonly z.core.$ZodIssue[],
): void => {
  for (const issue of issues) {
    const path = [...around, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fail([...path, key], `${key}: not known here`)
    else {
      const name = issue.path.findLast((part) => typeof part === 'string')
      fail(path, [name, issue.message.replace(/^Invalid input: /, '')].filter(Boolean).join(': '))
    }
  }
}

/**
 * Parses a scenario file (docs/scenarios.md). Reports mistakes with their lines before anything is played: first those of
 * YAML; if there are none, those of the scenario, such as operations, arguments and keys that the gateway does not have.
 */
export const parseScenario = (
  text: string,
  operations: ReadonlyMap<string, OperationShape>,
): ParsedScenario => {
  if (Buffer.byteLength(text) > scenarioBytesMax)
    return { problems: [{ line: 1, message: `a scenario has at most ${scenarioBytesMax} bytes` }] }
  const lines = new LineCounter()
  // Every value is read as text, as on the wire: 4.50 stays 4.50, and a date does not become an instant.
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines })
  const problems: ScenarioProblem[] = []
  for (const error of document.errors.slice(0, problemsMax))
    problems.push({ line: error.linePos?.[0].line ?? 1, message: error.message.split('\n')[0]! })
  if (problems.length > 0) return { problems }

  const lineOf = (path: Path): number => lineAt(document, lines, path)
  const fail = (path: Path, message: string): void => {
    if (problems.length < problemsMax) problems.push({ line: lineOf(path), message })
  }
  visit(document, {
    Alias: (_key, { range }) => {
      problems.push({
        line: lines.linePos(range?.[0] ?? 0).line,
        message: 'YAML references are not allowed: write it out',
      })
      return problems.length < problemsMax ? undefined : visit.BREAK
    },
  })
  if (problems.length > 0) return { problems }
  const read = header.safeParse(document.toJS())
  if (!read.success) {
    reportIssues(fail, [], read.error.issues)
    return { problems }
  }
  const { title, language, number, clock } = read.data
  const kept = new Set(['msisdn', ...(clock === undefined ? [] : ['clock'])])
  const reader: ScenarioReader = { operations, hasClock: clock !== undefined, kept, fail, lineOf }
  const steps = read.data.steps.flatMap((step, index) => readStep(reader, index, step) ?? [])
  if (problems.length > 0) return { problems: problems.toSorted((a, b) => a.line - b.line) }
  return { scenario: { title, language, number, clock, steps } }
}
