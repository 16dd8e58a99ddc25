import { expect, test } from '@jest/globals'
import type { DemoBank } from '../../src/cli/demo/bank.js'
import { actsOfDay, inventPeople } from '../../src/cli/demo/customers.js'
import { createRandom } from '../../src/cli/demo/random.js'
import { at } from '../support/present.js'
import { dateOf } from '../support/typed.js'

/** Random numbers with which everything that can happen on a day does, except an early withdrawal. */
const eager = { ...createRandom(1), happens: () => true, next: () => 0.999 }

test.each([
  ['2026-03-31', []],
  ['2026-04-01', ['create_withdrawal_summary', 'confirm_withdrawal']],
])('on %s, a customer of the demo with savings that mature on 1 April calls %j', async (today, calls) => {
  const person = { ...at(inventPeople(1, 30, createRandom(1)), 0), joinDay: 0, nextDepositDay: 1000 }
  const made: string[] = []
  const unused = () => Promise.reject(new Error('not used here'))
  const bank: DemoBank = {
    now: () => 0,
    moveTo: () => undefined,
    wait: () => undefined,
    call: async (operation) => {
      made.push(operation)
      return { withdrawal_reference: 'WDR-1' }
    },
    list: unused,
    ask: unused,
    work: unused,
    counts: unused,
    rows: async () => [{ msisdn: person.msisdn, id: 'P1', status: 'OPEN', maturity_on: '2026-04-01' }],
    end: unused,
    errors: [],
    close: unused,
  }
  for (const act of await actsOfDay(bank, [person], { day: 90, date: dateOf(today) }, eager)) await act()
  expect(made.filter((operation) => operation.includes('withdrawal'))).toEqual(calls)
})
