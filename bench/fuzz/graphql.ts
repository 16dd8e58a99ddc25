import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { Random } from '../../test/scoring-service/fixtures/random.js'
import { mutatedText, wildJson, wildText } from './words.js'

const plausible: Readonly<Record<string, readonly unknown[]>> = {
  Msisdn: ['@MSISDN0@', '@MSISDN1@', '@MSISDN2@', '237670000099', '+237 670 00 00 10'],
  LocalDate: ['2026-01-31', '2024-02-29', '2026-06-30', '2099-12-31', '2000-01-01'],
  Instant: ['2026-01-31T08:15:30.000Z', '2030-01-01T00:00:00Z'],
  ID: ['system', '@REF0@', '@REF1@', '@REF2@', '@REF3@', '@REF4@', '@SCORE@', '@REQUEST@'],
  String: ['5000', 'LOCK3M', 'ticket 4711', '@REF1@', 'a@example.com', 'Awa'],
  Int: [1, 2, 5, 10, 100],
  Float: [1.5],
  Money: ['5000', '100000', '1'],
  Boolean: [true, false],
}

interface Written {
  readonly variables: Record<string, unknown>
  readonly declared: string[]
  readonly fragments: string[]
  /** Whether only values that the schema allows are written. A document with others tests less: it is refused before anything is executed. */
  readonly isPlausible: boolean
  /** After this many fields, no further objects are selected. */
  fieldsLeft: number
}

interface ValueOptions {
  readonly isPlausible: boolean
  readonly depth: number
  readonly isRequired?: boolean
}

/** A value of the type; unless `isPlausible`, now and then one of another type. */
const valueOf = (type: GraphQLInputType, random: Random, options: ValueOptions): unknown => {
  const { isPlausible, depth, isRequired = false } = options
  if (!isPlausible && random.chance(0.06)) return wildJson(random, 2)
  if (isNonNullType(type)) return valueOf(type.ofType, random, { ...options, isRequired: true })
  if (!(isPlausible && isRequired) && random.chance(0.15)) return null
  const below = { isPlausible, depth: depth - 1 }
  if (isListType(type))
    return Array.from({ length: random.between(0, 3) }, () => valueOf(type.ofType, random, below))
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields())
    if (type.isOneOf) {
      const field = random.pick(all)
      return { [field.name]: valueOf(field.type, random, { ...below, isRequired: true }) }
    }
    const fields = all.filter(
      (field) => depth > 0 && (isNonNullType(field.type) || random.chance(isPlausible ? 0.25 : 0.5)),
    )
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type, random, below)]))
  }
  const known = plausible[getNamedType(type).name]
  return known && (isPlausible || random.chance(0.8)) ? random.pick(known) : wildText(random)
}

