import type { Tx } from '../../platform/database/database.js'
import { inSets } from '../../platform/database/in-sets.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import type { LedgerAccount } from './chart.js'

/** What a journal adds to the total of an account, for what it is kept for, on one booking date. */
interface Addition {
  readonly book: string
  readonly businessOn: LocalDate
  readonly account: LedgerAccount
  /** Empty where the account is kept for nothing in particular. */
  readonly dimension: string
  readonly currency: string
  readonly amount: Minor
}

/** What the journals of a transaction add, until it ends. */
const waiting = new WeakMap<Tx, Map<string, Addition>>()

const keyOf = ({ book, businessOn, account, dimension, currency }: Addition): string =>
  [book, businessOn, account, dimension, currency].join(' ')

/**
 * Adds to the totals of a day: once for all journals of the transaction, as the last it does, in one order. So nobody waits
 * long for another there, nor in a circle. What every transaction of a day adds to goes to one of several rows that readers
 * add up.
 */
export const addToTotals = (tx: Tx, added: readonly Addition[]): void => {
  let sums = waiting.get(tx)
  if (!sums) {
    const own = (sums = new Map<string, Addition>())
    waiting.set(tx, own)
    tx.atCommit(() => write(tx, own))
  }
  for (const addition of added) {
    const key = keyOf(addition)
    sums.set(key, { ...addition, amount: addition.amount + (sums.get(key)?.amount ?? 0n) })
  }
}

const write = async (tx: Tx, sums: ReadonlyMap<string, Addition>): Promise<void> => {
  const totals = [...sums.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await writeKept(
    tx,
    totals.filter(({ dimension }) => dimension !== ''),
  )
  await writeShared(
    tx,
    totals.filter(({ dimension }) => dimension === ''),
  )
}

const writeKept = async (tx: Tx, totals: readonly Addition[]): Promise<void> => {
  for (const some of inSets(totals)) {
    await tx.run(
      `INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
       VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
       ${tx.dialect.orAdd('book, account, dimension, currency, business_on', 'amount')}`,
      some.flatMap(({ book, account, dimension, currency, businessOn, amount }) => [
        book,
        account,
        dimension,
        currency,
        businessOn,
        amount,
      ]),
    )
  }
}

const writeShared = async (tx: Tx, totals: readonly Addition[]): Promise<void> => {
  if (totals.length === 0) return
  const share = Math.floor(Math.random() * tx.dialect.spread)
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
