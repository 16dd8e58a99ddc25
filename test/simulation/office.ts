import { isInForce, partsOf, personOf, todayOf, type Moment } from './contract.js'
import { isEnded, type ApprovalFacts, type Block, type Facts } from './facts.js'
import type { Staff } from './world.js'
import { present } from '../support/present.js'

/** What a proposal of the staff asks for. The service stores it sealed, so it is recorded here from the request. */
export type ProposedAction = { readonly customer: string } & (
  | {
      readonly kind: 'BLOCK_CUSTOMER'
      readonly account: string
      readonly scope: string
      readonly cause: string
      readonly endsOn: string | null
      readonly by: Staff
      /**
       * True if the block is in force from the proposal on; undefined if that depends on a proposal whose answer was
       * lost.
       */
      readonly isAtOnce: boolean | undefined
    }
  | { readonly kind: 'UNBLOCK_CUSTOMER'; readonly block: string }
  | { readonly kind: 'CANCEL_PAYOUT'; readonly payout: string }
  | {
      readonly kind: 'CHANGE_MSISDN'
      readonly account: string
      readonly msisdn: string
      readonly before: string
    }
  | { readonly kind: 'CHANGE_EMAIL' | 'OPT_OUT' }
  | { readonly kind: 'VOID_DEPOSIT'; readonly deposit: string; readonly before: string }
)

export type ProposedActions = ReadonlyMap<string, ProposedAction>

const dayMs = 86_400_000
/** After a block that a member of staff placed alone ended unconfirmed, that member cannot block the account alone for this long. */
const aloneAgainMs = 30 * dayMs

/**
 * Whether one person may block for fraud before another agrees. Undefined after a lost answer, when it is unknown
 * whether that person has blocked this account before.
 */
export const blocksAtOnce = (
  { facts, now }: Moment,
  proposedActions: ProposedActions,
  action: {
    readonly customer: string
    readonly account: string
    readonly cause: string
    readonly by: Staff
  },
): boolean | undefined => {
  if (action.cause !== 'FRAUD') return false
  const earlier = [...facts.approvals.values()]
    .filter(({ kind, customer, proposedBy }) => {
      return kind === 'BLOCK_CUSTOMER' && customer === action.customer && proposedBy === action.by
    })
    .filter(({ status, expiresAt }) => {
      return status !== 'OPEN' && status !== 'DONE' && expiresAt - dayMs > now - aloneAgainMs
    })
    .map(({ id }) => proposedActions.get(id))
    .filter((other) => other?.kind !== 'BLOCK_CUSTOMER' || other.account === action.account)
  if (earlier.some((other) => other?.kind === 'BLOCK_CUSTOMER' && other.isAtOnce === true)) return false
  return earlier.some((other) => other?.kind !== 'BLOCK_CUSTOMER' || other.isAtOnce === undefined)
    ? undefined
    : true
}

const openAccountOf = ({ accounts }: Facts, customer: string) =>
  [...accounts.values()].find((account) => account.customer === customer && account.status !== 'CLOSED')

const sameCause = ({ blocks }: Facts, account: string, cause: string): Block | undefined =>
  [...blocks.values()].find((block) => block.account === account && block.cause === cause && block.isOpen)

/** True while a customer has an order, payout or review case that is open: until then their number cannot change. */
const isUnderWay = ({ orders, payouts, cases }: Facts, customer: string): boolean =>
  [...orders.values()].some((order) => order.customer === customer && !isEnded(order)) ||
  [...payouts.values()].some(
    (payout) =>
      payout.customer === customer &&
      payout.isOpen &&
      ['PROCESSING', 'UNDER_REVIEW', 'FAILED'].includes(payout.status),
  ) ||
  [...cases.values()].some(
    ({ order, status }) => status === 'OPEN' && orders.get(order)?.customer === customer,
  )

