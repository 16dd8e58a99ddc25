import type { Database, Tx } from '../database/database.js'
import { databaseNow, insertOrKeep } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import { Maturity } from './maturity.entity.js'
import { figuresOn } from './position.rules.js'
import { savingsById, type Savings } from './savings.repository.js'

/** Writes that a position has matured, once. Its figures are those of its maturity date, however late this is. */
export const recordMaturity = (tx: Tx, { position, deposits }: Savings): Promise<void> => {
  const { principal, atMaturity } = figuresOn(position, deposits, position.maturityOn)
  return insertOrKeep(
    tx,
    Maturity,
    {
      positionId: position.id,
      customerId: position.customerId,
      accountId: position.accountId,
      book: position.book,
      productCode: position.productCode,
      currency: position.currency,
      maturedOn: position.maturityOn,
      principal,
      interest: atMaturity.gross,
      tax: atMaturity.tax,
      createdAt: databaseNow,
    },
    'position_id',
  )
}

/**
 * Records the maturity of one position that has come to its date. Left alone when it is no longer open: the exit that
 * closed it has said how it ended. Throws when its row makes no sense.
 */
export const maturePosition = (database: Database, positionId: string, on: LocalDate): Promise<void> =>
  database.inTransaction(async (tx) => {
    const [due] = await tx.all(
      `SELECT id FROM positions WHERE id = ? AND status = 'OPEN' AND maturity_on <= ? ${tx.dialect.forUpdate}`,
      [positionId, on],
    )
    const savings = due && (await savingsById(tx, positionId))
    if (savings) await recordMaturity(tx, savings)
  })
