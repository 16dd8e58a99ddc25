import type { Account } from '../customers/customer.entity.js'
import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insert } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import { newId, newReference } from '../../kernel/ids.js'
import { trace } from '../../kernel/trace.js'
import type { Period } from './period.rules.js'
import { closingPeriod, Statement } from './statement.entity.js'

/** The fields of a new statement, except those of its account. */
interface NewStatement extends Period, Pick<Statement, 'id' | 'email' | 'language' | 'period'> {
  readonly issuedOn: LocalDate
}

/** Writes a statement, due at once. */
export const writeStatement = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor'>,
  account: Pick<Account, 'id' | 'customerId' | 'email'>,
  { id, email, language, period, from, to, issuedOn }: NewStatement,
): Promise<void> => {
  await insert(tx, Statement, {
    id,
    customerId: account.customerId,
    accountId: account.id,
    email,
    language,
    period,
    fromOn: from,
    toOn: to,
    businessOn: issuedOn,
    messageId: `<${newId(call.now)}@statements.cauri>`,
    status: 'REQUESTED',
    attempts: 0,
    problem: null,
    dueAt: databaseNow,
    holder: null,
    sentAt: null,
    createdAt: databaseNow,
    traceparent: trace.current() ?? null,
  })
  await audit(tx, call, {
    action: 'REQUEST_STATEMENT',
    customerId: account.customerId,
    subject: id,
    before: { email: account.email },
    after: { email, from, to },
  })
}

/**
 * Writes the statement of the whole account, in the transaction that closes it. It goes to the address of the account; without an
 * address none is written. Its language is that of the account, or else that of the call.
 */
export const writeClosingStatement = async (
  tx: Tx,
  call: Call,
  account: Pick<Account, 'id' | 'customerId' | 'email' | 'language' | 'openedOn'>,
  closedOn: LocalDate,
): Promise<void> => {
  const { email } = account
  if (email === null) return
  await writeStatement(tx, call, account, {
    id: newReference('STM'),
    email,
    language: account.language ?? call.language,
    period: closingPeriod,
    from: account.openedOn,
    to: closedOn,
    issuedOn: closedOn,
  })
}
