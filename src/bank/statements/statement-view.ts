import { Account } from '../customers/customer.entity.js'
import { lockClockShared } from '../business-clock/clocks.repository.js'
import { lockCustomerById } from '../customers/customers.repository.js'
import type { Database } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import { assert } from '../../kernel/assert.js'
import type { Call } from '../../kernel/call.js'
import { readUnderWay } from '../savings/positions/under-way.read.js'
import { closingPeriod, type Statement } from '../statement-orders/statement.entity.js'
import type { Bank } from './contents/bank.js'
import { readContents, type Contents } from './contents/contents.read.js'
import type { StatementView } from './pdf/view.js'
import { statementTexts } from './texts/texts.js'

export interface StatementViewDeps {
  readonly database: Database
  readonly bank: Bank
  readonly jobCall: () => Call
}

interface Facts {
  readonly msisdn: string
  readonly account: Account
  /** The last day of the period is still open: more may be booked on it. */
  readonly isOpen: boolean
  readonly contents: Contents
}

/** Reads everything under the customer's lock, so that no journal is posted and no walk runs meanwhile. Writes nothing. */
const readFacts = (deps: StatementViewDeps, statement: Statement): Promise<Facts> =>
  deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomerById(tx, deps.jobCall(), statement.customerId)
    const account = await selectOne(tx, Account, 'WHERE id = ?', [statement.accountId])
    assert(facts && account, `statement ${statement.id} has no customer or account`)
    const period = { from: statement.fromOn, to: statement.toOn }
    const { nowOn } = await lockClockShared(tx, facts.book)
    const call = deps.jobCall()
    const { msisdn } = facts.customer
    const isOpen = nowOn <= period.to
    // A closed account has no money under way, and its number may belong to another person by now.
    const shown = isOpen && account.closedOn === null ? await readUnderWay({ read: tx }, call, msisdn) : null
    return {
      msisdn,
      account,
      isOpen,
      contents: await readContents(tx, call, statement, { ...period, shown }),
    }
  })

export const isClosing = ({ period }: Statement): boolean => period === closingPeriod

const titleOf = (statement: Statement, isCopy: boolean): string => {
  const texts = statementTexts(statement.language)
  const title = isClosing(statement) ? texts.closing.title : texts.title
  return isCopy ? texts.copy(title) : title
}

const viewOf = (
  bank: Bank,
  statement: Statement,
  { msisdn, account, isOpen, contents }: Facts,
  isCopy: boolean,
): StatementView => {
  const texts = statementTexts(statement.language)
  const period = { from: statement.fromOn, to: statement.toOn }
  return {
    bank,
    title: titleOf(statement, isCopy),
    language: statement.language,
    texts,
    period,
    holder: { msisdn, email: statement.email, accountId: account.id, openedOn: account.openedOn },
    statement: {
      reference: statement.id,
      period: texts.period(period),
      issuedOn: statement.businessOn,
      requestedAt: statement.createdAt,
      currency: contents.currency,
    },
    isOpen: isOpen && !isClosing(statement),
    contents,
  }
}

/**
 * A statement as of now. Undefined while an opt-out in its period is only partly booked: the phone and the console then show
 * everything as withdrawn, but the books do not yet.
 */
export const readStatementView = async (
  deps: StatementViewDeps,
  statement: Statement,
  { isCopy = false }: { readonly isCopy?: boolean } = {},
): Promise<StatementView | undefined> => {
  const facts = await readFacts(deps, statement)
  const { closingOn } = facts.account
  const isWhole = closingOn === null || statement.toOn < closingOn
  return isWhole ? viewOf(deps.bank, statement, facts, isCopy) : undefined
}

export const fileNameOf = ({ language, fromOn, toOn }: Statement): string =>
  `${statementTexts(language).mail.file}-${fromOn}-${toOn}.pdf`
