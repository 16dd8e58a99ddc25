import { defaultFieldResolver, isObjectType, type GraphQLObjectType, type GraphQLSchema } from 'graphql'
import type { Role } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import {
  approvalReaders,
  approvers,
  keyReaders,
  queueReaders,
  recordReaders,
  clockMovers,
  clockReaders,
  counterStaff,
  customerReaders,
  journeyActors,
  customerReadersAndGateway,
  actorsWithoutApproval,
  keyManagers,
  deciders,
  resolutionProposers,
  scoreOrderers,
  insightReaders,
  staff,
} from '../access.js'
import type { RequestContext } from '../context.js'
import { toGraphQLError } from '../errors.js'

type Readers = Readonly<Record<string, readonly Role[]>>

const typesFor = (readers: readonly Role[], types: string): Readers =>
  Object.fromEntries(types.split(' ').map((type) => [type, readers]))

/** The types of the lists of these types. */
const listsFor = (readers: readonly Role[], types: string): Readers =>
  typesFor(
    readers,
    types
      .split(' ')
      .flatMap((type) => [`${type}Connection`, `${type}Edge`])
      .join(' '),
  )

/** The types of a mutation's payload and refusal. */
const payloadsFor = (readers: readonly Role[], mutations: string): Readers =>
  typesFor(
    readers,
    mutations
      .split(' ')
      .flatMap((mutation) => [`${mutation}Payload`, `${mutation}Refusal`])
      .join(' '),
  )

/**
 * The roles that may read a type, on whichever path it is reached: a root field may be open to a role that may not read some of the
 * types below it. Each field of these types is guarded.
 */
const guardedReaders: Readers = {
  ...typesFor(keyReaders, 'ApiKey RoleAssignment'),
  ...listsFor(keyReaders, 'RoleAssignment'),
  ...payloadsFor(keyManagers, 'CreateApiKey PauseQueue ResumeQueue RetryQueue RevokeApiKey'),
  ...typesFor(queueReaders, 'JobQueue QueuePause'),
  ...payloadsFor(clockMovers, 'AdvanceClock CreateClock ResetCustomer'),
  ...payloadsFor(
    deciders,
    'Approve DelegateApprovals EndDelegation ProposeAdjustment ProposeApprovalLimit ProposeBlockCustomer ProposeCancelPayout ProposeChangeMsisdn ProposeCloseMonth ProposeEmail ProposeExplainLine ProposeErasure ProposeOptOut ' +
      'ProposePublishProduct ProposeUnblockCustomer ProposeVoidDeposit ProposeWithdrawProduct Reject Withdraw',
  ),
  ...payloadsFor(
    [...resolutionProposers, ...approvers],
    'ConfirmResolution ProposeResolution RejectResolution',
  ),
  ...payloadsFor(scoreOrderers, 'ResubmitScoreRequest SubmitScoreRequest'),
  ...typesFor(clockReaders, 'PageInfo TotalCount'),
  ...typesFor(staff, 'OrderComparison'),
  ...listsFor(clockReaders, 'Clock WalkDay'),
  ...listsFor(
    staff,
    'Account AccountBlock Customer DayException Deposit Journal LedgerEntry OrderComparison PaymentOrder Payout Position Product Quote ' +
      'ReviewCase ScoreRequest Statement SuspendedPayment',
  ),
  ...typesFor(recordReaders, 'AccessEntry AuditEntry HistoryEvent Note ProviderLine'),
  ...typesFor(customerReaders, 'SearchHit'),
  ...listsFor(recordReaders, 'AccessEntry AuditEntry HistoryEvent Note ProviderLine'),
  ...payloadsFor(customerReaders, 'AddNote Assign'),
  ...payloadsFor(counterStaff, 'PrintStatement ResendStatement'),
  ...typesFor(
    insightReaders,
    'InsightBalances InsightCohorts InsightCustomers InsightDeposits InsightFailures InsightFunnel InsightInterest ' +
      'InsightLiabilities InsightPayouts InsightProjection InsightRateChange InsightRenewals InsightScoreReasons InsightScores ' +
      'InsightTickets InsightWithdrawals Insights',
  ),
  ...typesFor(
    approvalReaders,
    'Approval ApprovalChange ApprovalDelegation ApprovalLimit ApprovalJournal ApprovalLine ApprovalPreview ApprovalText ScoringErasure',
  ),
  ...listsFor(approvalReaders, 'Approval ApprovalDelegation ApprovalLimit'),
  ...typesFor(
    clockReaders,
    'Accrual Clock ClockedCustomer MaturedOnDay MoneyOutOnDay ProjectedMaturity ProjectedMoneyOut Projection WalkDay',
  ),
  ...typesFor(
    staff,
    'Account AccountBalance AccountBlock CurrencyTotal Customer DayException DepositQuote Journal LedgerEntry Leaving Month MonthAccount MonthFees MonthHindrance OwedByMaturity ' +
      'PaymentOrder Resolution ReviewCase Statement SuspendedPayment TrialBalance WithdrawalQuote',
  ),
  ...typesFor(
    staff,
    'ScoreAffordability ScoreBehaviour ScoreBoosted ScoreBorrowingCharacter ScoreCashflow ScoreCreditLimit ' +
      'ScoreDataCompleteness ScoreDocument ScoreFailure ScoreIncomeBlock ScoreIncomeEstimate ScoreLifestyle ' +
      'ScoreModel ScoreMonthCashflow ScoreMonthIncome ScoreOutflow ScorePersona ScoreReason ' +
      'ScoreRecommendations ScoreRequest ScoreResult ScoreResultDocument ScoreScoring ScoreShop ScoreSpending ' +
      'ScoreStatement ScoreStatementHeader ScoreSummary ScoreUtility ScoreValidity ScoreWeights ScoredPerson',
  ),
}