/** The value as a literal of GraphQL; a text is written as an enum value where the type is an enum. */
const literal = (
  value: unknown,
  type: GraphQLInputType,
  random: Random,
  { isPlausible }: Pick<Written, 'isPlausible'>,
): string => {
  const named = getNamedType(type)
  if (typeof value === 'string')
    return isEnumType(named) && (isPlausible || random.chance(0.95)) ? value : JSON.stringify(value)
  if (Array.isArray(value))
    return `[${value.map((one) => literal(one, type, random, { isPlausible })).join(' ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(named) ? named.getFields() : {}
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${literal(one, fields[key]?.type ?? type, random, { isPlausible })}`)
      .join(', ')}}`
  }
  return String(value)
}

const argumentsOf = (field: GraphQLField<unknown, unknown>, random: Random, written: Written): string => {
  const given = field.args.filter(({ type }) =>
    isNonNullType(type) ? written.isPlausible || random.chance(0.97) : random.chance(0.4),
  )
  if (given.length === 0) return ''
  const parts = given.map(({ name, type }) => {
    const { isPlausible } = written
    const value = valueOf(type, random, { isPlausible, depth: 3 })
    if (!random.chance(0.4)) return `${name}: ${literal(value, type, random, written)}`
    const variable = `v${written.declared.length}`
    written.declared.push(
      `$${variable}: ${written.isPlausible || random.chance(0.95) ? String(type) : 'String'}`,
    )
    written.variables[variable] = value
    return `${name}: $${variable}`
  })
  return `(${parts.join(', ')})`
}

const directive = (random: Random, { isPlausible }: Written): string =>
  !isPlausible && random.chance(0.06)
    ? ` @${random.pick(['include(if: true)', 'skip(if: false)', 'skip(if: true)', 'skip', 'deprecated', 'unknown(a: 1)'])}`
    : ''

const selectionOf = (type: GraphQLObjectType, depth: number, random: Random, written: Written): string => {
  const fields = Object.values(type.getFields())
  const chosen = fields.filter(() => random.chance(Math.min(1, 4 / fields.length)))
  const parts = (chosen.length > 0 ? chosen : [random.pick(fields)]).map((field) => {
    written.fieldsLeft -= 1
    const inner = getNamedType(field.type)
    if (isObjectType(inner) && (depth <= 0 || written.fieldsLeft < 0)) return '__typename'
    const alias = !written.isPlausible && random.chance(0.12) ? `a${random.between(0, 9)}: ` : ''
    const below = isObjectType(inner) ? ` ${selectionOf(inner, depth - 1, random, written)}` : ''
    return `${alias}${field.name}${argumentsOf(field, random, written)}${directive(random, written)}${below}`
  })
  if (random.chance(0.08)) {
    const name = `F${written.fragments.length}`
    written.fragments.push(`fragment ${name} on ${type.name} { ${parts.join(' ')} }`)
    return random.chance(0.1) ? `{ ...${name} ...${name} ...F0 }` : `{ ...${name} }`
  }
  if (random.chance(0.05)) return `{ ... on ${type.name} { ${parts.join(' ')} } }`
  return `{ ${parts.join(' ')} }`
}

export interface GraphqlRequest {
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly operationName?: string
}

/** A document that mostly follows the grammar and the schema. */
export const graphqlRequest = (schema: GraphQLSchema, random: Random): GraphqlRequest => {
  const isMutation = random.chance(0.35)
  const root = isMutation ? schema.getMutationType() : schema.getQueryType()
  const isPlausible = random.chance(0.5)
  const written: Written = { variables: {}, declared: [], fragments: [], isPlausible, fieldsLeft: 40 }
  if (!root) throw new Error('the schema has no such root')
  const fields = Object.values(root.getFields())
  const roots = Array.from({ length: random.chance(0.85) ? 1 : random.between(2, 4) }, () => {
    const field = random.pick(fields)
    const inner = getNamedType(field.type)
    const below = isObjectType(inner)
      ? ` ${selectionOf(inner, random.chance(0.9) ? 3 : 9, random, written)}`
      : ''
    const alias = random.chance(0.2) ? `r${random.between(0, 3)}: ` : ''
    return `${alias}${field.name}${argumentsOf(field, random, written)}${directive(random, written)}${below}`
  })
  const declared = written.declared.length > 0 ? `(${written.declared.join(', ')})` : ''
  const head = `${isMutation ? 'mutation' : 'query'} Q${declared}`
  const query = [`${head} { ${roots.join(' ')} }`, ...written.fragments].join('\n')
  return {
    query: !isPlausible && random.chance(0.4) ? mutatedText(query, random) : query,
    variables: written.variables,
    ...(!isPlausible && random.chance(0.2) && { operationName: random.pick(['Q', 'R', '']) }),
  }
}

/** Large and odd documents that follow the grammar, such as nobody would write. */
export const oddDocument = (random: Random): string => {
  const many = random.between(1, 4000)
  return random.pick([
    () => `{ productsOnSale { code } }${'\n#'.repeat(many * 2)}`,
    () =>
      `query { ${Array.from({ length: Math.min(many, 400) }, (_, i) => `p${i}: productsOnSale { code }`).join(' ')} }`,
    () => `{ ${'a { '.repeat(many)}${'} '.repeat(many)}}`,
    () =>
      `query(${Array.from({ length: Math.min(many, 500) }, (_, i) => `$v${i}: Int`).join(' ')}) { productsOnSale { code } }`,
    () => `{ productsOnSale { ...A } } fragment A on Product { ...B } fragment B on Product { ...A }`,
    () => `{ productsOnSale ${'@skip(if: false) '.repeat(Math.min(many, 500))} { code } }`,
    () => `{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }`,
    () => `{ productsOnSale { code(a: ${'['.repeat(many)}${']'.repeat(many)}) } }`,
    () => `{ productsOnSale { code } } { productsOnSale { code } }`,
    () => `subscription { productsOnSale { code } }`,
    () => `{ productsOnSale { code(a: "${'\\u0000'.repeat(Math.min(many, 1000))}") } }`,
    () => `"""${'x'.repeat(many)}""" { productsOnSale { code } }`,
    () => `extend type Query { a: Int } { productsOnSale { code } }`,
    () =>
      `{ scoreRequests(first: ${random.pick(['50', '-1', '1e3', '2147483648'])}) { nodes { id result { notices } } } }`,
  ])()
}
