import { readFileSync } from 'node:fs'
import { buildSchema, GraphQLError, type GraphQLSchema, isScalarType } from 'graphql'

/** The schema of the service, to which the operation files are compiled without its resolvers. */
const stubSdl = readFileSync('schema.graphql', 'utf8')

type Resolver = (args: Record<string, unknown>, context: unknown) => unknown

/** Resolvers of root fields by name. A field without a stub is null, which is an error if its type ends with `!`. */
export type Stubs = Readonly<Record<string, Resolver>>

/** A schema with these resolvers, and with a Msisdn scalar that names the reason of a refusal. */
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

/** A balance as resolvers return it: money as text, counts as numbers. */
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
