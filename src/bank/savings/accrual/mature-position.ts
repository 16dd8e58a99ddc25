import type { Database, Tx } from '../../../platform/database/database.js'
import { databaseNow, insertAllOrKeep, update } from '../../../platform/database/rows.js'
import { maxDate, type LocalDate } from '../../../kernel/calendar.js'
import type { BookDay } from './accrue-day.js'
import type { DueRows } from '../records/due-rows.js'
import { Maturity } from '../records/maturity.entity.js'
import { figuresOn, statusOn } from '../rules/position.rules.js'
import { lockedSavings, type Savings } from '../records/savings.repository.js'

/** Positions that come to their date on this day, and are not written yet. */
export const duePositions = ({ book, to }: BookDay): DueRows => ({
  id: 'positions.id',
  from: `positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on = ?
       AND NOT EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id)`,
  parameters: [book, to],
})

type Matured = Pick<Savings, 'position' | 'deposits'>

const maturedWith = ({ position, deposits }: Matured) => {
  const { principal, atMaturity } = figuresOn(position, deposits, position.maturityOn)
  return { principal, interest: atMaturity.gross, tax: atMaturity.tax }
}

/**
 * Writes that a position has matured, once. Its figures are those of its maturity date, however late this is.
 *
 * @param on a day that is open in the books: that of the maturity, unless it is later
 */
export const recordMaturity = (tx: Tx, savings: Matured, on: LocalDate): Promise<void> =>
  recordMaturities(tx, [savings], on)

export const recordMaturities = (tx: Tx, matured: readonly Matured[], on: LocalDate): Promise<void> =>
  insertAllOrKeep(
    tx,
    Maturity,
    matured.map((savings) => {
      const { position } = savings
      return {
        positionId: position.id,
        customerId: position.customerId,
        accountId: position.accountId,
        book: position.book,
        productCode: position.productCode,
        currency: position.currency,
        maturedOn: position.maturityOn,
        bookedOn: maxDate(position.maturityOn, on),
        ...maturedWith(savings),
        createdAt: databaseNow,
      }
    }),
    'position_id',
  )

/** Adds what was paid in after the maturity was written, on a day that is not complete; nothing when it was not. */
export const correctMaturity = async (tx: Tx, savings: Savings): Promise<void> => {
  await update(tx, Maturity, maturedWith(savings), 'position_id = ?', [savings.position.id])
}

/**
 * Records the maturities of positions that have come to their date, all or none. Left alone are those that are no longer open:
 * the withdrawal that closed one has said how it ended. Throws when a row makes no sense.
 */
export const maturePositions = (
  database: Database,
  positionIds: readonly string[],
  on: LocalDate,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const matured: Savings[] = []
    // In one order, so that two who want some of the same wait; one by one, since of many at once MariaDB may read all deposits.
    for (const id of positionIds.toSorted()) {
      const savings = await lockedSavings(tx, id)
      if (savings && statusOn(savings.position, on) === 'MATURED') matured.push(savings)
    }
    if (matured.length > 0) await recordMaturities(tx, matured, on)
  })
