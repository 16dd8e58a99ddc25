import type { Database, Tx } from '../../../platform/database/database.js'
import { databaseNow, insertAllOrKeep, update } from '../../../platform/database/rows.js'
import { maxDate, type LocalDate } from '../../../kernel/calendar.js'
import type { BookDay } from './accrue-day.js'
import type { DueRows } from '../records/due-rows.js'
import { Maturity } from '../records/maturity.entity.js'
import { figuresOn, statusOn } from '../rules/position.rules.js'
import { isLeftEarly, lockedSavings, type Savings } from '../records/savings.repository.js'

/**
 * Positions whose maturity is this day and is not recorded yet. One that an opt-out has withdrawn early does not mature, also while
 * a block keeps the withdrawal from being booked: a day that waited for its maturity would never end.
 */
export const duePositions = ({ book, to }: BookDay): DueRows => ({
  id: 'positions.id',
  from: `positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on = ?
       AND NOT EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id) AND NOT ${isLeftEarly}`,
  parameters: [book, to],
})

type Matured = Pick<Savings, 'position' | 'deposits'>

const figuresAtMaturity = ({ position, deposits }: Matured) => {
  const { principal, atMaturity } = figuresOn(position, deposits, position.maturityOn)
  return { principal, interest: atMaturity.gross, tax: atMaturity.tax }
}

/**
 * Records a maturity, once, with the figures of the maturity date, even if it is recorded later.
 *
 * @param on a day that is open in the books: the maturity is booked on it, or on the maturity date if that is later
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
        ...figuresAtMaturity(savings),
        createdAt: databaseNow,
      }
    }),
    'position_id',
  )

/**
 * Updates a recorded maturity after a deposit of the position settled or was voided while the maturity date is incomplete. Does
 * nothing when no maturity is recorded.
 */
export const correctMaturity = async (tx: Tx, savings: Savings): Promise<void> => {
  await update(tx, Maturity, figuresAtMaturity(savings), 'position_id = ?', [savings.position.id])
}

/**
 * Whether the position is open and has matured, or was withdrawn at maturity: by an opt-out that is not booked yet, or by a booked
 * withdrawal, which has recorded the maturity already (recording it again changes nothing).
 */
const hasMatured = ({ position, payout }: Savings, on: LocalDate): boolean =>
  statusOn(position, on) === 'MATURED' || (payout?.basis === 'MATURITY' && position.maturityOn <= on)

/**
 * Records the due maturities, all or none. Positions that were withdrawn early are skipped. Throws on an invalid row.
 */
export const maturePositions = (
  database: Database,
  positionIds: readonly string[],
  on: LocalDate,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const matured: Savings[] = []
    // In a fixed order, so that concurrent workers wait for each other instead of deadlocking. One by one, since for several
    // positions at once MariaDB may read all deposits.
    for (const id of positionIds.toSorted()) {
      const savings = await lockedSavings(tx, id)
      if (savings && hasMatured(savings, on)) matured.push(savings)
    }
    if (matured.length > 0) await recordMaturities(tx, matured, on)
  })
