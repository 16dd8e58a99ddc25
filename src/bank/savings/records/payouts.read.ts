import type { Sql } from '../../../platform/database/database.js'
import type { PayoutStatus } from '../rules/exit.rules.js'
import { selectPayouts, type PayoutView } from './payouts.repository.js'

export const payoutsMax = 100

export interface PayoutFilter {
  readonly book: string
  readonly status: PayoutStatus
  /** Payouts behind the one of this id. */
  readonly after: string | null
}

/** Undefined when there is none of exactly this id: MySQL finds one for an id with blanks behind it too. */
export const readPayout = async (sql: Sql, id: string): Promise<PayoutView | undefined> => {
  const [payout] = await selectPayouts(sql, 'WHERE payouts.id = ?', [id])
  return payout?.id === id ? payout : undefined
}

/** The payout that honours a withdrawal preview; undefined while that is not confirmed. */
export const payoutOfQuote = async (sql: Sql, withdrawalReference: string): Promise<PayoutView | undefined> =>
  (await selectPayouts(sql, 'WHERE withdrawal_reference = ?', [withdrawalReference]))[0]

/** Payouts of a book that stand so, by id, a page at a time. */
export const readPayouts = (sql: Sql, { book, status, after }: PayoutFilter): Promise<PayoutView[]> =>
  selectPayouts(
    sql,
    `WHERE book = ? AND status = ? AND payouts.id > ? ORDER BY payouts.id LIMIT ${payoutsMax}`,
    [book, status, after ?? ''],
  )
