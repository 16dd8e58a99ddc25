import { Account } from '../../customers/customer.entity.js'
import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectAll, update } from '../../../platform/database/rows.js'
import type { PayoutStatus } from '../rules/withdrawal.rules.js'
import { Payout } from '../records/payout.entity.js'
import { Position, type StoredPositionStatus } from '../records/savings.entity.js'

type Moves<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>

/**
 * From which states each state may be reached here; the release of a hold, and the end of an empty position, have conditions of their
 * own. A position that is given back is open again.
 */
const positionMoves: Moves<StoredPositionStatus> = {
  PAYING_OUT: ['OPEN'],
  OPEN: ['PAYING_OUT'],
  CLOSED: ['PAYING_OUT'],
}

/**
 * A payout may be under review more than once, may be retried after it failed, and may be cancelled while it is on hold. PAID
 * is final.
 */
const payoutMoves: Moves<PayoutStatus> = {
  PROCESSING: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  UNDER_REVIEW: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  FAILED: ['ON_HOLD', 'PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  PAID: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
}

const accountMoves: Moves<Account['status']> = { CLOSING: ['ACTIVE'] }

interface Moved {
  readonly id: string
  readonly status: string
}

/**
 * An illegal transition is a bug and rolls the transaction back; the message names both states
 * (docs/design/withdrawals-and-leaving.md#states).
 */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition'

  constructor(what: string, from: string, to: string) {
    super(`broken invariant: ${what} is ${from} and cannot become ${to}`)
  }
}

const isEmpty = 'AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.position_id = positions.id)'

type NewState<T extends Moved> = Partial<T> & { readonly status: T['status'] }

/** `ids` has at least one, and none twice. */
const moveRows =
  <T extends Moved>(entity: new () => T, what: string, moves: Moves<T['status']>, guard = '') =>
  async (tx: Tx, ids: readonly string[], values: NewState<T>): Promise<void> => {
    const from: readonly string[] = moves[values.status] ?? []
    const { places, parameters } = inList(ids)
    const legal = `id IN (${places}) AND status IN (${from.map(() => '?').join(', ') || 'NULL'}) ${guard}`
    if ((await update(tx, entity, values, legal, [...parameters, ...from])) === ids.length) return
    const rows = await selectAll(tx, entity, `WHERE id IN (${places})`, parameters)
    const statusOf = (id: string) => rows.find((row) => row.id === id)?.status ?? 'missing'
    // The update has changed every row for which the transition is legal. So the transition is illegal for a row that
    // is not in the new state. If every row is in the new state, the first row is named.
    const wrong = ids.find((id) => statusOf(id) !== values.status) ?? ids[0]!
    throw new IllegalTransition(`${what} ${wrong}`, statusOf(wrong), values.status)
  }

const forOneRow =
  <T extends Moved>(moveAll: (tx: Tx, ids: readonly string[], values: NewState<T>) => Promise<void>) =>
  (tx: Tx, id: string, values: NewState<T>): Promise<void> =>
    moveAll(tx, [id], values)

/** Writes a new state, and the given other columns, to each position. Throws: IllegalTransition. */
export const movePositions = moveRows(Position, 'position', positionMoves)

export const movePosition = forOneRow(movePositions)

/** As `movePosition`, for an open position whose last deposit was voided. */
export const endEmptyPosition = (tx: Tx, id: string): Promise<void> =>
  forOneRow(moveRows(Position, 'position', { CLOSED: ['OPEN'] }, isEmpty))(tx, id, { status: 'CLOSED' })

/** As `movePosition`. A payout that was given back is final, unlike other FAILED ones. */
export const movePayout = forOneRow(moveRows(Payout, 'payout', payoutMoves, 'AND open_key IS NOT NULL'))

export const moveAccount = forOneRow(moveRows(Account, 'account', accountMoves))