/** The state of a deposit's position, on which the preview of voiding the deposit is based. */
export const voidedFrom = (facts: Facts, deposit: string): string => {
  const saving = facts.deposits.get(deposit)?.saving ?? ''
  const payout = [...facts.payouts.values()].find((each) => each.saving === saving && each.isOpen)
  return [facts.savings.get(saving)?.status, payout?.id, partsOf(facts, saving).length === 1].join(' ')
}

/** The refusal that an action would have now, whoever decides it; undefined if it is possible. */
const refusalNow = (moment: Moment, action: ProposedAction): string | undefined => {
  const { facts, now } = moment
  const { msisdn } = present(facts.customers.get(action.customer))
  const { today, isWalking } = personOf(moment, msisdn)
  if (isWalking) return 'CLOCK_ADVANCING'
  const account = openAccountOf(facts, action.customer)
  switch (action.kind) {
    case 'BLOCK_CUSTOMER': {
      if (account?.id !== action.account) return 'NOT_REGISTERED'
      if (action.endsOn !== null && action.endsOn <= today) return 'INVALID_ARGUMENT'
      const same = sameCause(facts, action.account, action.cause)
      return same && isInForce(same, today, now) && same.expiresAt === null ? 'ALREADY_BLOCKED' : undefined
    }
    case 'UNBLOCK_CUSTOMER':
      return facts.blocks.get(action.block)?.isOpen ? undefined : 'INVALID_REFERENCE'
    case 'CANCEL_PAYOUT': {
      const payout = facts.payouts.get(action.payout)
      if (!payout) return 'INVALID_REFERENCE'
      if (payout.status !== 'ON_HOLD') return 'NOT_ON_HOLD'
      return account?.id === payout.account && account.status === 'ACTIVE' ? undefined : 'ACCOUNT_CLOSING'
    }
    case 'CHANGE_MSISDN':
      if (account?.id !== action.account) return 'NOT_REGISTERED'
      if (account.status !== 'ACTIVE') return 'ACCOUNT_CLOSING'
      if (msisdn === action.msisdn) return 'INVALID_ARGUMENT'
      if ([...facts.customers.values()].some((each) => each.msisdn === action.msisdn)) return 'NUMBER_TAKEN'
      return isUnderWay(facts, action.customer) ? 'PAYMENTS_UNDER_WAY' : undefined
    case 'VOID_DEPOSIT': {
      const order = facts.orders.get(action.deposit)
      const deposit = facts.deposits.get(action.deposit)
      if (order?.status !== 'SUCCESSFUL' || !deposit) return 'INVALID_REFERENCE'
      const payout = [...facts.payouts.values()].find((each) => each.saving === deposit.saving && each.isOpen)
      if (!payout || payout.status === 'PAID') return undefined
      if (payout.status !== 'ON_HOLD') return 'PAYMENTS_UNDER_WAY'
      const isLast = partsOf(facts, deposit.saving).length === 1
      const isActive = account?.id === payout.account && account.status === 'ACTIVE'
      return isLast || isActive ? undefined : 'ACCOUNT_CLOSING'
    }
    default:
      return undefined
  }
}

const subjectOf = (action: ProposedAction): string => {
  switch (action.kind) {
    case 'BLOCK_CUSTOMER':
      return `${action.account} ${action.cause}`
    case 'UNBLOCK_CUSTOMER':
      return action.block
    case 'CANCEL_PAYOUT':
      return action.payout
    case 'VOID_DEPOSIT':
      return action.deposit
    default:
      return action.customer
  }
}

/**
 * The expected result of a proposal: MADE or a refusal; undefined if an earlier proposal is not known because its
 * answer was lost.
 */
