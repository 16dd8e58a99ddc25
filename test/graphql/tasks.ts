import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Role } from '../../src/kernel/call.js'

/** What a clerk has in hand when they begin: of one customer with a history, and of the bank on that day. */
export interface InHand {
  readonly msisdn: string
  readonly customer: string
  readonly email: string
  readonly account: string
  readonly position: string
  readonly quote: string
  readonly order: string
  readonly transaction: string
  readonly payout: string
  readonly statement: string
  readonly caseId: string
  readonly today: LocalDate
}

export interface Task {
  readonly what: string
  readonly as: Role
  readonly ask: (hand: InHand) => string
  /** What must stand in the answer. */
  readonly finds: (hand: InHand) => readonly string[]
}

const task = (what: string, as: Role, ask: Task['ask'], finds: Task['finds'] = () => []): Task => ({
  what,
  as,
  ask,
  finds,
})

const searching = (what: string, textOf: (hand: InHand) => string): Task =>
  task(
    `a customer by ${what}`,
    'BACK_OFFICE',
    (hand) => `{ search(text: "${textOf(hand)}") { customer { id msisdn account { status email } } } }`,
    ({ customer }) => [customer],
  )

const nationalOf = ({ msisdn }: InHand): string => msisdn.slice(3)
const spaced = (digits: string): string =>
  `${digits.slice(0, 3)} ${digits.slice(3, 5)} ${digits.slice(5, 7)} ${digits.slice(7)}`

