import { buildSchema, GraphQLError, type GraphQLScalarType, type GraphQLSchema } from 'graphql'

/** The root fields and names that the operation files are written against, without any of the domain behind them. */
const stubSdl = /* GraphQL */ `
  scalar Msisdn
  scalar Money
  scalar Rate
  scalar LocalDate

  type Registration {
    status: String!
    accountId: ID
    email: String
  }
  type EmailOnFile {
    email: String!
    status: String!
  }
  type SavingsBalance {
    total: Money!
    accruing: Money!
    due: Money!
    pendingWithdrawal: Money!
    interest: Money!
    accruingCount: Int!
    dueCount: Int!
    payingOutCount: Int!
    positionCount: Int!
    currency: String!
  }
  type Product {
    code: ID!
    accrualPeriod: String!
    accrualPeriods: Int!
    rate: Rate!
    minAmount: Money!
    maxBalance: Money!
    currency: String!
  }
  type Position {
    id: ID!
    status: String!
    label: String!
    maturityDate: LocalDate!
    currentBalance: Money!
    rate: Rate
    accruedInterest: Money
    interestAtMaturity: Money
    withdrawableAmount: Money
    withdrawalBasis: String
  }
  type Transaction {
    id: ID!
    date: LocalDate!
    type: String!
    status: String!
    amount: Money!
    currency: String!
  }
  type RegistrationPayload {
    result: String!
    accountId: ID
    failureReason: String
  }
  type DepositQuotePayload {
    status: String!
    basis: String
    amount: Money
    rate: Rate
    estimatedEarnings: Money
    totalAtMaturity: Money
    durationDays: Int
    maturityDate: LocalDate
    positionId: ID
    savingsBalanceNow: Money
    savingsBalanceAfter: Money
    savingsEarningsAtMaturity: Money
    savingsTotalAtMaturity: Money
    minimumAmount: Money
    maxBalance: Money
    roomLeft: Money
    message: String
    currency: String!
    productCode: String
    reference: String
  }
  type DepositConfirmationPayload {
    status: String!
    reference: String
    message: String
    failureReason: String
  }

  type Query {
    registration(msisdn: Msisdn!): Registration!
    emailOnFile(msisdn: Msisdn!): EmailOnFile!
    savingsBalance(msisdn: Msisdn!): SavingsBalance!
    products: [Product!]!
    positions(msisdn: Msisdn!): [Position!]!
    transactions(msisdn: Msisdn!): [Transaction!]!
  }
  type Mutation {
    registerCustomer(msisdn: Msisdn!, email: String, clockId: String): RegistrationPayload!
    quoteDeposit(msisdn: Msisdn!, amount: String, productCode: String): DepositQuotePayload!
    confirmDeposit(msisdn: Msisdn!, reference: String): DepositConfirmationPayload!
  }
`

type Resolver = (args: Record<string, unknown>, context: unknown) => unknown

/** Root fields by name; what a test doesn't name gives null, which the schema's `!` turns into an error. */
export type Stubs = Readonly<Record<string, Resolver>>

/** The stub schema (or another text) with these resolvers, and a Msisdn that says why it refuses. */
export const stubSchema = (stubs: Stubs, sdl = stubSdl): GraphQLSchema => {
  const schema = buildSchema(sdl)
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      field.resolve = (_source, args, context) => stubs[field.name]?.(args, context)
  const msisdn = schema.getType('Msisdn') as GraphQLScalarType | undefined
  if (msisdn)
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
