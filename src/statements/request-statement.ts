import type { Account } from '../customers/customer.entity.js'
import { lockCustomer, type CustomerFacts } from '../customers/customers.repository.js'
import { checkedEmail } from '../customers/email.rules.js'
import { keepEmail } from '../customers/keep-email.js'
import type { Database, Tx } from '../database/database.js'
import { databaseNow, insert, selectOne } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import { RequestLogEntry } from '../savings/request-log.entity.js'
import type { Call } from '../shared/call.js'
import { newId } from '../shared/ids.js'
import type { Msisdn } from '../shared/msisdn.js'
import { Refusal } from '../shared/refusal.js'
import { checkedPeriod } from './period.rules.js'
import { statementSummary } from './prepare-statement.js'
import { Statement } from './statement.entity.js'
import { findStatement } from './statements.read.js'

/** As the customer typed it: absent is empty. */
export interface RequestStatement {
  readonly msisdn: Msisdn
  readonly email: string
  readonly period: string
  readonly reference: string
}

interface Deps {
  readonly database: Database
  /** Called after the commit of a new statement: a worker may make it now. */
  readonly onStatement: () => void
}

/** A reference belongs to the number it was minted for. Another's looks like one that does not exist. */
const checkReference = async (tx: Tx, call: Call, { msisdn, reference }: RequestStatement): Promise<void> => {
  const entry = await selectOne(tx, RequestLogEntry, 'WHERE reference = ?', [reference])
  const isTheirs =
    entry?.reference === reference && entry.operation === statementSummary && entry.msisdn === msisdn
  if (!isTheirs) throw new Refusal('INVALID_REFERENCE')
  if (call.now >= entry.expiresAt!) throw new Refusal('REFERENCE_EXPIRED')
}

/** The address that was typed, or the one on file. Refuses: INVALID_EMAIL. */
const addressOf = (typed: string, onFile: string | null): string =>
  typed.trim() === '' && onFile !== null ? onFile : checkedEmail(typed)

const write = async (
  tx: Tx,
  call: Call,
  { customer, today }: CustomerFacts,
  account: Account,
  input: RequestStatement,
) => {
  const email = addressOf(input.email, account.email)
  const { from, to } = checkedPeriod(input.period, today, account.openedOn)
  await insert(tx, Statement, {
    id: input.reference,
    customerId: customer.id,
    accountId: account.id,
    email,
    language: call.language,
    period: input.period.trim(),
    fromOn: from,
    toOn: to,
    businessOn: today,
    messageId: `<${newId(call.now)}@statements.cauri>`,
    status: 'REQUESTED',
    attempts: 0,
    problem: null,
    dueAt: databaseNow,
    sentAt: null,
    createdAt: databaseNow,
  })
  if (email !== account.email) await keepEmail(tx, account, email)
  await audit(tx, call, {
    action: 'REQUEST_STATEMENT',
    customerId: customer.id,
    subject: input.reference,
    before: { email: account.email },
    after: { email, from, to },
  })
}

/**
 * Asks for a statement, once: the reference is consumed by the first request that is accepted, whose address and period
 * count; it confirms or changes the address on file (contract 4.1 rule 5). A worker makes and mails it.
 * Refuses: NOT_REGISTERED, INVALID_REFERENCE, REFERENCE_EXPIRED, CLOCK_ADVANCING, INVALID_EMAIL, INVALID_PERIOD. A refusal
 * consumes nothing.
 */
export const requestStatement = async (deps: Deps, call: Call, input: RequestStatement): Promise<void> => {
  const isNew = await deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomer(tx, call, input.msisdn)
    if (!facts) throw new Refusal('NOT_REGISTERED')
    const earlier = await findStatement(tx, input.reference)
    if (earlier?.customerId === facts.customer.id) return false
    if (!facts.account) throw new Refusal('NOT_REGISTERED')
    await checkReference(tx, call, input)
    if (facts.clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
    await write(tx, call, facts, facts.account, input)
    return true
  })
  if (isNew) deps.onStatement()
}