/** What people of a bank ask on a working day, each in one operation. */
export const tasks: readonly Task[] = [
  searching('the number as they say it', (hand) => spaced(nationalOf(hand))),
  searching('the last four digits', ({ msisdn }) => msisdn.slice(-4)),
  searching('their e-mail address', ({ email }) => email),
  searching('an account', ({ account }) => account),
  searching('a position', ({ position }) => position),
  searching('the reference of a quote', ({ quote }) => quote),
  searching('the reference of a payout', ({ payout }) => payout),
  searching('a transaction of the provider', ({ transaction }) => transaction),
  task(
    'the whole history of a customer',
    'BACK_OFFICE',
    ({ msisdn }) => `{ customer(by: { msisdn: "${msisdn}" }) { history(first: 100) {
      nodes { at kind subject actor detail amount } pageInfo { hasNextPage } } } }`,
    ({ quote, payout }) => ['REGISTERED', quote, payout, 'ORDER_ENDED', 'POSTED', 'READ'],
  ),
  task(
    'the whole money history of a customer',
    'BACK_OFFICE',
    ({ customer }) => `{ customer(by: { id: "${customer}" }) {
      deposits { nodes { id principal valueDate } } payouts { nodes { id amount status settledOn } }
      journals(first: 100) { nodes { reference businessDate entries { account amount } } } } }`,
    ({ payout }) => [payout, 'customer_principal', 'payout_reserved'],
  ),
  task(
    'who touched this customer',
    'APPROVER',
    ({ customer }) => `{ customer(by: { id: "${customer}" }) {
      auditEntries { nodes { at actor action subject before after } } accessEntries { nodes { at actor operation } } } }`,
    () => ['development back office', 'CONFIRM_DEPOSIT'],
  ),
  task(
    'whom one of the staff was shown',
    'APPROVER',
    () =>
      `{ accessEntries(filter: { actor: ["development back office"] }) { nodes { at operation customer { id } } } }`,
    ({ customer }) => [customer, 'search'],
  ),
  task(
    'payouts under review',
    'BACK_OFFICE',
    () => `{ reviewCases(filter: { state: [OPEN, PROPOSED] }) { nodes { id kind detail openedAt
      order { id amount payout { id status position { id } customer { id msisdn } } } } } }`,
    ({ caseId }) => [caseId],
  ),
  task(
    'payouts that failed, by reason',
    'BACK_OFFICE',
    () => `{ payouts(filter: { status: [FAILED], reason: [PAYOUT_CANCELLED] }) {
      nodes { id amount failureReason customer { msisdn } } totalCount { value } } }`,
  ),
  task(
    'payouts on hold by the date of their release',
    'BACK_OFFICE',
    () => `{ payouts(filter: { status: [ON_HOLD], heldUntil: { from: "2026-03-01T00:00:00Z" } }, sort: OLDEST) {
      nodes { id heldUntil amount customer { msisdn } } } }`,
    ({ payout }) => [payout],
  ),
  task(
    'failed deposits of today',
    'BACK_OFFICE',
    ({ today }) => `{ orders(filter: { kind: [COLLECT], status: [FAILED], settledOn: { from: "${today}" } }) {
      nodes { id amount failureReason providerReason customer { msisdn } } totalCount { value } } }`,
    () => ['APPROVAL_REJECTED'],
  ),
  task(
    'deposits of today by product',
    'BACK_OFFICE',
    ({ today }) =>
      `{ insights { deposits(by: DAY, dates: { from: "${today}" }) { product basis count amount } } }`,
    () => ['LOCK1M', 'LOCK3M'],
  ),
  task(
    'what matures next week',
    'BACK_OFFICE',
    () => `{ positions(sort: MATURITY, filter: { status: [ACCRUING], book: ["system"],
      maturityDate: { from: "2026-03-30", before: "2026-04-06" } }) { nodes { id maturityDate principal atMaturity { net } customer { msisdn } } } }`,
    () => ['2026-04-01'],
  ),
  task(
    'order, payout, position and quote from the order',
    'BACK_OFFICE',
    ({ order }) => `{ order(id: "${order}") { status quote { id } position { id payout { id quote { id } } }
      reviewCases { nodes { id } } customer { id } } }`,
    ({ quote, position, payout }) => [quote, position, payout],
  ),
  task(
    'quote, order and position from the payout',
    'BACK_OFFICE',
    ({ payout }) => `{ payout(id: "${payout}") { status quote { id amount } transfers { id status }
      position { id deposits { nodes { order { id quote { id } } } } } } }`,
    ({ quote, position, order }) => [quote, position, order],
  ),
  task(
    'who approved what',
    'APPROVER',
    () =>
      `{ approvals(sort: NEWEST, filter: { status: [DONE] }) { nodes { id kind reason evidence proposedBy decidedBy decidedAt customer { id } } } }`,
  ),
  task(
    'the ledger of a position',
    'BACK_OFFICE',
    ({ position }) =>
      `{ ledgerEntries(filter: { dimension: ["${position}"] }) { nodes { id account amount businessDate reference } } }`,
    () => ['customer_principal'],
  ),
  task(
    'the ledger of a payout',
    'BACK_OFFICE',
    ({ payout }) => `{ payout(id: "${payout}") { ledgerEntries { nodes { account amount reference } } } }`,
    () => ['payout_reserved'],
  ),
  task(
    'the ledger of a product',
    'ANALYST',
    () =>
      `{ ledgerEntries(filter: { dimension: ["LOCK3M"], account: [interest_payable] }) { nodes { amount businessDate } } }`,
  ),
  task(
    'the ledger of a customer',
    'BACK_OFFICE',
    ({ customer }) =>
      `{ ledgerEntries(filter: { customer: "${customer}" }) { nodes { account dimension amount reference } } }`,
    () => ['wallet_clearing'],
  ),
  task(
    'suspense, with its reason',
    'APPROVER',
    () =>
      `{ suspense { nodes { since amount waiting reason order { id } customer { msisdn } } totalCount { value } } }`,
    () => ['BEING_PAID_BACK'],
  ),
  task(
    'a trial balance by month',
    'ANALYST',
    () =>
      `{ trialBalances(from: "2026-01-01", before: "2026-04-01") { asOf accounts { account debit credit } totals { difference } } }`,
    () => ['2026-01-31', '2026-03-31', 'customer_principal'],
  ),
  task(
    'differences with the provider by day',
    'BACK_OFFICE',
    () =>
      `{ orderComparisons(filter: { differences: 1 }) { nodes { day compared differences finishedAt } } }`,
    () => ['2026-02-28'],
  ),
  task(
    'statements that failed',
    'BACK_OFFICE',
    () => `{ statements(filter: { status: [FAILED] }) { nodes { id problem email customer { msisdn } } } }`,
    ({ statement }) => [statement],
  ),
  task(
    "last night's log",
    'BACK_OFFICE',
    () =>
      `{ clockDays(first: 1, filter: { book: ["system"] }) { nodes { day completedAt remarks maturities { product } accruals { amount } } } }`,
    () => ['2026-02-28'],
  ),
  task(
    'positions that the night set aside',
    'BACK_OFFICE',
    () => `{ dayExceptions { nodes { step problem setAsideOn position { id } customer { msisdn } } } }`,
    ({ position, msisdn }) => ['no such rate', position, msisdn],
  ),
  task(
    'liabilities by bucket',
    'ANALYST',
    ({ today }) => `{ owedByMaturity(on: "${today}") { bucket positions principal } }`,
    () => ['YEAR'],
  ),
  task(
    'interest expense by month and product',
    'ANALYST',
    () => `{ insights { interestExpense { month product expense accrued } } }`,
  ),
  task(
    'the quotes that a customer was shown',
    'BACK_OFFICE',
    ({ customer }) => `{ customer(by: { id: "${customer}" }) { quotes { nodes { id amount createdAt
      ... on DepositQuote { rate order { status } } ... on WithdrawalQuote { payout { status } } } } } }`,
    ({ quote }) => [quote],
  ),
  task(
    'score requests by how they stand',
    'BACK_OFFICE',
    () => `{ scoreRequests(filter: { status: [COMPLETED, FAILED] }) { nodes { id status productCode } } }`,
  ),
]
