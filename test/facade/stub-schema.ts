import { readFileSync } from 'node:fs'
import { buildSchema, GraphQLError, type GraphQLSchema, isScalarType } from 'graphql'

/** What the operation files are written against, without any of the domain behind it. */
const stubSdl = readFileSync('schema.graphql', 'utf8')

type Resolver = (args: Record<string, unknown>, context: unknown) => unknown

/** Root fields by name; what a test doesn't name gives null, which the schema's `!` turns into an error. */
export type Stubs = Readonly<Record<string, Resolver>>

/** The stub schema (or another text) with these resolvers, and a Msisdn that says why it refuses. */
export const stubSchema = (stubs: Stubs, sdl = stubSdl): GraphQLSchema => {
  const schema = buildSchema(sdl)
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      field.resolve = (_source, args, context) => stubs[field.name]?.(args, context)
  const msisdn = schema.getType('Msisdn')
  if (isScalarType(msisdn))
    msisdn.parseValue = (value) => {
      if (typeof value !== 'string' || !/^(?:\+|00)?(?:237)?\d{9}$/.test(value))
        throw new GraphQLError('a mobile number has 9 digits')
      return `237${value.slice(-9)}`
    }
  return schema
}

/** A balance as the domain gives it: money as text, counts as numbers. */
export const balance = {
  total: '5000',
  accruing: '3000',
  due: '2000',
  pendingWithdrawal: '0',
  interest: '41',
  accruingCount: 1,
  dueCount: 1,
  payingOutCount: 0,
  positionCount: 2,
  currency: 'XAF',
}

export const zeroBalance = {
  total: '0',
  accruing: '0',
  due: '0',
  pendingWithdrawal: '0',
  interest: '0',
  accruingCount: 0,
  dueCount: 0,
  payingOutCount: 0,
  positionCount: 0,
  currency: 'XAF',
}