/**
 * Types of the gateway's journeys. Their fields must be fast, so they have no guard of their own: whoever reaches one has passed the guard of
 * a root field or of a type above it, which let only these roles in (test/graphql/access.test.ts).
 */
const journeyReaders: Readers = {
  ...typesFor(
    [...customerReadersAndGateway, 'ANALYST', 'AUDITOR'],
    'Deposit Interest Payout Position PositionWorth Product',
  ),
  ...typesFor(
    customerReadersAndGateway,
    'EmailOnFile MoneyUnderWay OptOutPosition Registration SavingsBalance StatementStanding Transaction',
  ),
  ...payloadsFor(actorsWithoutApproval, 'OptOut'),
  ...payloadsFor(
    journeyActors,
    'ConfirmDeposit ConfirmWithdrawal QuoteDeposit QuoteWithdrawal RegisterCustomer RequestStatement',
  ),
  ...typesFor(journeyActors, 'PrepareStatementPayload'),
}

/** The roles that may read each type; a test compares them with the rows of `docs/roles.md`. */
export const typeReaders: Readers = { ...guardedReaders, ...journeyReaders }

/** Fields that identify, or may identify, a person: staff operations that show one are recorded (test/graphql/schema-rules.test.ts). */
export const personalFields: Readonly<Record<string, readonly string[]>> = {
  Account: ['email'],
  Approval: ['decisionReason', 'email', 'evidence', 'nationalId', 'preview', 'reason'],
  AuditEntry: ['after', 'before'],
  Customer: ['email', 'msisdn'],
  DepositQuote: ['msisdn'],
  HistoryEvent: ['detail'],
  Note: ['text'],
  PaymentOrder: ['msisdn', 'providerReason'],
  ReviewCase: ['detail', 'resolution'],
  ScoreRequest: ['documents', 'person', 'rawResults', 'result'],
  Statement: ['email'],
  WithdrawalQuote: ['msisdn'],
}

/** A row about a customer: the customer itself has `key`, other rows `customerId`. */
interface CustomerRow {
  readonly key?: string
  readonly customerId?: string | null
}

/** The types whose refusal a request has recorded: each is recorded once, and not for each of fifty forbidden rows. */
const refusedTypes = new WeakMap<RequestContext, Set<string>>()

const refuse = async (context: RequestContext, type: string, roles: readonly Role[]): Promise<never> => {
  const types = refusedTypes.get(context) ?? new Set()
  refusedTypes.set(context, types)
  if (!types.has(type)) {
    types.add(type)
    await context.watch.recordRefusal(context.call, type)
  }
  throw toGraphQLError(new Refusal('FORBIDDEN', `This needs one of the roles ${roles.join(', ')}`))
}

/** Records the customer whose personal field (`personalFields`) a permitted reader is shown. */
const noteShown = (type: string, source: CustomerRow, { personal, shown }: RequestContext): void => {
  const id = type === 'Customer' ? source.key : source.customerId
  if (id && !personal.isMasked) shown.add(id)
}

const guard = (type: GraphQLObjectType, roles: readonly Role[]): void => {
  for (const field of Object.values(type.getFields())) {
    const { resolve = defaultFieldResolver } = field
    const isPersonal = personalFields[type.name]?.includes(field.name) ?? false
    field.resolve = (source: CustomerRow, args, context: RequestContext, info) => {
      if (!roles.some((role) => context.call.actor.roles.has(role))) return refuse(context, type.name, roles)
      if (isPersonal) noteShown(type.name, source, context)
      return resolve(source, args, context, info)
    }
  }
}

/** Adds the check of each guarded type to its fields. Throws for a type without an entry here. */
export const guardTypes = (schema: GraphQLSchema): GraphQLSchema => {
  const roots = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || roots.includes(type)) continue
    if (!typeReaders[type.name]) throw new Error(`there is no entry for who may read ${type.name}`)
    const readers = guardedReaders[type.name]
    if (readers) guard(type, readers)
  }
  return schema
}
