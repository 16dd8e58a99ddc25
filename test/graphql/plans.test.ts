import { expect, test } from '@jest/globals'
import { onSqlite } from '../support/services.js'
import { openWorld, type World } from '../support/world.js'
import { clerk, person, recorded, serviceOf } from './support.js'

/** The plans of SQLite for the statements of a query; they do not depend on the number of rows. */
const plansOf = async (
  query: string,
  actor = clerk,
  prepare: (world: World) => Promise<unknown> = async () => undefined,
): Promise<string[]> => {
  const world = await openWorld(onSqlite)
  try {
    await prepare(world)
    const { database, statements } = recorded(world.database)
    await serviceOf({ ...world, database }).ask(query, { actor })
    const plans = await Promise.all(statements.map((one) => world.rows(`EXPLAIN QUERY PLAN ${one}`)))
    return plans.flat().map(({ detail }) => String(detail))
  } finally {
    await world.close()
  }
}

test('suspense reads the review cases of its payments, and not all open cases', async () => {
  const plans = await plansOf('{ suspense { nodes { reason } } }', person('APPROVER'))
  expect(plans.filter((step) => step.includes('review_cases'))).toEqual([
    'SEARCH review_cases USING INDEX ix_review_cases_order (order_id=?)',
  ])
})

test('insights of open days read the payments of each day, and not the whole history', async () => {
  const of = 'by: DAY, dates: { from: "2026-03-01" }'
  const plans = await plansOf(
    `{ insights { deposits(${of}) { count } payouts(${of}) { count } funnel(${of}) { paid } failures(${of}) { count } } }`,
  )
  const orders = plans.filter((step) => step.includes('SEARCH payment_orders USING INDEX ix_'))
  expect(orders.length).toBeGreaterThan(3)
  expect(new Set(orders)).toEqual(
    new Set(['SEARCH payment_orders USING INDEX ix_payment_orders_settled (settled_on=?)']),
  )
})

test('lists of an account or a customer read only the customer’s rows', async () => {
  const lists = ['positions', 'deposits', 'orders', 'payouts', 'statements']
  for (const query of [
    ...lists.map((list) => `{ accounts { nodes { ${list} { pageInfo { hasNextPage } } } } }`),
    ...lists.map((list) => `{ accounts { nodes { ${list} { totalCount { value } } } } }`),
    '{ customers { nodes { suspense { totalCount { value } pageInfo { hasNextPage } } } } }',
  ]) {
    const plans = await plansOf(query, clerk, (world) => world.register())
    const scanned = plans.flatMap((step) => /^SCAN (\w+)/.exec(step)?.[1] ?? [])
    const ofAll = [
      'collection',
      'deposit_positions',
      'deposits',
      'journals',
      'payment_orders',
      'payouts',
      'positions',
      'postings',
      'statements',
    ]
    expect([query, scanned.filter((table) => ofAll.includes(table))]).toEqual([query, []])
    expect([query, plans.some((step) => step.includes('(customer_id=?'))]).toEqual([query, true])
  }
})
