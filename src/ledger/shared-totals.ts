import type { Tx } from '../database/database.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Minor } from '../shared/money.js'
import type { LedgerAccount } from './chart.js'

interface Shared {
  readonly book: string
  readonly businessOn: LocalDate
  readonly account: LedgerAccount
  readonly currency: string
  readonly amount: Minor
}

/** What the journals of a transaction add, until it ends. */
const waiting = new WeakMap<Tx, Map<string, Shared>>()

const keyOf = ({ book, businessOn, account, currency }: Shared): string =>
  [book, businessOn, account, currency].join(' ')

/**
 * Adds to totals that every transaction of a day adds to: once for all journals of the transaction, as the last it does, in
 * one order, and to one of several rows that readers add up. So nobody waits long for another there, nor in a circle.
 */
export const addToShared = (tx: Tx, added: readonly Shared[]): void => {
  let sums = waiting.get(tx)
  if (!sums) {
    const own = (sums = new Map<string, Shared>())
    waiting.set(tx, own)
    tx.atCommit(() => write(tx, own))
  }
  for (const total of added) {
    const key = keyOf(total)
    sums.set(key, { ...total, amount: total.amount + (sums.get(key)?.amount ?? 0n) })
  }
}

const write = async (tx: Tx, sums: ReadonlyMap<string, Shared>): Promise<void> => {
  const share = Math.floor(Math.random() * tx.dialect.spread)
  const totals = [...sums.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await tx.run(
    `INSERT INTO ledger_shared_totals (book, business_on, account, currency, share, amount)
     VALUES ${totals.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
     ${tx.dialect.orAdd('book, business_on, account, currency, share', 'amount')}`,
    totals.flatMap(({ book, businessOn, account, currency, amount }) => [
      book,
      businessOn,
      account,
      currency,
      share,
      amount,
    ]),
  )
}
