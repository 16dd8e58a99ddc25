import type { Sql } from '../database/database.js'
import { selectAll, selectOne } from '../database/rows.js'
import type { PayoutStatus } from './exit.rules.js'
import { Payout } from './payout.entity.js'

export const payoutsMax = 100

export interface PayoutFilter {
  readonly book: string
  readonly status: PayoutStatus
  /** Payouts behind the one of this id. */
  readonly after: string | null
}

/** Undefined when there is none of exactly this id: MySQL finds one for an id with blanks behind it too. */
export const readPayout = async (sql: Sql, id: string): Promise<Payout | undefined> => {
  const payout = await selectOne(sql, Payout, 'WHERE id = ?', [id])
  return payout?.id === id ? payout : undefined
}

/** The payout that honours a withdrawal preview; undefined while that is not confirmed. */
export const payoutOfQuote = (sql: Sql, withdrawalReference: string): Promise<Payout | undefined> =>
  selectOne(sql, Payout, 'WHERE withdrawal_reference = ?', [withdrawalReference])

/** Payouts of a book that stand so, by id, a page at a time. */
export const readPayouts = (sql: Sql, { book, status, after }: PayoutFilter): Promise<Payout[]> =>
  selectAll(sql, Payout, `WHERE book = ? AND status = ? AND id > ? ORDER BY id LIMIT ${payoutsMax}`, [
    book,
    status,
    after ?? '',
  ])
