import {
  getNullableType,
  isListType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { flattenRecord, flattenRows } from './flatten.js'
import { planFields, wireKeysOf, type PlannedField, type WireKey } from './plan.js'
import { planArguments, type WireArgument } from './variables.js'
import type { Endpoint } from './wire.js'

/** An operation of the wire, compiled at start from its file. */
export interface Operation {
  name: string
  /** From the schema; shown in the documentation of the wire. */
  description: string
  endpoint: Endpoint
  arguments: readonly WireArgument[]
  keys: readonly WireKey[]
  query: CompiledQuery['query']
  /** The refusal that the mutation returned as data, if the operation selects one as `error`: a 400 on the wire. */
  refusal: (data: NonNullable<ExecutionResult['data']>) => WireError | undefined
  /** The 200 body for the data of a successful execution. */
  answer: (data: NonNullable<ExecutionResult['data']>) => string
}

export interface WireError {
  code: string
  message: string
}

/**
 * Compiles every operation against the schema. The sources are GraphQL texts by operation name. Throws one error that
 * names every bad file, so that a release with a bad operation never starts.
 */
export const compileOperations = (
  schema: GraphQLSchema,
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, Operation> => {
  const operations = new Map<string, Operation>()
  const problems: string[] = []
  for (const [name, source] of sources) {
    try {
      operations.set(name, compileOperation(schema, name, source))
    } catch (error) {
      problems.push(`${name}.graphql: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (problems.length > 0) throw new Error(`The facade can't start:\n${problems.join('\n')}`)
  return operations
}

const compileOperation = (schema: GraphQLSchema, name: string, source: string): Operation => {
  const document = parse(source)
  const errors = validate(schema, document)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(' '))
  const definition = onlyOperation(document, name)
  const root = onlyRoot(definition)
  const isList = root.alias?.value === 'rows'
  const type = answerType(schema, definition, root, isList)
  const selections = root.selectionSet?.selections ?? []
  const error = selections.find(isError)
  if (error) checkError(type, error)
  const planned = planFields(type, error ? selections.filter((one) => one !== error) : selections, {
    schema,
    fragments: fragmentsOf(document),
  })
  // A nullable object makes its keys optional in a 200. Not so where `error` is selected beside it: then the object is null only if the
  // operation is refused, which is answered 400.
  const fields = error
    ? planned.map((field) => (field.fields ? { ...field, optional: false } : field))
    : planned
  const keys = wireKeysOf(fields)
  const compiled = compileQuery(schema, document, name)
  if (!isCompiledQuery(compiled)) throw new Error(compiled.errors?.map(({ message }) => message).join(' '))
  return {
    name,
    description: rootField(schema, definition, root)?.description ?? '',
    endpoint: isList ? 'getdynamicoptions' : 'getdynamicarguments',
    arguments: planArguments(schema, definition, describeBy(schema, definition, root)),
    keys,
    query: compiled.query,
    refusal: error ? refusalIn(fields) : () => undefined,
    answer: isList
      ? (data) => `{"argumentsList":${flattenRows(fields, data['rows'])}}`
      : (data) => `{"arguments":${flattenRecord(fields, data['record'])}}`,
  }
}

const isError = (selection: SelectionNode): selection is FieldNode =>
  selection.kind === Kind.FIELD && selection.alias?.value === 'error'

const checkError = (type: GraphQLObjectType, { name, selectionSet }: FieldNode): void => {
  const selected = selectionSet?.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : ''))
  if (type.getFields()[name.value]?.type.toString().endsWith('!') || selected?.join() !== 'code,message')
    throw new Error('error must be a nullable field with the selection { code message }')
}

const refusalIn =
  (fields: readonly PlannedField[]): Operation['refusal'] =>
  (data) => {
    const record = data['record'] as Readonly<Record<string, unknown>>
    const error = record['error'] as WireError | null | undefined
    if (error) return error
    if (fields.some(({ fields: inner, field }) => inner && !record[field]))
      throw new Error('a record has neither its payload nor an error')
    return undefined
  }

const onlyOperation = (document: DocumentNode, name: string): OperationDefinitionNode => {
  const found = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (found.length !== 1 || !found[0]) throw new Error('a file must hold exactly one operation')
  if (found[0].name?.value !== name) throw new Error('the operation must have the name of its file')
  return found[0]
}

const onlyRoot = ({ selectionSet }: OperationDefinitionNode): FieldNode => {
  const [root, ...others] = selectionSet.selections
  const alias = root?.kind === Kind.FIELD ? root.alias?.value : undefined
  if (root?.kind !== Kind.FIELD || others.length > 0 || (alias !== 'record' && alias !== 'rows'))
    throw new Error('an operation must have one root field, with the alias record or rows')
  return root
}

const rootField = (
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
  { name }: FieldNode,
): GraphQLField<unknown, unknown> | undefined => schema.getRootType(operation)?.getFields()[name.value]

const isVariable = (value: ValueNode, name: string): boolean =>
  value.kind === Kind.VARIABLE && value.name.value === name

/** What the schema says of the argument that a variable fills. */
const describeBy = (schema: GraphQLSchema, definition: OperationDefinitionNode, root: FieldNode) => {
  const field = rootField(schema, definition, root)
  return (variable: string): string => {
    for (const { name, value } of root.arguments ?? []) {
      const argument = field?.args.find((one) => one.name === name.value)
      if (isVariable(value, variable)) return argument?.description ?? ''
      const input = argument && getNullableType(argument.type)
      if (value.kind !== Kind.OBJECT || !isInputObjectType(input)) continue
      const filled = value.fields.find((one) => isVariable(one.value, variable))
      if (filled) return input.getFields()[filled.name.value]?.description ?? ''
    }
    return ''
  }
}

// A null root would answer a record without its mandatory keys, so the schema has to exclude it.
const answerType = (
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  root: FieldNode,
  isList: boolean,
): GraphQLObjectType => {
  const field = rootField(schema, definition, root)
  if (!field || definition.operation === 'subscription')
    throw new Error('the root must be a query or a mutation')
  if (!isNonNullType(field.type)) throw new Error(`${root.name.value} may be null`)
  const list = getNullableType(field.type)
  if (isListType(list) !== isList) throw new Error('the alias record is for one record, and rows for a list')
  const item = isListType(list) ? list.ofType : field.type
  const type = getNullableType(item)
  if (!isNonNullType(item) || !isObjectType(type))
    throw new Error(`${root.name.value} must return a non-null object`)
  return type
}

const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
