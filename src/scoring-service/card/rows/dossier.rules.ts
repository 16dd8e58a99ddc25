import { byAccount, disagreeingIn, mergeRows } from './accounts.rules.js'
import { unnamedLender } from './classify-row.rules.js'
import { classifyRows, type ClassifiedRow } from './classify.rules.js'
import { betweenBankAndWallet, transfersBetween, nettedOf, passedOn } from './netting.rules.js'
import { wordsOf } from './phrases.rules.js'
import type { ParsedStatement, Reconciliation } from '../../model/statement.js'
import { hasTables } from './parameters.rules.js'
import type { CurrencyProblem, JudgedDocument } from '../verdict/verdict.rules.js'

/** One account of the person, from one document or several. */
export interface Account {
  readonly type: ParsedStatement['documentType']
  readonly issuer: string
  readonly rows: readonly ClassifiedRow[]
}

/** Days since 1970; both ends are included. */
export interface DayRange {
  readonly first: number
  readonly last: number
}

/** All statements of a request, joined. */
export interface Dossier {
  readonly accounts: readonly Account[]
  /** Completed rows of all accounts, oldest first, also those that were reversed: all of them are activity. */
  readonly counted: readonly ClassifiedRow[]
  /** Rows that moved money to or from the person: without reversed payments and transfers between the person's own accounts. */
  readonly flows: readonly ClassifiedRow[]
  /** The days that the statements cover, in order and without overlap. */
  readonly covered: readonly DayRange[]
  /**
   * The days that the statements of the main account cover: the account with the highest turnover. A second account
   * does not make a history longer.
   */
  readonly mainCovered: readonly DayRange[]
  /** Null when it is not known, or there are several. */
  readonly currency: string | null
  readonly currencyProblem: CurrencyProblem | null
  readonly documents: readonly JudgedDocument[]
  /** Names of documents of one account that show different movements for the same days. */
  readonly disagreeing: readonly string[]
  /** Of all statements together. */
  readonly reconciliation: Reconciliation
}

const secondsPerDay = 86_400
/** The largest repayment of an overdraft, with its fees, as a multiple of the amount drawn. */
const drawnWithFees = 1.25

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000 / secondsPerDay
export const dateOf = (day: number): string => new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10)
export const dayOfRow = ({ day }: ClassifiedRow): number => day

const mergeRanges = (ranges: readonly DayRange[]): readonly DayRange[] => {
  const merged: { first: number; last: number }[] = []
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last)
    else merged.push({ ...range })
  }
  return merged
}

/** A row without the part that was a transfer between accounts of the same person; empty if the whole row was one. */
const withoutPart = (row: ClassifiedRow, part: number): readonly ClassifiedRow[] => {
  const { paidIn, paidOut } = row.row
  if (part === 0) return [row]
  if (part === (paidIn || paidOut)) return []
  const rest = paidIn > 0 ? { paidIn: paidIn - part } : { paidOut: paidOut - part }
  return [{ ...row, row: { ...row.row, ...rest } }]
}

/**
 * A row of a bank statement counts as the repayment of an overdraft only up to `drawnWithFees` times the amount drawn;
 * a larger one counts as spending, since the holder may have chosen its wording.
 */
const limitOverdraftRepayments = (rows: readonly ClassifiedRow[]): readonly ClassifiedRow[] => {
  let drawn = 0
  return rows.map((row) => {
    if (!row.completed || row.reversed) return row
    if (row.kind === 'overdraftDraw') drawn += row.row.paidIn || row.row.paidOut
    if (row.kind !== 'overdraftRepayment') return row
    const repaid = row.row.paidIn || row.row.paidOut
    const isRepayment = repaid <= drawnWithFees * drawn
    drawn = Math.max(0, drawn - repaid)
    return isRepayment || row.row.paidIn > 0 ? row : { ...row, kind: 'otherOut' }
  })
}

/** On the statement of a till all income is takings, whatever the wording. */
const asTakings = (row: ClassifiedRow): ClassifiedRow =>
  row.isIncome && row.kind !== 'tillReceipt' && row.kind !== 'pochiReceipt'
    ? { ...row, kind: 'tillReceipt' }
    : row

const accountOf = (statements: readonly ParsedStatement[]): Account => {
  const [{ documentType, issuer }] = statements as [ParsedStatement]
  const isBank = documentType === 'BANK_STATEMENT'
  const rows = classifyRows(mergeRows(statements), !isBank).map((row) =>
    row.lender === unnamedLender ? { ...row, lender: issuer } : row,
  )
  if (documentType === 'WALLET_TILL_STATEMENT')
    return { type: documentType, issuer, rows: rows.map(asTakings) }
  return { type: documentType, issuer, rows: isBank ? limitOverdraftRepayments(rows) : rows }
}

const byTime = (a: ClassifiedRow, b: ClassifiedRow): number => a.seconds - b.seconds

