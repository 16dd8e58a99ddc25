import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { join } from 'node:path'
import { openOrderStore } from '../../src/payments/emulator/orders.js'
import { eventually } from '../support/wait.js'
import { withQuote } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'

let service: Service
beforeAll(async () => {
  service = await startService(onSqlite)
})
afterAll(() => service?.close())

/** What the emulator has on its disk, also while its process is gone. */
const ordersOnDisk = (msisdn: string) => {
  const store = openOrderStore(join(service.dataDirectory, 'emulator'))
  const orders = store.list({ msisdn })
  store.close()
  return orders
}

test('the embedded emulator is killed with the service and forgets no order', async () => {
  const { customer, reference } = await withQuote(service, '5000')
  await customer.confirm(reference)
  await eventually('the emulator has the order', () => ordersOnDisk(customer.msisdn).length === 1)
  await service.kill9()
  expect(ordersOnDisk(customer.msisdn)).toHaveLength(1)
  await service.start()
  expect(await customer.outcome(reference, 20_000)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
  expect(ordersOnDisk(customer.msisdn)).toHaveLength(1)
  expect(await customer.balance()).toMatchObject({ total_balance: '5000', position_count: '1' })
  await expectBooksToClose(service)
})

test('whoever scrapes the service is told what people must act on', async () => {
  const answer = await fetch(`${service.url()}/metrics`)
  const told = (await answer.text()).split('\n').filter((line) => line.startsWith('cauri_'))
  expect(told).toEqual(
    expect.arrayContaining([
      'cauri_review_cases_open{kind="PAYOUT_FAILED"} 0',
      'cauri_orders_under_review{kind="PAY_OUT"} 0',
      'cauri_transfers_waiting_for_float{kind="PAY_OUT"} 0',
    ]),
  )
})
