import { describe, expect, test } from '@jest/globals'
import { changedAmountIn } from '../../src/scoring-service/reading/checks/changed-amount.js'
import { replayBalances } from '../../src/scoring-service/reading/rows/reconcile.js'
import type { StatementRow } from '../../src/scoring-service/model/statement.js'
import { personas, type PersonaName } from './fixtures/personas.js'
import { asRead } from './fixtures/printed-row.js'
import { randomOf } from './fixtures/random.js'
import { walletContent } from './fixtures/wallet-statement.js'
import { present } from '../support/present.js'
import { keysOf } from '../support/typed.js'

const names = keysOf(personas).filter((name) => name !== 'thin')
const seeds = [1, 2, 3, 4, 5]

const rowsOf = (persona: PersonaName, seed: number): StatementRow[] =>
  walletContent({ persona, seed, months: 4 }).rows.map(asRead)

const found = (rows: readonly StatementRow[]) => changedAmountIn(rows, replayBalances(rows))

/**
 * Rows that share neither receipt nor second with a neighbour, are far from both ends and from groups whose balances do
 * not follow, and have no uncompleted row on their day.
 */
const rowsAlone = (rows: readonly StatementRow[]): number[] => {
  const uncounted = new Set(
    rows
      .filter(({ transactionStatus }) => transactionStatus !== 'Completed')
      .map(({ completionTime }) => completionTime.slice(0, 10)),
  )
  const disorderly = replayBalances(rows).broken.flatMap((group) =>
    group.rows.map(({ rowIndex }) => rowIndex),
  )
  return rows.flatMap((row, i) => {
    const isOrderly = disorderly.every((at) => Math.abs(at - i) > 6)
    const isAlone = [rows[i - 1], rows[i + 1]].every(
      (other) => other?.completionTime !== row.completionTime && other?.receiptNumber !== row.receiptNumber,
    )
    const isInside = i >= 20 && i < rows.length - 20
    return isAlone &&
      isOrderly &&
      isInside &&
      row.paidIn + row.paidOut > 0 &&
      !uncounted.has(row.completionTime.slice(0, 10))
      ? [i]
      : []
  })
}

const sampleOf = (of: readonly number[], seed: number): number[] => {
  const random = randomOf(seed)
  return Array.from({ length: 5 }, () => random.pick(of))
}

const wallets = names.flatMap((persona) =>
  seeds.map((seed) => [persona, seed, rowsOf(persona, seed)] as const),
)

test.each(wallets)('%s, seed %i, unchanged: no amount contradicts the balances', (_, __, rows) => {
  expect(found(rows)).toBeUndefined()
})

/**
 * The wallets with at least five such rows. Most wallets of a persona that lives on overdrafts have fewer, because nearly all their rows
 * share a receipt with another row.
 */
const withRowsAlone = wallets.filter(([, , rows]) => rowsAlone(rows).length >= 5)

test('more than half of the wallets have at least five rows that share neither time nor receipt with a neighbour', () => {
  expect(withRowsAlone.length).toBeGreaterThan(wallets.length / 2)
})

describe.each(withRowsAlone)('%s, seed %i', (_persona, seed, rows) => {
  const places = sampleOf(rowsAlone(rows), seed)

  test('an amount that is raised or lowered while the balances stay is found at its row', () => {
    for (const at of places) {
      for (const change of [
        (amount: number) => amount * 3 + 700,
        (amount: number) => Math.ceil(amount / 3),
      ]) {
        const row = present(rows[at])
        const changed = {
          ...row,
          paidIn: row.paidIn > 0 ? change(row.paidIn) : 0,
          paidOut: row.paidOut > 0 ? change(row.paidOut) : 0,
        }
        expect(found(rows.with(at, changed))).toMatchObject({
          receiptNumber: row.receiptNumber,
          drift: row.paidIn - changed.paidIn + changed.paidOut - row.paidOut,
        })
      }
    }
  })

  describe('the usual disorder of issuers is not reported', () => {
    const balanceOff = (at: number, by: number): StatementRow => {
      const row = present(rows[at])
      return { ...row, balance: (row.balance ?? 0) + by }
    }
    const kinds: readonly (readonly [string, (at: number) => StatementRow[]])[] = [
      ['a balance of another moment', (at) => rows.with(at, balanceOff(at, 1300))],
      [
        'two rows booked in the other order',
        (at) => {
          const [a, b] = [present(rows[at - 1]), present(rows[at])]
          return rows
            .with(at - 1, { ...b, completionTime: a.completionTime })
            .with(at, { ...a, completionTime: b.completionTime })
        },
      ],
      ['a row printed twice', (at) => rows.toSpliced(at, 0, present(rows[at]))],
      [
        'a row printed in the wrong column',
        (at) => {
          const row = present(rows[at])
          return rows.with(at, { ...row, paidIn: row.paidOut, paidOut: row.paidIn })
        },
      ],
      [
        'a payment that was reversed, and is listed as Reversed',
        (at) => rows.with(at, { ...present(rows[at]), transactionStatus: 'Reversed' }),
      ],
      ['a balance that is off by a cent', (at) => rows.with(at, balanceOff(at, 1))],
      ['another last balance', () => rows.with(rows.length - 1, balanceOff(rows.length - 1, 500))],
      ['another first balance', () => rows.with(0, balanceOff(0, 500))],
    ]
    test.each(kinds)('%s', (_, disorder) => {
      for (const at of places) expect(found(disorder(at))).toBeUndefined()
    })
  })
})

test('a statement of 25 rows has too few to judge', () => {
  const rows = rowsOf('salaried', 1).slice(0, 25)
  const at = 12
  const row = present(rows[at])
  expect(found(rows.with(at, { ...row, paidOut: row.paidOut + 900 }))).toBeUndefined()
})

/** No balance is known before these rows, so only the row after them can show the order of booking. */
describe('the first two rows, printed in the other order than booked', () => {
  const row = (i: number, paidIn: number, paidOut: number, balance: number): StatementRow => ({
    ...present(rowsOf('salaried', 1)[0]),
    rowIndex: i,
    receiptNumber: `UD${i}000000`,
    completionTime: `2026-04-0${i + 1} 08:00:01`,
    transactionStatus: 'Completed',
    paidIn,
    paidOut,
    balance,
  })
  const raced = (second: number) =>
    replayBalances([row(0, 0, 50, 1028), row(1, second, 0, 1078), row(2, 731, 0, 1759), row(3, 0, 59, 1700)])

  test('break one balance, but the last balance follows from the first one and all rows', () => {
    expect(raced(678)).toMatchObject({ comparedCount: 3, agreeing: 2, drift: 0, openingMax: 400 })
  })

  test('do not hide a raised amount', () => {
    expect(raced(1500).openingMax).toBeLessThan(0)
  })
})
