import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ApolloServer } from '@apollo/server'
import { execute, parse, type GraphQLSchema } from 'graphql'
import { createContext } from '../../src/app/context.js'
import { createSchema } from '../../src/app/schema.js'
import { createApollo } from '../../src/platform/graphql/server/apollo.js'
import type { RequestContext } from '../../src/platform/graphql/context.js'
import type { Role } from '../../src/kernel/call.js'
import { domainOf, person } from '../graphql/support.js'
import { onSqlite } from '../support/services.js'
import { openWorld, type World } from '../support/world.js'

const day = '2026-03-10'
const flows: readonly (readonly [family: string, key1: string, key2: string, key3: string])[] = [
  ['DEPOSITS', 'LOCK3M', 'NEW', '5000'],
  ['EXITS', 'LOCK3M', 'EARLY_EXIT', 'LEFT'],
  ['TRANSFERS', 'PAID', '', 'WITHDRAWAL'],
  ['TRANSFERS', 'REFUSED', 'DECLINED', 'OTHER'],
  ['TRANSFER_MINUTES', 'WITHDRAWAL', '5', ''],
  ['LOSSES', 'DEPOSIT', 'LAPSED', ''],
  ['CUSTOMERS', 'JOINED', '', ''],
  ['INTEREST', 'LOCK3M', '', ''],
  ['RENEWAL', 'LOCK3M', 'RENEWED', ''],
  ['SCORES', 'PA', 'APPROVE', 'A'],
  ['SCORES', 'PA', 'UPLOADS_FAILED', 'FAILED'],
  ['SCORE_MINUTES', 'PA', '', '5'],
  ['SCORE_REASONS', 'PA', '', 'R01'],
]
const stocks = [
  ['BALANCES', '5000', ''],
  ['COHORTS', '2026-03', ''],
  ['LIABILITIES', 'LOCK3M', '2026-06'],
  ['MATURING', 'LOCK3M', '2026-06-10'],
] as const

const everything = `query All($by: InsightPeriod! = DAY, $dates: DateRange, $isShort: Boolean!) {
  figures: insights { __typename completeTo currency
    deposits(by: $by, dates: $dates) { ...of count amount }
    tickets(by: $by) { period product from below count amount isPartial }
    withdrawals(by: WEEK) { period product basis event count principal interest forfeited isRounded }
    payouts(by: $by) { period outcome reason purpose count amount medianMinutes p95Minutes }
    funnel { period operation asked shown confirmed paid }
    failures { period operation reason count }
    customers { week joined returned left active }
    cohorts { cohort month monthsSince joined saving balance }
    liabilities { product maturesIn monthsToMaturity savings principal }
    projection(days: 366) { on product savings principal }
    interestExpense { month product expense accrued }
    balances { from below customers balance }
    renewal { period product matured renewed principal renewedPrincipal }
    rateChange(days: 180) { product version rate publishedOn days countBefore amountBefore countAfter amountAfter }
    scores(by: DAY) { period product decision riskBand failure count medianMinutes }
    scoreReasons(by: DAY) { period code: reason ... on InsightScoreReasons @skip(if: $isShort) { product decision } }
    isForRelease
  }
  released: insights(forRelease: true) { isForRelease deposits { period @include(if: $isShort) amount } }
}
fragment of on InsightDeposits { period kind: __typename product basis isPartial }`

let world: World
let schema: GraphQLSchema
let apollo: ApolloServer<RequestContext>
beforeAll(async () => {
  world = await openWorld(onSqlite)
  world.clock.set('2026-03-31')
  for (const [on, customers, few] of [
    [day, 9, null],
    ['2026-03-12', 3, 'A,B,C'],
  ] as const)
    for (const flow of flows)
      await world.write(
        `INSERT INTO insight_flows VALUES (?, ?, ?, ?, ?, '2026-03-09', '2026-03-01', 9, 90000, 700, 5, ?, ?)`,
        flow[0],
        on,
        flow[1],
        flow[2],
        flow[3],
        customers,
        few,
      )
  for (const stock of stocks)
    await world.write(
      `INSERT INTO insight_stocks VALUES (?, ?, ?, ?, 20, 19, 90000)`,
      stock[0],
      '2026-03-30',
      stock[1],
      stock[2],
    )
  await world.write(`INSERT INTO insight_progress VALUES ('DAYS', '2026-03-30', '2026-03-30')`)
  const domain = domainOf(world)
  schema = createSchema(domain)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  apollo = createApollo({ schema, production: false, log: quiet })
  await apollo.start()
})
afterAll(async () => {
  await apollo?.stop()
  await world?.close()
})

const contextOf = (role: Role) => createContext(domainOf(world), world.call({ actor: person(role) }))
const answer = async (query: string, variables: Record<string, unknown>, role: Role = 'BACK_OFFICE') => {
  const { body } = await apollo.executeOperation({ query, variables }, { contextValue: contextOf(role) })
  if (body.kind !== 'single') throw new Error('one answer was expected')
  return body.singleResult
}

test.each(['ANALYST', 'BACK_OFFICE', 'ADMIN'] as const)(
  'figures are answered byte for byte as by graphql itself: %s',
  async (role) => {
    for (const variables of [
      { isShort: true },
      { isShort: false, by: 'MONTH', dates: { from: day, before: '2026-03-31' } },
    ]) {
      const itself = await execute({
        schema,
        document: parse(everything),
        variableValues: variables,
        contextValue: contextOf(role),
      })
      expect(itself.errors).toBeUndefined()
      expect(JSON.stringify(itself.data)).toMatch(/LOCK3M.*LOCK3M/)
      expect(JSON.stringify(await answer(everything, variables, role))).toBe(JSON.stringify(itself))
    }
  },
)

test.each<[string, string, Record<string, unknown>, string]>([
  ['a refusal', '{ insights { rateChange(days: 0) { days } } }', {}, 'INVALID_ARGUMENT'],
  [
    'a variable of another type',
    'query ($d: LocalDate) { insights { balances(on: $d) { from } } }',
    { d: 'x' },
    'BAD_USER_INPUT',
  ],
  [
    'a variable that is missing',
    'query ($by: InsightPeriod!) { insights { deposits(by: $by) { period } } }',
    {},
    'BAD_USER_INPUT',
  ],
])('%s is answered as in any other query', async (_what, query, variables, code) => {
  const { errors } = await answer(query, variables)
  const { errors: itself } = await answer(query.replace('{ insights', '{ __typename insights'), variables)
  expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining({ code }) })])
  expect(errors).toEqual(itself)
})

test('a role that may not read the figures is refused, which is recorded once', async () => {
  const { errors } = await answer('{ insights { currency } }', {}, 'GATEWAY')
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  expect(await world.rows(`SELECT action FROM audit_log WHERE action LIKE '%refused%'`)).toHaveLength(1)
})
