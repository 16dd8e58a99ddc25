import { isCompleted } from './classify.rules.js'
import type { ParsedStatement, StatementRow } from '../../model/statement.js'

/** The last three digits of a phone number, which are printed even when it is masked or lacks its country code. */
const endOfNumber = (phone: string): string => phone.replace(/\D/g, '').slice(-3)

/**
 * The account number without spaces, dashes and leading zeros. A statement without one, as of a wallet, is identified
 * by the end of its phone number.
 */
const numberOf = ({ accountNumber, phoneNumber }: ParsedStatement['header']): string => {
  if (accountNumber === null) return endOfNumber(phoneNumber)
  const plain = accountNumber.toUpperCase().replaceAll(/[^A-Z0-9*•#]/g, '')
  return plain.replace(/^0+/, '')
}

const haveSameNumber = (a: ParsedStatement, b: ParsedStatement): boolean =>
  numberOf(a.header) === numberOf(b.header)

const dayOfRow = ({ completionTime }: StatementRow): string => completionTime.slice(0, 10)

/** What a row moved and when: the same in every statement of the account, however the wording is printed. */
const movementOf = (row: StatementRow): string => `${dayOfRow(row)}|${row.paidIn}|${row.paidOut}`

const countMovements = (rows: readonly StatementRow[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(movementOf(row), (counts.get(movementOf(row)) ?? 0) + 1)
  return counts
}

/**
 * The rows of the days that both statements show completely: those between the later of their first days and the earlier
 * of their last days, without these two days, since a statement may be printed before its last day is over.
 */
const sharedDays = (
  a: ParsedStatement,
  b: ParsedStatement,
): readonly [readonly StatementRow[], readonly StatementRow[]] => {
  const ends = [a.rows, b.rows].map((rows) => {
    const days = rows.map(dayOfRow).sort()
    return { first: days[0] ?? '', last: days.at(-1) ?? '' }
  })
  const first =
    ends
      .map((end) => end.first)
      .sort()
      .at(-1) ?? ''
  const last = ends.map((end) => end.last).sort()[0] ?? ''
  const inside = (row: StatementRow): boolean => dayOfRow(row) > first && dayOfRow(row) < last
  return [a.rows.filter(inside), b.rows.filter(inside)]
}

const countCommon = (ours: readonly StatementRow[], theirs: readonly StatementRow[]): number => {
  const counts = countMovements(theirs)
  return [...countMovements(ours)].reduce(
    (sum, [key, count]) => sum + Math.min(count, counts.get(key) ?? 0),
    0,
  )
}

const commonMin = { rows: 5, share: 0.5 }

/** Statements that have enough movements in common belong to one account, even if they print different numbers. */
const haveSameMovements = (a: ParsedStatement, b: ParsedStatement): boolean => {
  const [ours, theirs] = sharedDays(a, b)
  const least = Math.min(ours.length, theirs.length)
  return least >= commonMin.rows && countCommon(ours, theirs) >= commonMin.share * least
}

const areOfSameAccount = (a: ParsedStatement, b: ParsedStatement): boolean =>
  a.documentType === b.documentType &&
  a.issuer === b.issuer &&
  (haveSameNumber(a, b) || haveSameMovements(a, b))

const orderOf = ({ documentType, issuer, header, documentName, period, rows }: ParsedStatement): string =>
  [documentType, issuer, numberOf(header), documentName, period.from, period.to, rows.length].join('|')

/** Groups statements by account; the order does not depend on the order in which they were sent. */
export const byAccount = (
  statements: readonly ParsedStatement[],
): readonly (readonly [ParsedStatement, ...ParsedStatement[]])[] => {
  const accounts: [ParsedStatement, ...ParsedStatement[]][] = []
  for (const statement of [...statements].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    const own = accounts.find((account) => account.some((other) => areOfSameAccount(other, statement)))
    if (own) own.push(statement)
    else accounts.push([statement])
  }
  return accounts
}

/**
 * The rows of one account from statements that may overlap: a movement that two statements show counts once, and a
 * movement that one statement shows twice counts twice.
 */
export const mergeRows = (statements: readonly ParsedStatement[]): readonly StatementRow[] => {
  const [only] = statements
  if (only && statements.length === 1) return only.rows
  const merged = new Map<string, StatementRow[]>()
  for (const { rows } of statements) {
    const own = new Map<string, StatementRow[]>()
    for (const row of rows) {
      const key = movementOf(row)
      const same = own.get(key)
      if (same) same.push(row)
      else own.set(key, [row])
    }
    for (const [key, same] of own) {
      if (same.length > (merged.get(key)?.length ?? 0)) merged.set(key, same)
    }
  }
  return [...merged.values()].flat()
}

/**
 * Whether a completed row of the first statement is missing in the second. A pending payment may disappear later; a
 * completed one that is reversed keeps its row.
 */
const lacks = (ours: readonly StatementRow[], theirs: readonly StatementRow[]): boolean => {
  const counts = countMovements(theirs)
  const completed = countMovements(ours.filter(({ transactionStatus }) => isCompleted(transactionStatus)))
  return [...completed].some(([key, count]) => count > (counts.get(key) ?? 0))
}

const contradicts = (a: ParsedStatement, b: ParsedStatement): boolean => {
  const [ours, theirs] = sharedDays(a, b)
  return lacks(ours, theirs) || lacks(theirs, ours)
}

/**
 * Statements of one account that show different movements for the same days: one of them was changed, and nobody can
 * tell which.
 */
export const disagreeingIn = (statements: readonly ParsedStatement[]): readonly ParsedStatement[] =>
  statements.filter((one) => statements.some((other) => other !== one && contradicts(one, other)))
