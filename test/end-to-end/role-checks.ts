import { beforeAll, expect, test } from '@jest/globals'
import { eventually } from '../support/wait.js'
import { withQuote, type Customer } from './customer.js'
import type { Service } from './service.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const aboutCustomer =
  '{ customer(by: { msisdn: "237670000123" }) { msisdn positions { nodes { principal customer { msisdn } } } } }'
const savings = '{ savingsBalance(msisdn: "237670000123") { total } }'
const quoting =
  'mutation { quoteDeposit(input: { msisdn: "237670000123", amount: "1000", productCode: "LOCK1M" }) { status reference } }'
const newClock = 'mutation { createClock(input: { now: "2027-01-01" }) { clock { id now } } }'
const forbidden = { data: null, codes: ['FORBIDDEN'] }

/** The roles of a service, checked by queries and mutations. */
export const declareRoleChecks = (service: () => Service): void => {
  let customer: Customer
  beforeAll(async () => {
    const deposited = await withQuote(service(), '5000', '237670000123')
    customer = deposited.customer
    await customer.outcome(deposited.reference)
  })
  const ask = (key: string, query: string) => service().graphql(query, key)

  test("staff see a customer's number and savings in full", async () => {
    for (const key of ['dev-back-office-key', 'dev-approver-key', 'dev-admin-key']) {
      expect(await ask(key, aboutCustomer)).toMatchObject({
        status: 200,
        codes: [],
        data: {
          customer: {
            msisdn: '237670000123',
            positions: { nodes: [{ principal: '5000', customer: { msisdn: '237670000123' } }] },
          },
        },
      })
    }
  })

  test('an analyst sees masked lists, finds nobody by number, and changes nothing', async () => {
    expect(
      (await ask('dev-analyst-key', '{ reviewCases { nodes { id customer { msisdn } } } }')).codes,
    ).toEqual([])
    expect(await ask('dev-analyst-key', aboutCustomer)).toMatchObject({ codes: ['FORBIDDEN'] })
    expect(await ask('dev-analyst-key', quoting)).toMatchObject(forbidden)
    expect(await ask('dev-analyst-key', newClock)).toMatchObject(forbidden)
  })

  test('the gateway quotes and reads balances, and finds no customer', async () => {
    expect(await ask('dev-gateway-key', savings)).toMatchObject({
      data: { savingsBalance: { total: '5000' } },
    })
    expect(await ask('dev-gateway-key', quoting)).toMatchObject({ data: { quoteDeposit: { status: 'OK' } } })
    expect(await ask('dev-gateway-key', aboutCustomer)).toMatchObject({ codes: ['FORBIDDEN'] })
    expect(await ask('dev-gateway-key', '{ reviewCases { nodes { id } } }')).toMatchObject(forbidden)
  })

  test('only testers create clocks', async () => {
    expect(await ask('dev-gateway-key', newClock)).toMatchObject({
      data: { createClock: { clock: { now: '2027-01-01' } } },
    })
    expect(await ask('dev-back-office-key', newClock)).toMatchObject(forbidden)
  })

  test('the back office deposits for a customer at the counter, and the audit names the back office', async () => {
    const { data } = await ask('dev-back-office-key', quoting)
    const { reference } = shaped(
      z.object({ quoteDeposit: z.object({ reference: z.string() }) }),
      data,
    ).quoteDeposit
    await ask(
      'dev-back-office-key',
      `mutation { confirmDeposit(input: { msisdn: "237670000123", reference: "${reference}" }) { status } }`,
    )
    expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    const [row] = await service().withDatabase(({ read }) =>
      read.all(
        `SELECT actor FROM audit_log JOIN payment_orders ON payment_orders.id = subject
       WHERE action = 'CONFIRM_DEPOSIT' AND quote_reference = ?`,
        [reference],
      ),
    )
    expect(row).toEqual({ actor: 'development back office' })
  })

  test('an unknown key is unauthenticated', async () => {
    for (const key of ['', 'guessed', 'DEV-ADMIN-KEY']) expect((await ask(key, savings)).status).toBe(401)
  })

  test("the refusal of a report is recorded with the caller's address", async () => {
    const report = (key: string) =>
      fetch(`${service().url()}/reports/scores/none`, { headers: { 'x-api-key': key } })
    expect((await report('dev-gateway-key')).status).toBe(403)
    expect((await report('dev-back-office-key')).status).toBe(404)
    const rows = () =>
      service().withDatabase(({ read }) =>
        read.all(
          "SELECT actor, subject, address FROM audit_log WHERE action = 'REFUSED' AND subject LIKE '/%'",
        ),
      )
    await eventually('it is written', async () => (await rows()).length > 0)
    expect(await rows()).toContainEqual({
      actor: 'development gateway',
      subject: '/reports/scores/:id',
      address: '127.0.0.1',
    })
  })

  test('a GraphQL error shows neither stack nor SQL', async () => {
    const response = await fetch(`${service().url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'dev-admin-key' },
      body: JSON.stringify({ query: '{ customer(by: { msisdn: "nobody" }) { id } nothing }' }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(/\n\s+at |node_modules|SELECT/)
  })
}