export const expectedProposal = (
  moment: Moment,
  proposedActions: ProposedActions,
  action: ProposedAction,
): string | undefined => {
  if (action.kind === 'OPT_OUT' && !openAccountOf(moment.facts, action.customer)) return 'NOT_REGISTERED'
  const refusal = refusalNow(moment, action)
  if (refusal !== undefined) return refusal
  const open = [...moment.facts.approvals.values()].filter(
    ({ kind, status, customer }) => status === 'OPEN' && kind === action.kind && customer === action.customer,
  )
  const others = open.map(({ id }) => proposedActions.get(id))
  if (others.some((other) => other !== undefined && subjectOf(other) === subjectOf(action)))
    return 'ALREADY_PROPOSED'
  return others.includes(undefined) ? undefined : 'MADE'
}

/** The expected result of an approval: DONE or a refusal; undefined if it is not known what was proposed. */
export const expectedApproval = (
  moment: Moment,
  action: ProposedAction | undefined,
  approval: ApprovalFacts,
  who: Staff,
): string | undefined => {
  if (approval.status !== 'OPEN') return 'INVALID_REFERENCE'
  if (approval.proposedBy === who) return 'FORBIDDEN'
  if (approval.expiresAt <= moment.now) return 'EXPIRED'
  if (!action || action.kind === 'CHANGE_EMAIL' || action.kind === 'OPT_OUT') return undefined
  const refusal = refusalNow(moment, action)
  if (refusal !== undefined) return refusal
  const { facts, now } = moment
  if (
    action.kind === 'CHANGE_MSISDN' &&
    present(facts.customers.get(action.customer)).msisdn !== action.before
  )
    return 'OUTDATED'
  if (action.kind === 'VOID_DEPOSIT' && voidedFrom(facts, action.deposit) !== action.before) return 'OUTDATED'
  if (action.kind === 'BLOCK_CUSTOMER' && action.isAtOnce !== false) {
    if (action.isAtOnce === undefined) return undefined
    const same = sameCause(facts, action.account, action.cause)
    const { today } = personOf(moment, present(facts.customers.get(action.customer)).msisdn)
    if (same?.expiresAt == null || !isInForce(same, today, now)) return 'OUTDATED'
  }
  return 'DONE'
}

/** The facts of the time between two observations, the first of which was at `since`. */
interface Since {
  readonly since: number
  /** Customers who opt out, by id or number. */
  readonly closing: ReadonlySet<string>
  /** Orders of test customers that a reset ends. */
  readonly endedByReset: ReadonlySet<string>
}

