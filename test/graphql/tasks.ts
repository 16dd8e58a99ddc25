import type { Role } from '../../src/kernel/call.js'
import { moreTasks } from './more-tasks.js'
import type { KnownToStaff, Task } from './task.js'

const task = (what: string, as: Role, ask: Task['ask'], finds: Task['finds']): Task => ({
  what,
  as,
  ask,
  finds,
})

const searching = (what: string, textOf: (known: KnownToStaff) => string): Task =>
  task(
    `a customer by ${what}`,
    'BACK_OFFICE',
    (known) =>
      `{ search(first: 20, text: "${textOf(known)}") { customer { id msisdn account { status email } } } }`,
    ({ customer }) => [customer],
  )

const nationalOf = ({ msisdn }: KnownToStaff): string => msisdn.slice(3)
const spaced = (digits: string): string =>
  `${digits.slice(0, 3)} ${digits.slice(3, 5)} ${digits.slice(5, 7)} ${digits.slice(7)}`

/** Questions of a bank's staff on a working day, each answered by one operation. */
export const tasks: readonly Task[] = [
  searching('the national number with spaces', (known) => spaced(nationalOf(known))),
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
    () => ['PAYOUT_CANCELLED'],
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
    ({ other }) => ['CANCEL_PAYOUT', 'development approver', other],
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
    ({ night }) => [night],
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
    ({ night }) => [night],
  ),
  task(
    'positions that the night set aside',
    'BACK_OFFICE',
    () => `{ dayExceptions { nodes { step problem setAsideOn position { id } customer { msisdn } } } }`,
    ({ position, msisdn }) => ['no such rate', position, msisdn],
  ),
  task(
    'liabilities by time to maturity',
    'ANALYST',
    ({ today }) => `{ owedByMaturity(on: "${today}") { bucket positions principal } }`,
    () => ['YEAR'],
  ),
  task(
    'interest expense by month and product',
    'BACK_OFFICE',
    () => `{ insights { interestExpense { month product expense accrued } } }`,
    () => ['LOCK3M'],
  ),
  task(
    'the quotes that a customer was shown',
    'BACK_OFFICE',
    ({ customer }) => `{ customer(by: { id: "${customer}" }) { quotes { nodes { id amount createdAt
      ... on DepositQuote { rate order { status } } ... on WithdrawalQuote { payout { status } } } } } }`,
    ({ quote }) => [quote],
  ),
  task(
    'score requests by status',
    'BACK_OFFICE',
    () => `{ scoreRequests(filter: { status: [COMPLETED, FAILED] }) { nodes { id status productCode } } }`,
    ({ scored }) => [scored, 'COMPLETED'],
  ),
  task(
    'score requests by decision',
    'BACK_OFFICE',
    () =>
      `{ scoreRequests(filter: { decision: [DECLINE] }) { nodes { id decision riskBand } totalCount { value } } }`,
    ({ scored }) => [scored, 'DECLINE'],
  ),
  task(
    'payouts that staff must look at',
    'BACK_OFFICE',
    () =>
      `{ payouts(filter: { status: [UNDER_REVIEW] }) { nodes { id amount customer { msisdn } } totalCount { value } } }`,
    () => ['"totalCount":{"value":0}'],
  ),
  task(
    'statements of a customer that could not be mailed',
    'BACK_OFFICE',
    ({ customer }) =>
      `{ statements(filter: { customer: "${customer}", status: [FAILED] }) { nodes { id email problem attempts requestedAt } } }`,
    ({ statement, email }) => [statement, email, 'EENVELOPE'],
  ),
  task(
    'deposits above an amount in a week',
    'BACK_OFFICE',
    () => `{ deposits(sort: LARGEST, filter: { amount: { atLeast: "50000" }, valueDate: { from: "2026-02-26", before: "2026-03-05" } }) {
      nodes { id principal valueDate customer { msisdn } } totalCount { value } } }`,
    ({ msisdn }) => ['"principal":"50000"', msisdn],
  ),
  task(
    'who has saved more than an amount',
    'BACK_OFFICE',
    () =>
      `{ customers(filter: { saved: { atLeast: "60000" } }) { nodes { id msisdn positions { nodes { principal productCode } } } totalCount { value } } }`,
    ({ customer }) => [customer, '"totalCount":{"value":1}'],
  ),
  task(
    'all payments with a number, whoever has it now',
    'BACK_OFFICE',
    ({ msisdn }) =>
      `{ orders(filter: { msisdn: ["${msisdn}"] }) { nodes { id kind amount status msisdn customer { id msisdn } } } }`,
    ({ order, customer }) => [order, customer],
  ),
  task(
    'refunds of a month',
    'BACK_OFFICE',
    () => `{
      march: refunds(filter: { businessDate: { from: "2026-03-01", before: "2026-04-01" } }) { nodes { amount status settledOn refundOf { id } } totalCount { value } }
      february: refunds(filter: { businessDate: { from: "2026-02-01", before: "2026-03-01" } }) { totalCount { value } } }`,
    () => ['"amount":"6000"', '"february":{"totalCount":{"value":0}}'],
  ),
  task(
    'customers who are blocked now, and by whom',
    'BACK_OFFICE',
    () => `{ blocks(filter: { isOpen: true }) { nodes { id scope cause endsOn placedAt customer { id msisdn }
      approval { proposedBy decidedBy reason evidence } } totalCount { value } } }`,
    ({ other }) => [other, 'development back office', 'development approver', 'COURT'],
  ),
  task(
    'what an approver may approve, and who lends them more',
    'APPROVER',
    () => `{ approvalLimits(filter: { personId: ["name:development approver"] }) { nodes { personId name limit setAt } }
      approvalDelegations(filter: { delegateId: ["name:development approver"] }) { nodes { lender until reason } } }`,
    () => ['"approvalLimits":{"nodes":[]}'],
  ),
  task(
    'statements that went to an address',
    'BACK_OFFICE',
    ({ email }) =>
      `{ statements(filter: { email: ["${email}"] }) { nodes { id status sentAt customer { id } } } }`,
    ({ statement, customer }) => [statement, customer],
  ),
  task(
    'when each night was done',
    'BACK_OFFICE',
    () => `{ clockDays(first: 60, filter: { book: ["system"] }) { nodes { day completedAt remarks } } }`,
    ({ night }) => [night, 'completedAt'],
  ),
  task(
    'savings in a product that is no longer sold',
    'BACK_OFFICE',
    () => `{ products(filter: { code: ["LOCK1M"] }) { nodes { version onSale onSaleFrom } }
      positions(sort: MATURITY, filter: { product: ["LOCK1M"], status: [ACCRUING, MATURED] }) { nodes { id principal maturityDate customer { msisdn } } totalCount { value } } }`,
    ({ msisdn }) => ['"onSale"', '"principal":"20000"', msisdn],
  ),
  task(
    'what one approver approved this month',
    'APPROVER',
    () => `{ approvals(filter: { decider: ["development approver"], proposed: { from: "2026-03-01T00:00:00Z", before: "2026-04-01T00:00:00Z" } }) {
      nodes { kind amount proposedBy decidedAt customer { id } } totalCount { value } } }`,
    ({ other }) => ['BLOCK_CUSTOMER', other],
  ),
  task(
    'changes of numbers, from which to which',
    'ADMIN',
    () =>
      `{ auditEntries(filter: { action: [CHANGE_MSISDN] }) { nodes { at actor before after customer { id msisdn } } } }`,
    ({ other }) => [other],
  ),
  task(
    'adjustments, with their journals',
    'APPROVER',
    () =>
      `{ ledgerEntries(filter: { account: [adjustments] }) { nodes { amount businessDate reference journal { entries { account amount } } } } }`,
    () => ['wallet_clearing', 'ADJUSTMENT:'],
  ),
  task(
    'payments of today without an answer',
    'BACK_OFFICE',
    ({
      today,
    }) => `{ orders(sort: OLDEST, filter: { status: [CREATED, SUBMITTED], businessDate: { from: "${today}" } }) {
      nodes { id kind amount sends polls dueAt customer { msisdn } } totalCount { value } } }`,
    () => ['"kind":"PAY_OUT"'],
  ),
  task(
    'accounts that were closed, or are about to be',
    'BACK_OFFICE',
    () =>
      `{ accounts(filter: { status: [CLOSING, CLOSED] }) { nodes { id status closedOn customer { id msisdn } } totalCount { value } } }`,
    () => ['"CLOSING"'],
  ),
  ...moreTasks,
]
