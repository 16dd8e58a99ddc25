import type { Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectPayouts, type PayoutView } from './payouts.repository.js'

/** The payout with exactly this id: the comparison in SQL is not enough, as MySQL ignores trailing blanks. */
export const readPayout = async (sql: Sql, id: string): Promise<PayoutView | undefined> => {
  const [payout] = await selectPayouts(sql, 'WHERE payouts.id = ?', [id])
  return payout?.id === id ? payout : undefined
}

/** The payout of a withdrawal preview; undefined until that is confirmed. */
export const payoutOfQuote = async (sql: Sql, withdrawalReference: string): Promise<PayoutView | undefined> =>
  (await selectPayouts(sql, 'WHERE withdrawal_reference = ?', [withdrawalReference]))[0]

/** `ids` has at least one; unknown ids are left out. */
export const readPayoutsById = (sql: Sql, ids: readonly string[]): Promise<PayoutView[]> => {
  const { places, parameters } = inList(ids)
  return selectPayouts(sql, `WHERE payouts.id IN (${places})`, parameters)
}

/** The payouts of these withdrawal previews, of which there is at least one. */
export const payoutsOfQuotes = (sql: Sql, references: readonly string[]): Promise<PayoutView[]> => {
  const { places, parameters } = inList(references)
  return selectPayouts(sql, `WHERE withdrawal_reference IN (${places})`, parameters)
}
