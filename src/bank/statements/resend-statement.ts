import { Account } from '../customers/customer.entity.js'
import { lockCustomerById } from '../customers/customers.repository.js'
import type { Call, Language } from '../../kernel/call.js'
import { newReference } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { checkedPeriod } from '../statement-orders/period.rules.js'
import { Statement } from '../statement-orders/statement.entity.js'
import { writeStatement } from '../statement-orders/write-statement.js'
import { accountOf } from './request-statement.js'
import { findStatement } from './statements.read.js'

interface Deps {
  readonly database: Database
  /** Called after the commit of a new statement, so that a worker makes it now. */
  readonly onStatement: () => void
}

const statementIn = async (tx: Tx, id: string): Promise<Statement> => (await findStatement(tx, id))!

/**
 * Makes a statement again, and sends it to the present address of its account. Refuses: INVALID_REFERENCE,
 * INVALID_EMAIL (none on file), CLOCK_ADVANCING.
 */
export const resendStatement = async (deps: Deps, call: Call, reference: string): Promise<Statement> => {
  const newStatement = await deps.database.inTransaction(async (tx) => {
    const id = newReference('STM')
    const earlier = await recordOnce(tx, call, id)
    if (earlier !== undefined) return statementIn(tx, earlier)
    const statement = await findStatement(tx, reference)
    if (!statement) throw new Refusal('INVALID_REFERENCE', 'There is no such statement')
    const facts = await lockCustomerById(tx, call, statement.customerId)
    if (facts?.clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
    const account = await selectOne(tx, Account, 'WHERE id = ?', [statement.accountId])
    if (!account?.email) throw new Refusal('INVALID_EMAIL', 'The account has no address on file')
    const { language, period, fromOn: from, toOn: to } = statement
    const issuedOn = facts?.today ?? call.today
    await writeStatement(tx, call, account, {
      id,
      email: account.email,
      language,
      period,
      from,
      to,
      issuedOn,
    })
    return statementIn(tx, id)
  })
  deps.onStatement()
  return newStatement
}

export interface PrintStatement {
  readonly customerId: string
  readonly period: string
  readonly language: Language
}

/**
 * A statement for a customer at a counter: not mailed; staff download it as PDF. Refuses: NOT_REGISTERED,
 * CLOCK_ADVANCING, INVALID_PERIOD.
 */
export const printStatement = (
  { database }: { readonly database: Database },
  call: Call,
  { customerId, period, language }: PrintStatement,
): Promise<Statement> =>
  database.inTransaction(async (tx) => {
    const id = newReference('STM')
    const earlier = await recordOnce(tx, call, id)
    if (earlier !== undefined) return statementIn(tx, earlier)
    const facts = await lockCustomerById(tx, call, customerId)
    if (!facts) throw new Refusal('NOT_REGISTERED')
    if (facts.clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
    const { account, lastOn } = await accountOf(tx, facts)
    const days = checkedPeriod(period, lastOn, account.openedOn)
    await writeStatement(tx, call, account, {
      ...days,
      id,
      email: '',
      language,
      period: period.trim(),
      issuedOn: facts.today,
    })
    await update(tx, Statement, { status: 'PRINTED', dueAt: null }, 'id = ?', [id])
    return statementIn(tx, id)
  })
