import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  assertObjectType,
} from 'graphql'
import { at } from '../support/present.js'

/** Returns the paths that break a rule of docs/graphql.md, where needed with what is wrong. */
export type Rule = (schema: GraphQLSchema) => string[]

export const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )

interface Place {
  readonly type: GraphQLObjectType
  readonly field: GraphQLField<unknown, unknown>
  readonly path: string
}

export const fieldsOf = (schema: GraphQLSchema): Place[] =>
  typesOf(schema)
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ type, field, path: `${type.name}.${field.name}` })),
    )

/** Arguments and input fields, with their paths. */
const inputsOf = (schema: GraphQLSchema) => [
  ...typesOf(schema)
    .filter(isInputObjectType)
    .flatMap((input) =>
      Object.values(input.getFields()).map(({ name, type }) => ({
        name,
        type,
        path: `${input.name}.${name}`,
      })),
    ),
  ...fieldsOf(schema).flatMap(({ field, path }) =>
    field.args.map(({ name, type }) => ({ name, type, path: `${path}(${name})` })),
  ),
]

/** Returns the path with the found value, unless it is the expected one. */
const unless = (path: string, found: unknown, said: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(said) ? [] : [`${path}: ${JSON.stringify(found)}`]

const isConnection = ({ field }: Place): boolean => getNamedType(field.type).name.endsWith('Connection')

/** Lists of objects that are not connections. The tests list all that are allowed. */
export const plainLists: Rule = (schema) =>
  fieldsOf(schema)
    .filter(
      ({ type, field }) =>
        isListType(getNullableType(field.type)) &&
        isObjectType(getNamedType(field.type)) &&
        !type.name.endsWith('Connection'),
    )
    .map(({ path }) => path)

/** Connections whose fields, arguments or defaults differ from the common form. */
export const connections: Rule = (schema) =>
  fieldsOf(schema)
    .filter(isConnection)
    .flatMap(({ path, field }) => {
      const type = assertObjectType(getNamedType(field.type))
      const name = type.name.replace(/Connection$/, '')
      const args = field.args.map((arg) => `${arg.name}: ${String(arg.type)}`).toSorted()
      const first = Number(field.args.find((arg) => arg.name === 'first')?.defaultValue)
      return [
        ...unless(path, String(field.type), `${type.name}!`),
        ...unless(path, Object.keys(type.getFields()).toSorted(), [
          'edges',
          'nodes',
          'pageInfo',
          'totalCount',
        ]),
        ...unless(path, args, [
          'after: String',
          `filter: ${name}Filter`,
          'first: Int!',
          `sort: ${name}Sort!`,
        ]),
        ...(first >= 1 && first <= 100 ? [] : [`${path}: first is ${first}`]),
      ]
    })

const capital = (name: string) => `${at(name, 0).toUpperCase()}${name.slice(1)}`
const mutationsOf = (schema: GraphQLSchema) => Object.values(schema.getMutationType()?.getFields() ?? {})

/** Mutations without exactly one input and a payload of their name. */
export const mutations: Rule = (schema) =>
  mutationsOf(schema).flatMap(({ name, args, type }) =>
    unless(
      name,
      [...args.map((arg) => `${arg.name}: ${String(arg.type)}`), String(type)],
      [`input: ${capital(name)}Input!`, `${capital(name)}Payload!`],
    ),
  )

/** Mutations whose refusal is not data with a list of its own codes. */
export const refusals: Rule = (schema) =>
  mutationsOf(schema).flatMap(({ name, type }) => {
    const { refusal } = assertObjectType(getNamedType(type)).getFields()
    if (!refusal) return [name]
    const refused = getNamedType(refusal.type)
    const told = isObjectType(refused)
      ? Object.values(refused.getFields()).map((field) => `${field.name}: ${String(field.type)}`)
      : []
    return [
      ...unless(name, String(refusal.type), `${capital(name)}Refusal`),
      ...unless(name, told, [`code: ${capital(name)}RefusalCode!`, 'message: String!']),
    ]
  })

/** Mutations without an idempotency key. */
export const mutationsWithoutKey: Rule = (schema) =>
  mutationsOf(schema)
    .filter(({ args }) => {
      const input = args[0] && getNamedType(args[0].type)
      return !isInputObjectType(input) || String(input.getFields()['idempotencyKey']?.type) !== 'ID!'
    })
    .map(({ name }) => name)

/** Output fields that are Floats. */
export const fractionalOutputs: Rule = (schema) =>
  fieldsOf(schema)
    .filter(({ field }) => getNamedType(field.type).name === 'Float')
    .map(({ path }) => path)

/** Arguments and input fields that are Floats. */
export const fractionalInputs: Rule = (schema) =>
  inputsOf(schema)
    .filter(({ type }) => getNamedType(type).name === 'Float')
    .map(({ path }) => path)

/** Names that are a Money or Rate in one place, and a number or plain text in another. */
export const untypedMoney: Rule = (schema) => {
  const places = [
    ...fieldsOf(schema).map(({ field, path }) => ({ name: field.name, type: field.type, path })),
    ...inputsOf(schema),
  ].map(({ name, type, path }) => ({ name, path, is: getNamedType(type).name }))
  const money = new Set(places.filter(({ is }) => ['Money', 'Rate'].includes(is)).map(({ name }) => name))
  return places
    .filter(({ name, is }) => money.has(name) && ['Int', 'Float', 'String'].includes(is))
    .map(({ path }) => path)
}

const isNode = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Node')

/** Object types with an id that are not Nodes. */
export const typesOutsideNode: Rule = (schema) =>
  typesOf(schema)
    .filter(isObjectType)
    .filter((type) => 'id' in type.getFields() && !isNode(type))
    .map(({ name }) => name)

/** The Node types, each with the prefix that the description of its id mentions. */
export const prefixesOf = (schema: GraphQLSchema): ReadonlyMap<string, string | undefined> =>
  new Map(
    typesOf(schema)
      .filter(isObjectType)
      .filter(isNode)
      .map((type) => [type.name, /`([A-Z]+)-\.\.\.`/.exec(type.getFields()['id']?.description ?? '')?.[1]]),
  )

/** Node types whose id has no prefix, or that of another type. */
export const prefixes: Rule = (schema) => {
  const said = [...prefixesOf(schema)]
  return said
    .filter(([name, prefix]) => !prefix || said.some(([other, its]) => other !== name && its === prefix))
    .map(([name]) => name)
}

/** Ids of other objects without a link beside them: `quoteReference` needs `quote`, `journalId` needs `journal`. */
export const unlinkedIds: Rule = (schema) =>
  fieldsOf(schema)
    .filter(({ type, field }) => {
      if (getNamedType(field.type).name !== 'ID' || field.name === 'id') return false
      const link = type.getFields()[field.name.replace(/(Id|Reference|Code)$/, '')]
      return !link || link === field || !('getFields' in getNamedType(link.type))
    })
    .map(({ path }) => path)

/** Names that do not follow the common style. */
export const names: Rule = (schema) => [
  ...typesOf(schema)
    .map(({ name }) => name)
    .filter((name) => !/^[A-Z][A-Za-z\d]*$/.test(name)),
  ...[...fieldsOf(schema).map(({ field, path }) => ({ name: field.name, path })), ...inputsOf(schema)]
    .filter(({ name }) => !/^[a-z][A-Za-z\d]*$/.test(name))
    .map(({ path }) => path),
  ...typesOf(schema)
    .filter(isEnumType)
    .filter((type) => type.getValues().some(({ name }) => !/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(name)))
    .map(({ name }) => name),
]

/**
 * Fields that are masked from analysts, and shown to others without a row in the access log: a query can reach them from the root without
 * passing a field in `noted`.
 */
export const unnoted =
  (noted: Readonly<Record<string, readonly string[]>>): Rule =>
  (schema) => {
    const places = fieldsOf(schema)
    const isNoted = ({ type, field }: Place, below: readonly string[] = []): boolean => {
      if (noted[type.name]?.includes(field.name)) return true
      if (below.includes(type.name)) return true
      const above = places.filter((other) => getNamedType(other.field.type) === type)
      return above.length > 0 && above.every((other) => isNoted(other, [...below, type.name]))
    }
    return places
      .filter((place) => /\bmasked\b.*\banalysts\b/is.test(place.field.description ?? '') && !isNoted(place))
      .map(({ path }) => path)
  }
