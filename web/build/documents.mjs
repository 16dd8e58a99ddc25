// The GraphQL documents of the pages. Each file is in its page's folder, and holds one operation with the name of the
// file. Documents are checked against schema.graphql, their types are made from it, and the server knows each by the
// hash of its text.
import '../../node-version.mjs'
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  Kind,
  buildSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  parse,
  print,
  typeFromAST,
  validate,
} from 'graphql'

const root = join(import.meta.dirname, '..', '..')

/** A hash only distinguishes versions of one document, so it is short: a page contains dozens of hashes. */
const hashDigits = 8

/** The JSON type of each of our scalars; all others are strings. */
const scalars = { Int: 'number', Float: 'number', Boolean: 'boolean', JSON: 'unknown' }

/** The name of the operation in a file: `OrdersOfDay` for `orders-of-day.graphql`. */
const nameOf = (file) =>
  basename(file, '.graphql')
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')

/** The TypeScript types of a document, as text: its result, its variables, and the input types that these use. */
const typing = (schema, document) => {
  const inputs = new Map()
  const fragments = new Map(
    document.definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )

  const wrapped = (type, inner) => {
    if (isNonNullType(type)) return nonNull(type.ofType, inner)
    return `${nonNull(type, inner)} | null`
  }
  const nonNull = (type, inner) => (isListType(type) ? `readonly (${wrapped(type.ofType, inner)})[]` : inner)

  const inputName = (type) => {
    if (isScalarType(type)) return scalars[type.name] ?? 'string'
    if (isEnumType(type))
      return type
        .getValues()
        .map(({ name }) => `'${name}'`)
        .join(' | ')
    if (isInputObjectType(type) && !inputs.has(type.name)) {
      inputs.set(type.name, '')
      const fields = Object.values(type.getFields()).map((field) => {
        const inner = inputName(getNamedType(field.type))
        return `readonly ${field.name}${isRequiredInputField(field) ? '' : '?'}: ${wrapped(field.type, inner)}`
      })
      inputs.set(type.name, `{ ${fields.join('; ')} }`)
    }
    return type.name
  }

  /** The selected fields of an object type, by their names or aliases. */
  const selected = (type, set, found = new Map()) => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.name.value
        const key = selection.alias?.value ?? name
        if (name === '__typename') {
          found.set(key, { text: `'${type.name}'` })
          continue
        }
        const field = type.getFields()[name]
        const known = found.get(key)
        const sets = [...(known?.sets ?? []), ...(selection.selectionSet ? [selection.selectionSet] : [])]
        const conditional = selection.directives.length > 0
        found.set(key, { type: field.type, sets, conditional })
        continue
      }
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      const condition = inner.typeCondition?.name.value
      const conditioned = condition === undefined ? type : schema.getType(condition)
      if (conditioned === type || (isAbstractType(conditioned) && schema.isSubType(conditioned, type)))
        selected(type, inner.selectionSet, found)
    }
    return found
  }

  const objectText = (type, sets) => {
    const found = new Map()
    for (const set of sets) selected(type, set, found)
    const fields = [...found].map(([key, { text, type: fieldType, sets: inner, conditional }]) => {
      if (text) return `readonly ${key}: ${text}`
      return `readonly ${key}${conditional ? '?' : ''}: ${outputText(fieldType, inner)}`
    })
    return `{ ${fields.join('; ')} }`
  }

  const outputText = (type, sets) => {
    const named = getNamedType(type)
    if (!isCompositeType(named)) return wrapped(type, inputName(named))
    const kinds = isAbstractType(named) ? schema.getPossibleTypes(named) : [named]
    return wrapped(
      type,
      [...new Set(kinds.map((kind) => objectText(kind, sets)))].map((text) => `(${text})`).join(' | '),
    )
  }

  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const rootType = schema.getRootType(operation.operation)
  const result = objectText(rootType, [operation.selectionSet])
  const variables = (operation.variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(schema, definition.type)
    const isRequired = isNonNullType(type) && !definition.defaultValue
    return `readonly ${definition.variable.name.value}${isRequired ? '' : '?'}: ${wrapped(type, inputName(getNamedType(type)))}`
  })
  return { result, variables: `{ ${variables.join('; ')} }`, inputs }
}

/** Reads and checks all documents. Throws one error that lists the mistakes of every file. */
export const readDocuments = async () => {
  const schema = buildSchema(await readFile(join(root, 'schema.graphql'), 'utf8'))
  const files = (await readdir(join(root, 'web'), { recursive: true }))
    .filter((file) => file.endsWith('.graphql'))
    .sort()
  const problems = []
  const names = new Map()
  const documents = []
  for (const file of files) {
    const name = nameOf(file)
    const report = (problem) => problems.push(`web/${file}: ${problem}`)
    if (names.has(name)) report(`has the name of web/${names.get(name)}`)
    names.set(name, file)
    const document = parse(await readFile(join(root, 'web', file), 'utf8'))
    const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    if (operations.length !== 1 || operations[0].name?.value !== name) {
      report(`must hold one operation ${name}`)
      continue
    }
    const errors = validate(schema, document)
    if (errors.length > 0) {
      for (const { message } of errors) report(message)
      continue
    }
    const text = print(document)
    const id = `${name}.${createHash('sha256').update(text).digest('hex').slice(0, hashDigits)}`
    documents.push({ file, name, text, id, ...typing(schema, document) })
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return documents
}

const declared = ({ file, name, result, variables, inputs }) =>
  [
    `declare module '*/${basename(file)}' {`,
    ...[...inputs].map(([input, text]) => `  export type ${input} = ${text}`),
    `  export type ${name}Result = ${result}`,
    `  export type ${name}Variables = ${variables}`,
    `  export const ${name}: TrustedDocument<${name}Result, ${name}Variables>`,
    '}',
  ].join('\n')

/** Writes the types of all documents, which only the compiler needs. */
export const writeTypes = async (documents) => {
  const file = join(root, 'dist', 'checked', 'documents.d.ts')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${documents.map(declared).join('\n\n')}\n`)
}

if (import.meta.main) await writeTypes(await readDocuments())
