import type { IssuedReference, Moment } from './contract.js'
import { partsOf } from './contract.js'
import { hasArrived, isEnded, type Facts, type Order } from './facts.js'
import { withdrawalOn } from './figures.js'
import type { Wallet } from './wallet.js'
import { present } from '../support/present.js'

/** What was answered and requested so far; bookings are compared with it. */
export interface SoFar {
  /** Quotes and previews by reference. */
  readonly promises: ReadonlyMap<string, IssuedReference>
  /** References whose confirm was sent, whatever its answer. */
  readonly confirmed: ReadonlySet<string>
  /** References whose confirm was accepted. */
  readonly acknowledged: ReadonlySet<string>
  /** Customers, by id or number, for whom an opt-out or a reset was requested by anyone. */
  readonly closing: ReadonlySet<string>
  /** Orders whose outcome people decided. */
  readonly decidedByPeople: ReadonlySet<string>
}

const byPeople = ({ cases, voided }: Facts, order: string): boolean =>
  voided.has(order) ||
  [...cases.values()].some(
    (each) => each.order === order && each.status === 'RESOLVED' && each.outcome !== null,
  )

/** The hold of an early exit, less a second that a request may take until its commit. */
const holdMs = 48 * 3_600_000 - 1000

/** The outcome of an order must be the provider's, or that of two people. */
const endProblem = (order: Order, facts: Facts, wallet: Wallet): string | undefined => {
  const record = wallet.transfers.get(order.id)
  if (byPeople(facts, order.id)) return undefined
  if (order.status === 'SUCCESSFUL') {
    if (!record) return 'succeeded, but never arrived at the provider'
    if (record.status !== 'SUCCESSFUL' && !record.isContradicted)
      return `succeeded, and the provider says ${record.status}`
  } else if (record && record.status !== 'FAILED' && !record.isContradicted)
    return `failed, and the provider says ${record.status}`
  return undefined
}

