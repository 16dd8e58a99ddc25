import { describe, expect, test } from '@jest/globals'
import {
  buildSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { readOperations } from '../../facade/read-operations.js'
import { createSchema } from '../../src/app/schema.js'
import type { Database } from '../../src/platform/database/database.js'
import { costMax, costOf } from '../../src/platform/graphql/limits.js'
import { personalFields } from '../../src/platform/graphql/server/access-of-types.js'
import { operationsDirectory } from '../facade/operations-directory.js'
import {
  connections,
  fieldsOf,
  fractionalOutputs,
  fractionalInputs,
  mutationsWithoutKey,
  mutations,
  names,
  typesOutsideNode,
  plainLists,
  prefixes,
  prefixesOf,
  refusals,
  unlinkedIds,
  unnoted,
  untypedMoney,
  type Rule,
} from './schema-rules.js'
import { domainOf } from './support.js'
import { present } from '../support/present.js'
import { standIn } from '../support/stand-in.js'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** Turns `A: b c` into `A.b` and `A.c`. */
const listed = (text: string): string[] =>
  [...text.matchAll(/(\w+):([^:]*?)(?=\s+\w+:|$)/g)].flatMap(([, type, fields]) =>
    present(fields)
      .trim()
      .split(/\s+/)
      .map((field) => `${type}.${field}`),
  )

/** The plain lists: complete lists of one customer or clock, which the contract has, and bounded lists of one parent. */
const lists =
  `Account.blocks ApprovalJournal.lines ApprovalPreview.changes ApprovalPreview.journals ApprovalPreview.texts
   Query.apiKeys Query.clockedCustomers Query.jobs Query.moneyUnderWay Query.openPositions Query.owedByMaturity Query.optOutPositions Query.productsOnSale
   Query.months Query.search Query.transactions Query.trialBalances Journal.entries Leaving.deposits Leaving.payouts Leaving.refunds
   Month.accounts Month.fees Month.hindrances PaymentOrder.refunds
   Payout.transfers ScoreRequest.documents TrialBalance.accounts TrialBalance.totals`.split(/\s+/)

/** Types whose lists are bounded: parts of a result of the scoring service, a day, a projection, and sums over dates. */
const parts = /^(Score(Cashflow|Lifestyle|Result|Scoring|Summary)|Projection|WalkDay|Insights)\./

/** Why a number is a Float: all are in results of the scoring service, whose currency may be any. */
const fractional: Readonly<Record<string, string>> = {
  'an amount in units of the currency of a statement, with its cents, and of a trader more than an Int holds': `
    ScoreAffordability: business shortTerm
    ScoreBoosted: limit
    ScoreBorrowingCharacter: avgDisbPerEvent avgOverdraftPerEvent avgRepayPerEvent highestDisbursement highestOverdraft
      highestRepayment totalDisbursed totalOverdraft totalRepaid
    ScoreCashflow: averageDailyBalance averageDailyIncome
    ScoreCreditLimit: businessLimit grossLimit netLimit shortTermLimit
    ScoreIncomeBlock: business other salary transfers
    ScoreIncomeEstimate: high low mid
    ScoreMonthCashflow: inflow outflow
    ScoreMonthIncome: income
    ScoreOutflow: amount
    ScoreRecommendations: businessAffordability shortTermAffordability
    ScoreShop: value
    ScoreSpending: value
    ScoreStatementHeader: closingBalance openingBalance sumPaidIn sumPaidOut
    ScoreSummary: averageMonthlyBorrowing averageMonthlyOverdraftUsage businessLimit observedMonthlyIncome shortTermLimit
    ScoreUtility: amount`,
  'a share, a weight or a probability, from 0 to 1': `
    ScoreBoosted: probabilityOfDefault
    ScoreIncomeBlock: regularPayerShare
    ScoreOutflow: share
    ScoreScoring: probabilityOfDefault
    ScoreWeights: bureau statement`,
  'one figure over another': `
    ScoreCashflow: debtToIncomeRatio
    ScoreUtility: frequency`,
  'whatever figure a characteristic has': 'ScoreReason: value',
  "on the bureau's own scale, of which we know nothing": 'ScoreScoring: bureauScore',
}

/** Why there is no link beside an id of something else. */
const unlinked: Readonly<Record<string, string>> = {
  'a product or a queue by the code that people know it by, in sums and for customers': `
    Accrual: product
    InsightDeposits: product
    InsightInterest: product
    InsightLiabilities: product
    InsightProjection: product
    InsightRateChange: product
    InsightRenewals: product
    InsightScoreReasons: product
    InsightScores: product
    InsightTickets: product
    InsightWithdrawals: product
    MaturedOnDay: product
    MoneyOutOnDay: product
    PaymentOrder: productCode
    Product: code
    ProjectedMaturity: product
    ProjectedMoneyOut: product`,
  'the real book or that of a test clock, `system` or `CLK-...`': `
    Journal: book
    LedgerEntry: book
    SuspendedPayment: book
    TrialBalance: book
    WalkDay: book`,
  'a person of the house, who is no Node': `
    ApiKey: holder
    ApprovalDelegation: delegateId lenderId
    ApprovalLimit: personId
    RoleAssignment: personId`,
  'of a thing of any of several kinds, which node(id) finds': `
    AuditEntry: subject
    HistoryEvent: subject
    LedgerEntry: dimension
    Note: subject`,
  'of others: of a client of the scoring service, of the provider, of the calendar': `
    Approval: requestId
    Month: month
    ProviderLine: transactionId`,
  'of the wire, which has texts': `
    ClockedCustomer: clockId
    ConfirmDepositPayload: reference
    ConfirmWithdrawalPayload: reference settlementReference
    PrepareStatementPayload: reference
    QuoteDepositPayload: positionId productCode reference
    QuoteWithdrawalPayload: reference settlementReference
    RegisterCustomerPayload: accountId
    Registration: accountId`,
  'the link says whose failure it repeats: repeatOf': 'ScoreRequest: resubmissionOf',
}

const validSdl = `
  interface Node { id: ID! }
  scalar Money
  "A thing."
  type Thing implements Node {
    "Its id, \`THG-...\`."
    id: ID!
    amount: Money!
    other: Other
    otherId: ID
    "The name; masked for analysts."
    name: String
  }
  type Other implements Node {
    "Its id, \`OTH-...\`."
    id: ID!
    kind: Kind!
    "How many."
    count: Int!
  }
  enum Kind { ONE TWO_THREE }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type TotalCount { value: Int! isExact: Boolean! }
  type ThingEdge { node: Thing! cursor: String! }
  type ThingConnection { edges: [ThingEdge!]! nodes: [Thing!]! pageInfo: PageInfo! totalCount: TotalCount! }
  input ThingFilter { amount: Money }
  enum ThingSort { NEWEST OLDEST }
  type Query { node(id: ID!): Node things(first: Int! = 20, after: String, filter: ThingFilter, sort: ThingSort! = NEWEST): ThingConnection! }
  input DoThingInput { idempotencyKey: ID! amount: Money }
  enum DoThingRefusalCode { NO }
  type DoThingRefusal { code: DoThingRefusalCode! message: String! }
  type DoThingPayload { thing: Thing refusal: DoThingRefusal }
  type Mutation { doThing(input: DoThingInput!): DoThingPayload! }
`
const notedThere = unnoted({ Thing: ['name'] })

/** Changes to the valid schema, each with the rule that it breaks and what the rule reports. */
const planted: readonly (readonly [Rule, string, string, RegExp])[] = [
  [plainLists, 'other: Other', 'other: Other others: [Other!]!', /^Thing\.others$/],
  [connections, 'first: Int! = 20', 'first: Int', /^Query\.things: /],
  [connections, 'first: Int! = 20', 'first: Int! = 200', /^Query\.things: first is 200$/],
  [connections, 'filter: ThingFilter, ', '', /^Query\.things: /],
  [connections, 'sort: ThingSort! = NEWEST', 'sort: Kind! = ONE', /^Query\.things: /],
  [connections, 'totalCount: TotalCount! }', 'total: Int! }', /^Query\.things: /],
  [connections, '): ThingConnection!', '): ThingConnection', /^Query\.things: /],
  [mutations, 'doThing(input: DoThingInput!)', 'doThing(input: DoThingInput!, id: ID!)', /^doThing: /],
  [
    mutations,
    'doThing(input: DoThingInput!): DoThingPayload!',
    'doThing(input: DoThingInput!): Thing',
    /^doThing: /,
  ],
  [refusals, 'thing: Thing refusal: DoThingRefusal', 'thing: Thing', /^doThing$/],
  [refusals, 'code: DoThingRefusalCode!', 'code: String!', /^doThing: /],
  [refusals, 'refusal: DoThingRefusal }', 'refusal: String }', /^doThing: /],
  [mutationsWithoutKey, 'idempotencyKey: ID! ', '', /^doThing$/],
  [mutationsWithoutKey, 'idempotencyKey: ID! ', 'idempotencyKey: ID ', /^doThing$/],
  [fractionalOutputs, 'count: Int!', 'count: Float!', /^Other\.count$/],
  [fractionalInputs, '{ amount: Money }', '{ amount: Money share: Float }', /^ThingFilter\.share$/],
  [fractionalInputs, 'node(id: ID!)', 'node(id: ID!, share: Float)', /^Query\.node\(share\)$/],
  [untypedMoney, 'count: Int!', 'count: Int! amount: Int!', /^Other\.amount$/],
  [
    untypedMoney,
    'idempotencyKey: ID! amount: Money',
    'idempotencyKey: ID! amount: String',
    /^DoThingInput\.amount$/,
  ],
  [typesOutsideNode, 'type Other implements Node', 'type Other', /^Other$/],
  [prefixes, 'Its id, `OTH-...`.', 'Its id.', /^Other$/],
  [prefixes, 'Its id, `OTH-...`.', 'Its id, `THG-...`.', /^(Thing|Other)$/],
  [unlinkedIds, 'other: Other', 'fellow: Other', /^Thing\.otherId$/],
  [unlinkedIds, 'other: Other', 'other: Kind', /^Thing\.otherId$/],
  [names, 'count: Int!', 'how_many: Int!', /^Other\.how_many$/],
  [names, 'node(id: ID!)', 'node(id: ID!, Whose: ID)', /^Query\.node\(Whose\)$/],
  [names, 'ONE TWO_THREE', 'ONE twoThree', /^Kind$/],
  [
    notedThere,
    'otherId: ID',
    'otherId: ID "Where; masked for analysts." address: String',
    /^Thing\.address$/,
  ],
  [notedThere, 'kind: Kind!', '"Who; masked for analysts." called: String kind: Kind!', /^Other\.called$/],
]

describe('a rule of the schema', () => {
  test('reports nothing in a valid schema', () => {
    const found = [...new Set(planted.map(([rule]) => rule))].flatMap((rule) => rule(buildSchema(validSdl)))
    expect(found).toEqual([])
  })

  test.each(planted.map(([rule, from, to, says]) => [to, { rule, from, says }] as const))(
    'reports what breaks it: %s',
    (to, { rule, from, says }) => {
      expect(validSdl.split(from).length).toBeGreaterThan(1)
      const found = rule(buildSchema(validSdl.replace(from, to)))
      expect(found.length).toBeGreaterThan(0)
      for (const one of found) expect(one).toMatch(says)
    },
  )
})

describe('the schema', () => {
  test('has connections, all of one form, for lists that can grow', () => {
    expect(fieldsOf(schema).filter(({ path }) => path.startsWith('Query.')).length).toBeGreaterThan(50)
    expect(
      plainLists(schema)
        .filter((path) => !parts.test(path))
        .toSorted(),
    ).toEqual(lists.toSorted())
    expect(connections(schema)).toEqual([])
  })

  test('has mutations of one form, whose refusals are data', () => {
    expect(mutations(schema)).toEqual([])
    // This mutation has no refusals, because it only creates a reference.
    expect(refusals(schema)).toEqual(['prepareStatement'])
    const ofTheWire = [...readOperations(operationsDirectory).values()].join()
    expect(mutationsWithoutKey(schema).filter((name) => !ofTheWire.includes(`: ${name}(`))).toEqual([])
    const doneOnWire = Object.keys(present(schema.getMutationType()).getFields()).filter((name) =>
      ofTheWire.includes(`: ${name}(`),
    )
    expect(mutationsWithoutKey(schema).toSorted()).toEqual(doneOnWire.toSorted())
  })

  test('has counts as Int, and money and rates as their own scalars', () => {
    expect(fractionalOutputs(schema).toSorted()).toEqual(Object.values(fractional).flatMap(listed).toSorted())
    expect(fractionalInputs(schema)).toEqual([])
    const elsewhere = untypedMoney(schema).filter((path) => !fractionalOutputs(schema).includes(path))
    // This amount is the text that the customer typed.
    expect(elsewhere).toEqual(['QuoteDepositInput.amount'])
  })

  test('has ids with a prefix for their kind, and links to other objects', () => {
    // These are rows of the wire, the model of the scoring service, and a deprecated proposal.
    expect(typesOutsideNode(schema).toSorted()).toEqual([
      'MoneyUnderWay',
      'OptOutPosition',
      'Resolution',
      'ScoreModel',
      'Transaction',
    ])
    // Both types have the prefix of a quote.
    expect(prefixes(schema)).toEqual(['DepositQuote', 'WithdrawalQuote'])
    const page = readFileSync('docs/graphql.md', 'utf8')
    expect(prefixesOf(schema).size).toBeGreaterThanOrEqual(20)
    for (const prefix of prefixesOf(schema).values()) expect(page).toContain(`\`${prefix}-\``)
    expect(unlinkedIds(schema).toSorted()).toEqual(Object.values(unlinked).flatMap(listed).toSorted())
  })

  test('follows one naming style', () => {
    // Ledger accounts and languages keep the lower-case names that they have elsewhere.
    expect(names(schema).toSorted()).toEqual(['Language', 'LedgerAccount'])
  })

  test('accepts exactly one identifier of a customer', () => {
    const by = schema.getType('CustomerBy')
    expect(by && 'isOneOf' in by && by.isOneOf).toBe(true)
  })

  test('records in the access log each read of a field that is masked for other roles', () => {
    for (const [type, fields] of Object.entries(personalFields)) {
      const there = schema.getType(type)
      const known = isObjectType(there) ? Object.keys(there.getFields()) : []
      expect([type, fields.filter((field) => !known.includes(field))]).toEqual([type, []])
    }
    // Both are found only by number, and the access log records each query by number.
    const lookedUp = ['EmailOnFile.email', 'Registration.email']
    expect(unnoted(personalFields)(schema).toSorted()).toEqual(lookedUp)
  })
})

describe('a page of a list at its default size', () => {
  /** All leaf fields of a row without required arguments. */
  const scalars = (type: GraphQLNamedType, within: GraphQLSchema): string => {
    if (!isObjectType(type) && !isInterfaceType(type)) return ''
    const own = Object.values(type.getFields())
      .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
      .map(({ name }) => name)
    const kinds = isInterfaceType(type) ? within.getPossibleTypes(type) : []
    return [...own, ...kinds.map((kind) => `... on ${kind.name} { ${scalars(kind, within)} }`)].join(' ')
  }
  const built = createSchema(domainOf({ database: standIn<Database>({}) }))
  const ask = (list: string, row: string) =>
    `${list} { nodes { ${row} } pageInfo { hasNextPage endCursor } totalCount { value isExact } }`
  const costs = fieldsOf(built)
    .filter(({ type, field }) => isObjectType(type) && getNamedType(field.type).name.endsWith('Connection'))
    .filter(({ type }) => type.name === 'Query' || type.name === 'Customer')
    .map(({ type, field, path }) => {
      const connection = getNamedType(field.type)
      const row = isObjectType(connection)
        ? getNamedType(present(connection.getFields()['nodes']).type)
        : connection
      const list = ask(field.name, scalars(row, built))
      const query = type.name === 'Query' ? `{ ${list} }` : `{ customer(by: { id: "x" }) { ${list} } }`
      const document = parse(query)
      const [operation] = document.definitions
      if (operation?.kind !== 'OperationDefinition') throw new Error(query)
      return [path, costOf({ schema: built, document, operation, variables: undefined })] as const
    })

  test('costs less than the limit of an operation, with all fields of its rows', () => {
    expect(costs.length).toBeGreaterThan(40)
    expect(costs.filter(([, cost]) => cost >= costMax)).toEqual([])
    // A cost below 100 would mean that the fields of a row are counted once, and not for each row: any list except `scoreRequests` would
    // then cost less than 40.
    expect(costs.filter(([, cost]) => cost < 100)).toEqual([])
  })
})
