import { Account } from '../customers/customer.entity.js'
import type { Tx } from '../database/database.js'
import { selectOne, update } from '../database/rows.js'
import type { PayoutStatus } from './exit.rules.js'
import { Payout } from './payout.entity.js'
import { Position, type StoredPositionStatus } from './savings.entity.js'

type Moves<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>

/** What each state is reached from. A position that is given back is open again. */
const positionMoves: Moves<StoredPositionStatus> = {
  PAYING_OUT: ['OPEN'],
  OPEN: ['PAYING_OUT'],
  CLOSED: ['PAYING_OUT'],
}

/** People may look at a payout more than once, and one that failed may be sent again; nothing leaves PAID. */
const payoutMoves: Moves<PayoutStatus> = {
  PROCESSING: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  UNDER_REVIEW: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  FAILED: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
  PAID: ['PROCESSING', 'UNDER_REVIEW', 'FAILED'],
}

const accountMoves: Moves<Account['status']> = { CLOSING: ['ACTIVE'] }

interface Moved {
  readonly id: string
  readonly status: string
}

/**
 * A transition that its row has no right to: a bug, named by both states, which rolls the transaction back
 * (docs/design/withdrawals-and-leaving.md#states).
 */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition'

  constructor(what: string, from: string, to: string) {
    super(`broken invariant: ${what} is ${from} and cannot become ${to}`)
  }
}

const mover =
  <T extends Moved>(entity: new () => T, what: string, moves: Moves<T['status']>, guard = '') =>
  async (tx: Tx, id: string, values: Partial<T> & { readonly status: T['status'] }): Promise<void> => {
    const from: readonly string[] = moves[values.status] ?? []
    const legal = `id = ? AND status IN (${from.map(() => '?').join(', ') || 'NULL'}) ${guard}`
    if ((await update(tx, entity, values, legal, [id, ...from])) === 1) return
    const row = await selectOne(tx, entity, 'WHERE id = ?', [id])
    throw new IllegalTransition(`${what} ${id}`, row?.status ?? 'missing', values.status)
  }

/** Each writes a transition with what belongs to it. Throws: IllegalTransition. */
export const movePosition = mover(Position, 'position', positionMoves)

/** As `movePosition`; one that was given back has ended, though FAILED. */
export const movePayout = mover(Payout, 'payout', payoutMoves, 'AND open_key IS NOT NULL')

export const moveAccount = mover(Account, 'account', accountMoves)