/** Checks the bookings between two observations. Returns a sentence for each problem. */
export const bookingProblems = (
  before: Facts,
  { facts, today }: Moment,
  soFar: SoFar,
  wallet: Wallet,
): string[] => {
  const problems: string[] = []
  const say = (what: string) => void problems.push(what)
  if (facts.orders !== before.orders)
    for (const order of facts.orders.values()) {
      const earlier = before.orders.get(order.id)
      if (!earlier && order.kind === 'COLLECT') {
        const promise = soFar.promises.get(order.quote ?? '')
        if (!promise || !soFar.confirmed.has(present(order.quote))) say(`nobody requested order ${order.id}`)
        else if (promise.values['amount'] !== String(order.amount) || promise.customer !== order.customer)
          say(`order ${order.id} differs from its quote`)
      }
      if (earlier && isEnded(earlier) && earlier.status !== order.status && !byPeople(facts, order.id))
        say(`order ${order.id} was ${earlier.status} and is ${order.status}`)
      if (isEnded(order) && earlier?.status !== order.status) {
        const problem = endProblem(order, facts, wallet)
        if (problem) say(`order ${order.id} ${problem}`)
      }
      if (!isEnded(order) && facts.customers.get(order.customer)?.msisdn !== order.msisdn)
        say(`order ${order.id} is for a number that its customer does not have`)
      if (!isEnded(order) && order.dueAt === null) say(`order ${order.id} is ${order.status} and never due`)
    }
  if (facts.deposits !== before.deposits)
    for (const deposit of facts.deposits.values()) {
      if (before.deposits.has(deposit.id)) continue
      const order = facts.orders.get(deposit.id)
      const saving = facts.savings.get(deposit.saving)
      const promise = soFar.promises.get(order?.quote ?? '')
      if (!order || !saving || !promise) say(`deposit ${deposit.id} has no quote`)
      else if (
        promise.values['amount'] !== String(deposit.principal) ||
        promise.values['maturity_date'] !== saving.maturityOn ||
        Number(promise.values['interest_rate']) !== saving.ratePpm / 10_000 ||
        promise.values['product_code'] !== saving.product ||
        promise.givenOn !== deposit.valueOn
      )
        say(`deposit ${deposit.id} is not booked as quoted`)
      else {
        const joined = promise.values['locked_account_id']
        const wished = joined === undefined ? undefined : facts.savings.get(joined)
        const isOwn = partsOf(facts, saving.id).length === 1
        const then = saving.book === 'system' ? today : (facts.clocks.get(saving.book)?.nowOn ?? today)
        if (
          joined !== undefined &&
          joined !== saving.id &&
          wished?.status === 'OPEN' &&
          // If the position was being paid out when the deposit settled, it may be OPEN now by a give-back later in the step.
          before.savings.get(joined)?.status === 'OPEN' &&
          wished.maturityOn > then &&
          saving.book === 'system'
        )
          say(`deposit ${deposit.id} did not join ${joined}, which still accrues`)
        if (joined === undefined && !isOwn)
          say(`deposit ${deposit.id} was quoted as a new position and joined one`)
      }
    }
  if (facts.payouts !== before.payouts)
    for (const payout of facts.payouts.values()) {
      const earlier = before.payouts.get(payout.id)
      const saving = present(facts.savings.get(payout.saving))
      if (!earlier) {
        const terms = withdrawalOn(
          saving,
          // Deposits that joined after a give-back in the same step are not part of this payout.
          partsOf(before, payout.saving).length > 0
            ? partsOf(before, payout.saving)
            : partsOf(facts, payout.saving),
          payout.exitedOn,
        )
        if (
          payout.isOpen &&
          (terms.amount !== payout.amount || terms.gross !== payout.interest || terms.tax !== payout.tax)
        )
          say(`payout ${payout.id} pays ${payout.amount} and should pay ${terms.amount}`)
        const promise = payout.reference === null ? undefined : soFar.promises.get(payout.reference)
        if (payout.reference !== null && (!promise || !soFar.confirmed.has(payout.reference)))
          say(`nobody requested payout ${payout.id}`)
        if (promise && promise.values['total_payout'] !== String(payout.amount))
          say(
            `payout ${payout.id} is ${payout.amount}, and its preview showed ${promise.values['total_payout']}`,
          )
        if (promise && promise.values['locked_account_id'] !== payout.saving)
          say(`payout ${payout.id} is of another position than the preview`)
        if (
          payout.heldUntil !== null &&
          saving.book === 'system' &&
          payout.heldUntil - payout.createdAt < holdMs
        )
          say(`payout ${payout.id} is held for ${payout.heldUntil - payout.createdAt} ms`)
        // A reset pays test customers without a hold.
        if (saving.book === 'system' && (payout.basis === 'EARLY_EXIT') !== (payout.heldUntil !== null))
          say(`payout ${payout.id} of ${payout.basis} is held until ${payout.heldUntil}`)
      } else if (earlier.amount !== payout.amount) say(`payout ${payout.id} was changed`)
    }
  for (const { id, nowOn } of facts.clocks.values()) {
    const earlier = before.clocks.get(id)
    if (earlier && nowOn < earlier.nowOn) say(`clock ${id} went back from ${earlier.nowOn} to ${nowOn}`)
  }
  if (facts.accounts !== before.accounts)
    for (const account of facts.accounts.values()) {
      const earlier = before.accounts.get(account.id)
      const msisdn = facts.customers.get(account.customer)?.msisdn ?? ''
      const isClosing = soFar.closing.has(msisdn) || soFar.closing.has(account.customer)
      if (account.status !== 'ACTIVE' && earlier?.status === 'ACTIVE' && !isClosing)
        say(`account ${account.id} is ${account.status}, and nobody requested that`)
      if (earlier?.status === 'CLOSED' && account.status !== 'CLOSED')
        say(`account ${account.id} was closed and is open again`)
    }
  return problems
}

/** Payouts that were released before the end of their hold. */
export const holdProblems = (before: Facts, { facts, now }: Moment): string[] =>
  facts.payouts === before.payouts
    ? []
    : [...facts.payouts.values()]
        .filter(({ id, status, heldUntil, isOpen }) => {
          const earlier = before.payouts.get(id)
          const book = present(facts.savings.get(present(facts.payouts.get(id)).saving)).book
          return (
            heldUntil !== null &&
            // A payout that was given back or cancelled was not released.
            isOpen &&
            status !== 'ON_HOLD' &&
            (earlier === undefined || earlier.status === 'ON_HOLD') &&
            book === 'system' &&
            now < heldUntil
          )
        })
        .map(({ id }) => `payout ${id} was sent before its hold was over`)