/** Checks the decisions between two observations. Returns a sentence for each problem. */
export const officeProblems = (
  before: Facts,
  moment: Moment,
  proposedActions: ProposedActions,
  { since, closing, endedByReset }: Since,
): string[] => {
  const { facts, now } = moment
  const problems: string[] = []
  const say = (what: string) => void problems.push(what)
  const ended: ApprovalFacts[] = []
  if (facts.approvals !== before.approvals)
    for (const approval of facts.approvals.values()) {
      const { id, status, proposedBy, decidedBy, expiresAt } = approval
      const earlier = before.approvals.get(id)
      if (earlier?.status === status) continue
      if (earlier && earlier.status !== 'OPEN') say(`approval ${id} was ${earlier.status} and is ${status}`)
      const action = proposedActions.get(id)
      if (!earlier && action?.kind === 'BLOCK_CUSTOMER' && status === 'OPEN') {
        const isHeld = sameCause(facts, action.account, action.cause)?.expiresAt === expiresAt
        if (action.isAtOnce !== undefined && isHeld !== action.isAtOnce)
          say(`approval ${id} ${isHeld ? 'blocks at once' : 'does not block yet'}`)
      }
      if (status === 'APPROVED') say(`approval ${id} is APPROVED but not DONE`)
      if (status === 'OPEN' || status === 'APPROVED') continue
      ended.push(approval)
      const isOwn = decidedBy === proposedBy
      if (status === 'DONE' && isOwn) say(`one person alone decided approval ${id}`)
      if (status === 'DONE' && expiresAt <= since) say(`approval ${id} was done after it had expired`)
      if (status === 'REJECTED' && isOwn) say(`approval ${id} was rejected by its proposer`)
      if (status === 'WITHDRAWN' && !isOwn) say(`approval ${id} was withdrawn by another person`)
      if (status === 'EXPIRED' && expiresAt > now) say(`approval ${id} expired before its time`)
      if (status === 'DONE' && action) for (const problem of effectProblems(facts, action)) say(problem)
      if ((status === 'REJECTED' || status === 'WITHDRAWN') && action?.kind === 'BLOCK_CUSTOMER') {
        const block = sameCause(facts, action.account, action.cause)
        if (block?.expiresAt != null && block.expiresAt > now)
          say(`block ${block.id} of one person is in force though it was ${status}`)
      }
    }
  const has = (kind: string, customer: string, ...statuses: readonly string[]): boolean =>
    ended.some((each) => each.kind === kind && each.customer === customer && statuses.includes(each.status))
  if (facts.blocks !== before.blocks)
    for (const block of facts.blocks.values()) {
      const earlier = before.blocks.get(block.id)
      const { id, customer, cause, expiresAt } = block
      const isConfirmed = has('BLOCK_CUSTOMER', customer, 'DONE')
      if (!earlier && expiresAt === null && !isConfirmed) say(`no two people placed block ${id}`)
      if (!earlier && expiresAt !== null && cause !== 'FRAUD')
        say(`one person alone placed block ${id} for ${cause}`)
      if (earlier && earlier.expiresAt !== expiresAt && !isConfirmed) say(`nobody confirmed block ${id}`)
      if (!earlier?.isOpen || block.isOpen) continue
      const isFallen =
        expiresAt !== null &&
        (expiresAt <= now || has('BLOCK_CUSTOMER', customer, 'REJECTED', 'WITHDRAWN', 'EXPIRED'))
      const today = todayOf(moment, facts.customers.get(customer))
      const isOver = block.endsOn !== null && !isInForce(block, today, now)
      if (!has('UNBLOCK_CUSTOMER', customer, 'DONE') && !isFallen && !isOver && !closing.has(customer))
        say(`no two people lifted block ${id}`)
    }
  if (facts.payouts !== before.payouts)
    for (const { id, customer, failure } of facts.payouts.values())
      if (
        failure === 'PAYOUT_CANCELLED' &&
        before.payouts.get(id)?.failure !== failure &&
        !has('CANCEL_PAYOUT', customer, 'DONE') &&
        !has('VOID_DEPOSIT', customer, 'DONE')
      )
        say(`no two people cancelled payout ${id}`)
  if (facts.voided !== before.voided)
    for (const { id } of facts.voided.values())
      if (!before.voided.has(id) && !has('VOID_DEPOSIT', present(facts.orders.get(id)).customer, 'DONE'))
        say(`no two people voided deposit ${id}`)
  if (facts.customers !== before.customers)
    for (const { id, msisdn } of facts.customers.values()) {
      const earlier = before.customers.get(id)
      if (earlier && earlier.msisdn !== msisdn && !has('CHANGE_MSISDN', id, 'DONE'))
        say(`no two people changed the number of customer ${id}`)
    }
  for (const problem of moveProblems(before, moment, { since, endedByReset })) say(problem)
  return problems
}

/** Checks that an approval has had its effect. */
const effectProblems = (facts: Facts, action: ProposedAction): string[] => {
  switch (action.kind) {
    case 'BLOCK_CUSTOMER': {
      const block = sameCause(facts, action.account, action.cause)
      const isSo = block?.scope === action.scope && block.endsOn === action.endsOn && block.expiresAt === null
      return isSo ? [] : [`account ${action.account} is not blocked as two people wanted`]
    }
    case 'UNBLOCK_CUSTOMER':
      return facts.blocks.get(action.block)?.isOpen ? [`block ${action.block} is not lifted`] : []
    case 'CANCEL_PAYOUT': {
      const payout = facts.payouts.get(action.payout)
      const isBack = payout?.isOpen === false && facts.savings.get(payout.saving)?.status !== 'CLOSED'
      return isBack ? [] : [`payout ${action.payout} is not taken back`]
    }
    case 'VOID_DEPOSIT':
      return facts.voided.has(action.deposit) && !facts.deposits.has(action.deposit)
        ? []
        : [`deposit ${action.deposit} is not ended`]
    case 'CHANGE_MSISDN':
      return facts.customers.get(action.customer)?.msisdn === action.msisdn
        ? []
        : [`customer ${action.customer} has not the number that two people gave them`]
    default:
      return []
  }
}

