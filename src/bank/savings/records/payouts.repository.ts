import { columns, date } from '../../../platform/database/read-row.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { columnsOf, hydrate } from '../../../platform/database/rows.js'
import { midnight, type LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { Payout } from './payout.entity.js'
import { progressOf, progressSql, type StoredProgress } from './transfers.sql.js'

/** A payout with the progress of its transfers, and the last complete day of its book. */
export interface PayoutView extends Payout, StoredProgress {
  readonly clockOn: LocalDate
}

/** The columns that `payoutViewOf` reads; `clocks` is the clock of its book. */
export const payoutColumns = (sql: Sql, prefix: string): string =>
  `${columnsOf(sql, Payout, prefix)}, clocks.now_on AS clock_on,
  ${progressSql('payout_id', 'payouts', `payouts.status = 'ON_HOLD'`)}`

/** A previous version wrote a hold as a date. */
export const heldUntilOf = ({
  heldUntil,
  firstSendableOn,
}: Pick<Payout, 'heldUntil' | 'firstSendableOn'>): Instant | null =>
  heldUntil ?? (firstSendableOn === null ? null : midnight(firstSendableOn))

const clockDateOf = columns({ clockOn: date })

export const payoutViewOf = (sql: Sql, row: Row, prefix: string): PayoutView => {
  const payout = hydrate(sql, Payout, row, prefix)
  return {
    ...payout,
    ...progressOf(row),
    heldUntil: heldUntilOf(payout),
    ...clockDateOf(row),
  }
}

const prefix = 'payout_'

/** `clauses` follow the FROM of payouts and clocks. */
export const selectPayouts = async (
  sql: Sql,
  clauses: string,
  parameters: readonly unknown[],
): Promise<PayoutView[]> => {
  const rows = await sql.all(
    `SELECT ${payoutColumns(sql, prefix)} FROM payouts JOIN clocks ON clocks.id = payouts.book ${clauses}`,
    parameters,
  )
  return rows.map((row) => payoutViewOf(sql, row, prefix))
}
