import type { Tx } from '../../platform/database/database.js'
import { inSets } from '../../platform/database/in-sets.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import type { LedgerAccount } from './chart.js'

/** The change of an account's total by a journal, per dimension and booking date. */
interface Addition {
  readonly book: string
  readonly businessOn: LocalDate
  readonly account: LedgerAccount
  /** Empty for an account without a dimension. */
  readonly dimension: string
  readonly currency: string
  readonly amount: Minor
}

/** Changes by the journals of a transaction, collected until it ends. */
const additionsOf = new WeakMap<Tx, Map<string, Addition>>()

const keyOf = ({ book, businessOn, account, dimension, currency }: Addition): string =>
  [book, businessOn, account, dimension, currency].join(' ')

/**
 * Adds to the totals of a day, once for all journals of the transaction: as its last statements and in a fixed order, so that
 * lock waits are short and never deadlock. Hot totals are spread over several rows, which readers add up.
 */
export const addToTotals = (tx: Tx, additions: readonly Addition[]): void => {
  let sums = additionsOf.get(tx)
  if (!sums) {
    const newSums = (sums = new Map<string, Addition>())
    additionsOf.set(tx, newSums)
    tx.atCommit(() => writeAll(tx, newSums))
  }
  for (const addition of additions) {
    const key = keyOf(addition)
    sums.set(key, { ...addition, amount: addition.amount + (sums.get(key)?.amount ?? 0n) })
  }
}

const writeAll = async (tx: Tx, sums: ReadonlyMap<string, Addition>): Promise<void> => {
  const totals = [...sums.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await writeTotals(
    tx,
    totals.filter(({ dimension }) => dimension !== ''),
  )
  await writeShared(
    tx,
    totals.filter(({ dimension }) => dimension === ''),
  )
}

const writeTotals = async (tx: Tx, totals: readonly Addition[]): Promise<void> => {
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
