import { isCompleted } from './classify.rules.js'
import type { ParsedStatement, StatementRow } from '../../model/statement.js'

/** A number may be printed masked, or without its country: its end is always there. */
const endOfNumber = (phone: string): string => phone.replace(/\D/g, '').slice(-3)

/** Printed with spaces, dashes and leading zeros, or without; of a masked one nothing is known but its end. */
const numberOf = ({ accountNumber, phoneNumber }: ParsedStatement['header']): string => {
  if (accountNumber === null) return endOfNumber(phoneNumber)
  const plain = accountNumber.toUpperCase().replaceAll(/[^A-Z0-9*•#]/g, '')
  return plain.replace(/^0+/, '')
}

const isOfOneNumber = (a: ParsedStatement, b: ParsedStatement): boolean =>
  numberOf(a.header) === numberOf(b.header)

const dayOfRow = ({ completionTime }: StatementRow): string => completionTime.slice(0, 10)

/** What a row moved and when: the same in every paper of its account, however its words are printed. */
const movementOf = (row: StatementRow): string => `${dayOfRow(row)}|${row.paidIn}|${row.paidOut}`

const countBy = (rows: readonly StatementRow[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(movementOf(row), (counts.get(movementOf(row)) ?? 0) + 1)
  return counts
}

/**
 * The rows of the days that both papers show whole: behind the first and in front of the last day on which either has rows, which
 * may have been printed before they were over.
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

const commonOf = (ours: readonly StatementRow[], theirs: readonly StatementRow[]): number => {
  const counts = countBy(theirs)
  return [...countBy(ours)].reduce((sum, [key, count]) => sum + Math.min(count, counts.get(key) ?? 0), 0)
}

const alikeMin = { rows: 5, share: 0.5 }

/** Two papers that show the same movements are of one account, whatever number each prints. */
const isAlike = (a: ParsedStatement, b: ParsedStatement): boolean => {
  const [ours, theirs] = sharedDays(a, b)
  const least = Math.min(ours.length, theirs.length)
  return least >= alikeMin.rows && commonOf(ours, theirs) >= alikeMin.share * least
}

const isOfOneAccount = (a: ParsedStatement, b: ParsedStatement): boolean =>
  a.documentType === b.documentType && a.issuer === b.issuer && (isOfOneNumber(a, b) || isAlike(a, b))

const orderOf = ({ documentType, issuer, header, documentName, period, rows }: ParsedStatement): string =>
  [documentType, issuer, numberOf(header), documentName, period.from, period.to, rows.length].join('|')

/** Statements by account, in an order that does not depend on the one in which they came. */
export const byAccount = (
  statements: readonly ParsedStatement[],
): readonly (readonly [ParsedStatement, ...ParsedStatement[]])[] => {
  const accounts: [ParsedStatement, ...ParsedStatement[]][] = []
  for (const statement of [...statements].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    const own = accounts.find((account) => account.some((other) => isOfOneAccount(other, statement)))
    if (own) own.push(statement)
    else accounts.push([statement])
  }
  return accounts
}

/**
 * Rows of one account from documents that may overlap: a movement that is in two documents is one, a movement that is twice in one
 * document is two.
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

/** A payment that was under way may be gone later, and one that was completed be reversed: its row is there all the same. */
const lacks = (ours: readonly StatementRow[], theirs: readonly StatementRow[]): boolean => {
  const counts = countBy(theirs)
  const completed = countBy(ours.filter(({ transactionStatus }) => isCompleted(transactionStatus)))
  return [...completed].some(([key, count]) => count > (counts.get(key) ?? 0))
}

const saysOtherwise = (a: ParsedStatement, b: ParsedStatement): boolean => {
  const [ours, theirs] = sharedDays(a, b)
  return lacks(ours, theirs) || lacks(theirs, ours)
}

/** Papers of one account that say something else of the same days than another: one of them was changed, and nobody knows which. */
export const disagreeingIn = (statements: readonly ParsedStatement[]): readonly ParsedStatement[] =>
  statements.filter((one) => statements.some((other) => other !== one && saysOtherwise(one, other)))