/** How long a worker may use what it last read about pauses. */
const pauseMs = 2000

/** Workers take nothing from a queue that was paused during the whole time. */
export const pauseProblems = (before: Facts, facts: Facts, since: number): string[] => {
  const problems: string[] = []
  const isPaused = (name: string): boolean => {
    const pause = before.pauses.get(name)
    return pause !== undefined && pause.at + pauseMs < since && facts.pauses.has(name)
  }
  if (before.pauses.size === 0) return []
  if (isPaused('ORDERS'))
    for (const { id, sends, book } of facts.orders.values())
      if (book === 'system' && sends > (before.orders.get(id)?.sends ?? 0))
        problems.push(`order ${id} was sent while its queue was paused`)
  if (isPaused('STATEMENTS'))
    for (const { id, status } of facts.statements.values())
      if (['SENT', 'FAILED'].includes(status) && before.statements.get(id)?.status === 'QUEUED')
        problems.push(`statement ${id} was mailed while its queue was paused`)
  if (isPaused('SCORE_REQUESTS'))
    for (const { id, request } of facts.scores.values())
      if (request !== null && before.scores.get(id)?.request == null)
        problems.push(`score ${id} was sent while its queue was paused`)
  return problems
}

/** No money leaves an account that was blocked during the whole time, and nothing new is requested for it. */
const moveProblems = (
  before: Facts,
  moment: Moment,
  { since, endedByReset }: Pick<Since, 'since' | 'endedByReset'>,
): string[] => {
  const { facts, now, today } = moment
  if (before.blocks.size === 0) return []
  if (facts.payouts === before.payouts && facts.orders === before.orders) return []
  const isBlocked = (account: string, book: string, free: string): boolean =>
    [...before.blocks.values()].some(
      (block) =>
        block.account === account &&
        block.scope !== free &&
        block.isOpen &&
        facts.blocks.get(block.id)?.isOpen === true &&
        (book === 'system' || block.endsOn === null) &&
        isInForce(block, today, since) &&
        isInForce(block, today, now),
    )
  const problems: string[] = []
  for (const payout of facts.payouts.values()) {
    const earlier = before.payouts.get(payout.id)
    const hasLeft = earlier ? earlier.status === 'ON_HOLD' && payout.status !== 'ON_HOLD' : true
    if (!hasLeft || !payout.isOpen || earlier?.status === payout.status) continue
    if (isBlocked(payout.account, present(facts.savings.get(payout.saving)).book, 'CREDIT'))
      problems.push(`payout ${payout.id} was made from a blocked account`)
  }
  for (const order of facts.orders.values()) {
    const earlier = before.orders.get(order.id)
    if (order.kind === 'COLLECT' && !earlier && isBlocked(order.account, order.book, 'DEBIT'))
      problems.push(`order ${order.id} collects money for a blocked account`)
    // A reset ends the orders of a test customer, also if the account was blocked since.
    if (order.book !== 'system' && endedByReset.has(order.id)) continue
    const isOffered = order.sends > 0 && (earlier?.sends ?? 0) === 0
    if (order.kind === 'PAY_OUT' && isOffered && isBlocked(order.account, order.book, 'CREDIT'))
      problems.push(`order ${order.id} was sent while its account was blocked`)
  }
  return problems
}