/** Checks that the provider has paid nothing twice. */
export const paidTwice = (facts: Facts, wallet: Wallet): string[] => {
  const problems: string[] = []
  const paid = new Map<string, number>()
  for (const order of facts.orders.values()) {
    const record = wallet.transfers.get(order.id)
    if (!record) continue
    if (record.amount !== order.amount || record.msisdn !== order.msisdn || record.kind !== order.kind)
      problems.push(`the provider has another instruction under ${order.id}`)
    if (record.status !== 'SUCCESSFUL' || record.isContradicted || order.kind !== 'PAY_OUT') continue
    const key = `${order.payout ?? order.refundOf} part ${order.part}`
    paid.set(key, (paid.get(key) ?? 0) + 1)
  }
  for (const [key, times] of paid) if (times > 1) problems.push(`${key} was paid ${times} times`)
  for (const reference of wallet.transfers.keys())
    if (!facts.orders.has(reference)) problems.push(`the provider has ${reference}, which we do not have`)
  return problems
}

/** Checks, after the faults have ended and the workers have run, that nothing is left undone. */
export const leftOver = (
  facts: Facts,
  soFar: SoFar,
  wallet: Wallet,
  mails: ReadonlyMap<string, number>,
): string[] => {
  const problems: string[] = []
  const isAsked = new Set(
    [...facts.cases.values()].filter(({ status }) => status === 'OPEN').map(({ order }) => order),
  )
  const orders = [...facts.orders.values()]
  /**
   * True if people decide about the order, or about an earlier transfer of the same money: while that may have been
   * paid, the next one is not sent.
   */
  const isWithPeople = ({ id, status, payout, refundOf }: Order): boolean =>
    isAsked.has(id) ||
    (status === 'CREATED' &&
      orders.some(
        (other) =>
          isAsked.has(other.id) &&
          ((payout !== null && other.payout === payout) ||
            (refundOf !== null && other.refundOf === refundOf)),
      ))
  for (const order of orders) {
    if (!isEnded(order) && !isWithPeople(order)) problems.push(`order ${order.id} is still ${order.status}`)
    const record = wallet.transfers.get(order.id)
    const says = record?.status ?? 'NOTHING'
    if (
      isEnded(order) &&
      record &&
      !record.isContradicted &&
      says !== order.status &&
      !isAsked.has(order.id) &&
      !facts.voided.has(order.id) &&
      ![...facts.cases.values()].some((each) => each.order === order.id)
    )
      problems.push(
        `order ${order.id} is ${order.status}, the provider says ${says}, and there is no review case`,
      )
  }
  for (const payout of facts.payouts.values()) {
    const orders = [...facts.orders.values()].filter((order) => order.payout === payout.id)
    const withPeople = orders.some(({ id }) => isAsked.has(id))
    if (payout.isOpen && payout.status !== 'PAID' && !withPeople)
      problems.push(`payout ${payout.id} is still ${payout.status}`)
    if (payout.status === 'PAID') {
      const arrived = orders.filter(hasArrived).reduce((total, { amount }) => total + amount, 0n)
      if (arrived !== payout.amount)
        problems.push(`payout ${payout.id} is PAID, and ${arrived} of ${payout.amount} arrived`)
    }
  }
  for (const account of facts.accounts.values()) {
    const waits = [...facts.orders.values()].some(
      (order) => order.account === account.id && isAsked.has(order.id),
    )
    if (account.status === 'CLOSING' && !waits) problems.push(`account ${account.id} is still CLOSING`)
    if (account.leaveOn !== null)
      problems.push(`account ${account.id} still has slices of its opt-out to book`)
  }
  for (const reference of soFar.acknowledged) {
    const kept =
      [...facts.orders.values()].some(({ quote }) => quote === reference) ||
      [...facts.payouts.values()].some((payout) => payout.reference === reference)
    if (!kept) problems.push(`the confirm of ${reference} was accepted and has no order`)
  }
  for (const statement of facts.statements.values()) {
    if (!['SENT', 'FAILED', 'PRINTED'].includes(statement.status))
      problems.push(`statement ${statement.id} is still ${statement.status}`)
    if (statement.status === 'SENT' && !mails.has(statement.messageId))
      problems.push(`statement ${statement.id} is SENT, but no mail was accepted`)
  }
  for (const { id, status } of facts.approvals.values())
    if (status === 'OPEN' || status === 'APPROVED') problems.push(`approval ${id} is still open`)
  for (const { id, isOpen } of facts.blocks.values()) if (isOpen) problems.push(`block ${id} is not lifted`)
  for (const clock of facts.clocks.values())
    if (clock.advancingTo !== null) problems.push(`clock ${clock.id} still walks`)
  return problems
}