/** Why amounts in these currencies cannot be judged together; null if they can. */
export const currencyProblemOf = (currencies: readonly (string | null)[]): CurrencyProblem | null => {
  const [currency = null, ...others] = new Set(currencies)
  if (others.length > 0) return 'currency_mixed'
  if (currency === null) return 'currency_unknown'
  return hasTables(currency) ? null : 'currency_without_tables'
}

const digitOrStar = /[\d*]/

/**
 * The words of a name in alphabetical order, without the masked phone number that wallets print before it. Empty for a
 * single word, which identifies nobody.
 */
const nameKey = (name: string): string => {
  const words = wordsOf(name).filter((word) => !digitOrStar.test(word))
  return words.length < 2 ? '' : words.sort().join(' ')
}

/** Money from a person with the holder's own name is a transfer from another account of the holder, and no income. */
const withoutIncomeFromHolder = (statements: readonly ParsedStatement[]) => {
  const own = new Set(statements.map(({ header }) => nameKey(header.name)).filter((name) => name !== ''))
  return (row: ClassifiedRow): ClassifiedRow =>
    row.isIncome && own.has(nameKey(row.counterparty)) ? { ...row, isIncome: false } : row
}

/** The index of the main account: the one with the highest turnover, without money that only goes round. */
const mainOf = (
  moved: readonly (readonly ClassifiedRow[])[],
  netted: ReadonlyMap<ClassifiedRow, number>,
): number => {
  const turnovers = moved.map((rows) =>
    rows.reduce((total, row) => total + row.row.paidIn + row.row.paidOut - (netted.get(row) ?? 0), 0),
  )
  return turnovers.indexOf(Math.max(...turnovers))
}

const rangesOf = (statements: readonly ParsedStatement[]): readonly DayRange[] =>
  mergeRanges(statements.map(({ period }) => ({ first: dayOf(period.from), last: dayOf(period.to) })))

/** The statements; without their rows if there are several currencies, since these cannot be added up. */
const summable = (
  statements: readonly ParsedStatement[],
  problem: CurrencyProblem | null,
): readonly ParsedStatement[] =>
  problem === 'currency_mixed' ? statements.map((statement) => ({ ...statement, rows: [] })) : statements

/**
 * Excludes income that is passed on whole into savings: nothing shows that it was earned or saved, since a forger can
 * write both rows without having any money.
 */
const withoutPassedOn = (flows: readonly ClassifiedRow[]): readonly ClassifiedRow[] => {
  const pairs = passedOn(flows, ({ kind }) => kind === 'savingsDeposit')
  const netted = new Set([...pairs].flat())
  return flows.map((row) => (netted.has(row) ? { ...row, netted: row.row.paidIn || row.row.paidOut } : row))
}

/** Joins the statements of one person. Throws when there is no statement. */
export const dossierOf = (statements: readonly ParsedStatement[]): Dossier => {
  const currencyProblem = currencyProblemOf(statements.map(({ currency }) => currency))
  const distinct = summable(statements, currencyProblem)
  const [first] = distinct
  if (!first) throw new RangeError('a statement is needed')
  const statementsByAccount = byAccount(distinct)
  const accounts = statementsByAccount.map(accountOf)
  const withoutOwnIncome = withoutIncomeFromHolder(distinct)
  const effective = accounts.map(({ rows }) => rows.filter((row) => row.completed && !row.reversed))
  const ownTransfers = betweenBankAndWallet(accounts, effective)
  const moving = effective.map((rows) =>
    rows.flatMap((row) => withoutPart(row, ownTransfers.get(row) ?? 0)).map(withoutOwnIncome),
  )
  const transfers = transfersBetween(moving)
  const moved = moving.map((rows) => rows.filter((row) => !transfers.has(row)))
  const flows = moved.flat().sort(byTime)
  const netted = nettedOf(flows)
  return {
    accounts,
    counted: accounts.flatMap(({ rows }) => rows.filter(({ completed }) => completed)).sort(byTime),
    flows: withoutPassedOn(
      flows.map((row) => (netted.has(row) ? { ...row, netted: netted.get(row) ?? 0 } : row)),
    ),
    covered: rangesOf(distinct),
    mainCovered: rangesOf(statementsByAccount[mainOf(moved, netted)] ?? distinct),
    currency: currencyProblem === 'currency_mixed' ? null : first.currency,
    currencyProblem,
    documents: statements
      .map(({ documentName, status, reasons }) => ({ documentName, status, reasons }))
      .sort((a, b) => (a.documentName < b.documentName ? -1 : 1)),
    disagreeing: statementsByAccount
      .flatMap(disagreeingIn)
      .map(({ documentName }) => documentName)
      .sort(),
    reconciliation: {
      groups: distinct.reduce((total, { reconciliation }) => total + reconciliation.groups, 0),
      agreeing: distinct.reduce((total, { reconciliation }) => total + reconciliation.agreeing, 0),
    },
  }
}
