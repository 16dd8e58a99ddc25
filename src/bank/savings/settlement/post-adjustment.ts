import { amount, only } from '../../../platform/database/read-row.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { lockOpenDay } from '../../business-clock/clocks.repository.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { LedgerAccount } from '../../ledger/chart.js'
import { postJournal, type NewJournal } from '../../ledger/post-journal.js'
import type { Call } from '../../../kernel/call.js'
import { market } from '../../../kernel/market.js'
import type { Minor } from '../../../kernel/money.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { audit } from '../../../platform/identity/audit.js'

/**
 * The accounts that two people may adjust by hand: none of them is owed to a customer, or derived from customers'
 * savings.
 */
export const adjustableAccounts = [
  'wallet_clearing',
  'tax_payable',
  'settled_otherwise',
  'customer_receivable',
  'adjustments',
] as const satisfies readonly LedgerAccount[]

export type AdjustableAccount = (typeof adjustableAccounts)[number]

export interface AdjustmentLine {
  readonly account: AdjustableAccount
  /** A debit is positive, a credit negative. */
  readonly amount: Minor
}

export interface Adjustment {
  /** `ADJ-…` */
  readonly id: string
  /** The voided deposit for which a customer owes us, if the adjustment changes this debt; else null. */
  readonly depositId: string | null
  readonly lines: readonly AdjustmentLine[]
}

const linesMax = 10

/** Refuses: INVALID_ARGUMENT. */
const checkLines = ({ lines, depositId }: Adjustment): void => {
  const wrong = (message: string) => new Refusal('INVALID_ARGUMENT', message)
  if (lines.length < 2 || lines.length > linesMax) throw wrong(`An adjustment has 2 to ${linesMax} lines`)
  if (new Set(lines.map(({ account }) => account)).size < lines.length)
    throw wrong('Each account may have only one line')
  if (lines.some(({ amount }) => amount === 0n)) throw wrong('The amount of a line must not be zero')
  if (lines.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
    throw wrong('The lines do not add up to zero: a debit is positive, a credit negative')
  if (lines.some(({ account }) => account === 'customer_receivable') !== (depositId !== null))
    throw wrong('A line of customer_receivable needs its deposit, and other lines must have none')
}

/** What is still owed for a voided deposit. */
const owedOf = async (tx: Tx, depositId: string): Promise<Minor> => {
  const [row] = await tx.all(
    `SELECT SUM(amount) AS owed FROM ledger_totals WHERE account = 'customer_receivable' AND dimension = ?`,
    [depositId],
  )
  return only(row, amount)
}

/**
 * The journal of an adjustment, on a day that is open in the books. `facts` is the customer whose debt it changes,
 * row-locked. Refuses: INVALID_ARGUMENT, INVALID_REFERENCE.
 */
export const adjustmentJournal = async (
  tx: Tx,
  call: Pick<Call, 'today'>,
  facts: CustomerFacts | undefined,
  adjustment: Adjustment,
): Promise<NewJournal> => {
  checkLines(adjustment)
  const { id, depositId, lines } = adjustment
  const debt = lines.find(({ account }) => account === 'customer_receivable')
  if (debt && depositId !== null) {
    const owed = await owedOf(tx, depositId)
    if (owed === 0n) throw new Refusal('INVALID_REFERENCE', 'The customer owes nothing for this deposit')
    if (debt.amount > 0n || owed + debt.amount < 0n)
      throw new Refusal('INVALID_ARGUMENT', `A debt can only be reduced, by ${owed} at most`)
  }
  const book = facts?.book ?? systemClockId
  const on = await lockOpenDay(tx, book, facts?.today ?? call.today)
  return {
    book,
    reference: ['ADJUSTMENT', ...(depositId === null ? [] : [depositId]), id].join(':'),
    customerId: facts?.customer.id ?? null,
    businessOn: on,
    valueOn: on,
    currency: market.currency,
    lines: lines.map(({ account, amount }) =>
      account === 'customer_receivable' ? { account, dimension: depositId!, amount } : { account, amount },
    ),
  }
}

/** Posts what two people decided, in the caller's transaction. Refuses: INVALID_ARGUMENT, INVALID_REFERENCE. */
export const postAdjustmentIn = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts | undefined,
  adjustment: Adjustment,
): Promise<string> => {
  const journal = await adjustmentJournal(tx, call, facts, adjustment)
  await postJournal(tx, call.now, journal)
  const { reference, customerId, lines } = journal
  await audit(tx, call, {
    action: 'POST_ADJUSTMENT',
    customerId,
    subject: adjustment.id,
    after: { reference, lines },
  })
  return reference
}
