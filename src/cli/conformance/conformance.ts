import type { Operation } from '../../../facade/facade.js'
import { contract, extraArguments } from './contract.js'

type Json = Record<string, unknown>

const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The text in `{ value: string }` and nothing else; undefined for any other shape. */
const wrappedText = (json: unknown): string | undefined =>
  isObject(json) && Object.keys(json).length === 1 && typeof json['value'] === 'string'
    ? json['value']
    : undefined

/**
 * What is wrong with one record's pairs against the contract's table of this operation; empty when it conforms. The check is the same for
 * success and for every failure, since a mandatory key is present on both.
 */
export const conformanceProblems = (operation: string, pairs: unknown): string[] => {
  const table = contract[operation]?.keys
  if (!table) return [`${operation} is not an operation of the contract`]
  if (!Array.isArray(pairs)) return ['the record is not a list of pairs']
  const problems: string[] = []
  const foundKeys: string[] = []
  for (const pair of pairs) {
    const key = isObject(pair) ? wrappedText(pair['key']) : undefined
    const value = isObject(pair) ? wrappedText(pair['value']) : undefined
    if (key === undefined || value === undefined || Object.keys(pair).length !== 2) {
      problems.push(`not a pair of strings: ${JSON.stringify(pair)}`)
      continue
    }
    foundKeys.push(key)
    const known = table.find((row) => row.key === key)
    if (!known) problems.push(`unknown key ${key}`)
    else if (known.optional && value === '') problems.push(`optional key ${key} is empty`)
  }
  return [...problems, ...keyProblems(table, foundKeys)]
}

const keyProblems = (
  table: readonly { key: string; optional: boolean }[],
  foundKeys: readonly string[],
): string[] => {
  const missing = table.filter(({ key, optional }) => !optional && !foundKeys.includes(key))
  const ordered = table.map(({ key }) => key).filter((key) => foundKeys.includes(key))
  const known = foundKeys.filter((key) => table.some((row) => row.key === key))
  return [
    ...missing.map(({ key }) => `mandatory key ${key} is missing`),
    ...foundKeys
      .filter((key, index) => foundKeys.indexOf(key) !== index)
      .map((key) => `key ${key} is repeated`),
    ...(ordered.join() === [...new Set(known)].join() ? [] : [`keys are out of order: ${known.join(', ')}`]),
  ]
}

/** The problems of a whole 200 body: one record under `arguments`, or the rows of a list under `argumentsList`. */
export const bodyProblems = (operation: string, body: unknown): string[] => {
  const isList = contract[operation]?.endpoint === 'getdynamicoptions'
  const name = isList ? 'argumentsList' : 'arguments'
  if (!isObject(body) || Object.keys(body).join() !== name) return [`the body is not { ${name} }`]
  const content = body[name]
  if (!isList) return conformanceProblems(operation, content)
  if (!Array.isArray(content)) return ['argumentsList is not a list']
  return content.flatMap((row, index) =>
    conformanceProblems(operation, row).map((problem) => `row ${index}: ${problem}`),
  )
}

/**
 * What is wrong with the compiled operations against the contract: files, endpoints, arguments, keys and their order,
 * and whether the schema lets a mandatory key be null. Empty when all conforms.
 */
export const operationProblems = (operations: ReadonlyMap<string, Operation>): string[] => [
  ...Object.keys(contract)
    .filter((name) => !operations.has(name))
    .map((name) => `${name}: has no file`),
  ...[...operations.values()].flatMap((operation) =>
    problemsOf(operation).map((problem) => `${operation.name}: ${problem}`),
  ),
]

const problemsOf = ({ name, endpoint, arguments: args, keys }: Operation): string[] => {
  const table = contract[name]
  if (!table) return ['is not an operation of the contract']
  const sent = [...table.arguments, ...(extraArguments[name] ?? [])]
  const rows = table.keys
  const text = (list: readonly string[]) => list.join(', ')
  return [
    ...(endpoint === table.endpoint ? [] : [`is served on ${endpoint}`]),
    ...(text(args.map((arg) => arg.name)) === text(sent)
      ? []
      : [`takes ${text(args.map((arg) => arg.name))}`]),
    ...(text(keys.map(({ key }) => key)) === text(rows.map(({ key }) => key))
      ? []
      : [`answers ${text(keys.map(({ key }) => key))}`]),
    ...rows
      .filter(
        ({ key, optional }) =>
          !optional && keys.some((answered) => answered.key === key && answered.optional),
      )
      .map(({ key }) => `mandatory key ${key} may be null in the schema`),
  ]
}
