import { Account } from '../customers/customer.entity.js'
import { lockCustomer, type CustomerFacts } from '../customers/customers.repository.js'
import { checkedEmail } from '../customers/email.rules.js'
import { checkMayGiveAddress, keepEmail } from '../customers/keep-email.js'
import { keepLanguage } from '../customers/keep-language.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import { RequestLogEntry } from '../savings/records/request-log.entity.js'
import { addMonths, maxDate, type LocalDate } from '../../kernel/calendar.js'
import type { AddressFault } from '../messages/catalogue.js'
import type { Call } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Refusal } from '../../kernel/refusal.js'
import { checkedPeriod } from '../statement-orders/period.rules.js'
import { statementSummaryOperation } from './prepare-statement.js'
import { lastBookedOn } from './contents/contents.read.js'
import { findStatement } from './statements.read.js'
import { writeStatement } from '../statement-orders/write-statement.js'

/** As the customer typed them; empty where the request has none. */
export interface RequestStatement {
  readonly msisdn: Msisdn
  readonly email: string
  readonly period: string
  readonly reference: string
}

interface Deps {
  readonly database: Database
  /** Called after the commit of a new statement, so that a worker makes it now. */
  readonly onStatement: () => void
}

/**
 * A reference is valid for the customer for whom it was created, even if their number has changed since. If the number was not
 * registered then, it is valid for whoever has that number. Anybody else is answered as if it did not exist.
 */
const checkReference = async (
  tx: Tx,
  call: Call,
  { customer }: Pick<CustomerFacts, 'customer'>,
  reference: string,
): Promise<void> => {
  const entry = await selectOne(tx, RequestLogEntry, 'WHERE reference = ?', [reference])
  const isTheirs =
    entry?.reference === reference &&
    entry.operation === statementSummaryOperation &&
    (entry.customerId === null ? entry.msisdn === customer.msisdn : entry.customerId === customer.id)
  if (!isTheirs) throw new Refusal('INVALID_REFERENCE')
  if (call.now >= entry.expiresAt!) throw new Refusal('REFERENCE_EXPIRED')
}

const invalidAddress = (fault: AddressFault): Refusal => new Refusal('INVALID_EMAIL', undefined, fault)

/** The address that was typed, or the one on file. Refuses: INVALID_EMAIL. */
const addressOf = (typedEmail: string, emailOnFile: string | null): string => {
  if (typedEmail.trim() !== '') return checkedEmail(typedEmail)
  if (emailOnFile === null) throw invalidAddress('NONE_ON_FILE')
  return emailOnFile
}

/**
 * For this many months after its closing, or after its last booking if that is later, an account still gets statements, unless
 * its number is registered again.
 */
const monthsAfterClosing = 12

/** An account, and the last day that a statement of it can cover. */
interface StatementAccount {
  readonly account: Account | NonNullable<CustomerFacts['account']>
  readonly lastOn: LocalDate
}

/**
 * The open account, or else the last one. For a closed account the last day is that of its last journal, which may be after its
 * closing: a deposit that seemed to have failed may arrive and be refunded later. Refuses: NOT_REGISTERED.
 */
export const accountOf = async (
  tx: Tx,
  { customer, account, today }: CustomerFacts,
): Promise<StatementAccount> => {
  if (account) return { account, lastOn: today }
  const closed = await selectOne(
    tx,
    Account,
    'WHERE customer_id = ? AND closed_on IS NOT NULL ORDER BY closed_on DESC, created_at DESC, id DESC LIMIT 1',
    [customer.id],
  )
  if (!closed) throw new Refusal('NOT_REGISTERED')
  const lastOn = maxDate(closed.closedOn!, (await lastBookedOn(tx, closed.id)) ?? closed.closedOn!)
  if (addMonths(lastOn, monthsAfterClosing) < today) throw new Refusal('NOT_REGISTERED')
  return { account: closed, lastOn }
}

/** The statement of a closed account is only sent to the address of that account. Refuses: INVALID_EMAIL. */
const checkedAddress = (typedEmail: string, { email, closedOn }: StatementAccount['account']): string => {
  if (closedOn !== null && email === null) throw invalidAddress('CLOSED_WITHOUT_ADDRESS')
  const address = addressOf(typedEmail, email)
  if (closedOn !== null && address !== email) throw invalidAddress('NOT_OF_CLOSED_ACCOUNT')
  return address
}

const write = async (
  tx: Tx,
  call: Call,
  { today, account, lastOn }: StatementAccount & Pick<CustomerFacts, 'today'>,
  input: RequestStatement,
) => {
  const email = checkedAddress(input.email, account)
  if (email !== account.email) checkMayGiveAddress(call)
  const period = checkedPeriod(input.period, lastOn, account.openedOn)
  await writeStatement(tx, call, account, {
    ...period,
    id: input.reference,
    email,
    language: call.language,
    period: input.period.trim(),
    issuedOn: today,
  })
  if (email !== account.email) await keepEmail(tx, account, email)
  await keepLanguage(tx, call, account)
}

/**
 * Requests a statement, which a worker makes and mails. The first accepted request uses up the reference: a repeat
 * cannot change its address or period. The address becomes the one on file. A number whose last account is closed
 * gets the statement of that account, up to its last booking and at its own address. Refuses: NOT_REGISTERED,
 * INVALID_REFERENCE, REFERENCE_EXPIRED, CLOCK_ADVANCING, INVALID_EMAIL, INVALID_PERIOD, and FORBIDDEN to staff who give
 * another address than the one on file. A refusal does not use up the reference.
 */
export const requestStatement = async (deps: Deps, call: Call, input: RequestStatement): Promise<void> => {
  const isNew = await deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomer(tx, call, input.msisdn)
    if (!facts) throw new Refusal('NOT_REGISTERED')
    const earlier = await findStatement(tx, input.reference)
    if (earlier?.customerId === facts.customer.id) return false
    const statementAccount = await accountOf(tx, facts)
    await checkReference(tx, call, facts, input.reference)
    if (facts.clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
    await write(tx, call, { ...statementAccount, today: facts.today }, input)
    return true
  })
  if (isNew) deps.onStatement()
}
