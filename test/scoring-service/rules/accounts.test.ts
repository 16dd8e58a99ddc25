import { describe, expect, test } from '@jest/globals'
import { byAccount, disagreeingIn, mergeRows } from '../../../src/scoring-service/card/rows/accounts.rules.js'
import type { ParsedStatement, StatementHeader } from '../../../src/scoring-service/model/statement.js'
import { row, type RowWish } from '../rows.js'
import { statement } from '../statements.js'

interface StatementChanges extends Partial<Omit<ParsedStatement, 'header' | 'rows'>> {
  readonly header?: Partial<StatementHeader>
  readonly rows?: readonly RowWish[]
}

const blank = statement({ from: '2025-01-01', to: '2025-03-31', movements: [] })
const statementNamed = (
  documentName: string,
  { header, rows = [], ...changes }: StatementChanges = {},
): ParsedStatement => ({
  ...blank,
  documentName,
  ...changes,
  header: { ...blank.header, ...header },
  rows: rows.map(row),
})
const namesOf = (...statements: ParsedStatement[]) =>
  byAccount(statements).map((account) => account.map(({ documentName }) => documentName))
/** The document names by account, without any order. */
const accountsOf = (...statements: ParsedStatement[]) =>
  namesOf(...statements)
    .map((names) => names.sort())
    .sort()

/** A payment on each of these days of January, each of another amount. */
const paidOn = (days: readonly number[], base = 0): RowWish[] =>
  days.map((day) => ({
    at: `2025-01-${String(day).padStart(2, '0')}`,
    details: '',
    paidOut: base + day,
  }))
const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('statements, by account', () => {
  const phone = (phoneNumber: string): StatementChanges => ({ header: { phoneNumber } })
  const number = (accountNumber: string): StatementChanges => ({ header: { accountNumber } })

  test.each<[string, StatementChanges, StatementChanges, boolean]>([
    [
      'are of one account if their phone numbers end in the same three digits',
      phone('254712345678'),
      phone('0712***678'),
      true,
    ],
    [
      'are of two accounts if their phone numbers end in other digits',
      phone('254712345678'),
      phone('254712345679'),
      false,
    ],
    [
      'are of one account if one of them prints the phone number with spaces',
      phone('0712 345 67 8'),
      phone('254712345678'),
      true,
    ],
    [
      'are of one account if they print the account number in two ways',
      number('00123-45 a'),
      number('12345A'),
      true,
    ],
    [
      'are of one account if they mask the account number in the same way',
      number('••••1234'),
      number('••••1234'),
      true,
    ],
    ['are of two accounts if their account numbers differ', number('123450'), number('12345'), false],
    [
      'are of two accounts if they mask the account number in two ways',
      number('***1234'),
      number('•1234'),
      false,
    ],
    ['are of two accounts if their document types differ', {}, { documentType: 'BANK_STATEMENT' }, false],
    ['are of two accounts if their issuers differ', {}, { issuer: 'KCB' }, false],
  ])('%s', (_, a, b, isOne) => {
    expect(accountsOf(statementNamed('a', a), statementNamed('b', b))).toEqual(
      isOne ? [['a', 'b']] : [['a'], ['b']],
    )
  })

  test.each<[string, RowWish[], RowWish[], boolean]>([
    ['five equal movements: one account', paidOn(days(1, 7)), paidOn(days(1, 7)), true],
    ['four equal movements: two accounts', paidOn(days(1, 6)), paidOn(days(1, 6)), false],
    [
      'half of ten movements equal: one account',
      paidOn(days(1, 12)),
      [...paidOn(days(1, 6)), ...paidOn(days(7, 12), 100)],
      true,
    ],
    [
      'less than half of the movements equal: two accounts',
      paidOn(days(1, 12)),
      [...paidOn(days(1, 5)), ...paidOn(days(6, 12), 100)],
      false,
    ],
    [
      'half of the shorter statement equal: one account',
      paidOn(days(1, 30)),
      [...paidOn(days(10, 13)), ...paidOn(days(14, 17), 100)],
      true,
    ],
    [
      'all of the shorter and a third of the longer statement equal: one account',
      [...paidOn(days(1, 7)), ...paidOn(days(2, 6), 100), ...paidOn(days(2, 6), 200)],
      paidOn(days(1, 7)),
      true,
    ],
    ['no movements: two accounts', [], [], false],
  ])('are compared by their movements on days that both cover completely: %s', (_, ofOne, ofOther, isOne) => {
    const other = statementNamed('b', { ...phone('254700000001'), rows: ofOther })
    expect(accountsOf(statementNamed('a', { rows: ofOne }), other)).toEqual(
      isOne ? [['a', 'b']] : [['a'], ['b']],
    )
  })

  test('share a movement if its day, side and amount are the same', () => {
    const same = paidOn(days(1, 7))
    const other = (change: (wish: RowWish) => RowWish) =>
      accountsOf(
        statementNamed('a', { rows: same }),
        statementNamed('b', { ...phone('254700000001'), rows: same.map(change) }),
      ).length
    expect(other((wish) => ({ ...wish, at: `${wish.at} 08:00:00`, details: 'other' }))).toBe(1)
    expect(other(({ paidOut = 0, ...wish }) => ({ ...wish, paidIn: paidOut }))).toBe(2)
  })

  test('belong to an account if they match any one of its statements', () => {
    const rows = paidOn(days(1, 7))
    const third = statementNamed('c', { ...phone('254700000999'), rows })
    expect(accountsOf(statementNamed('a'), statementNamed('b', { rows }), third)).toEqual([['a', 'b', 'c']])
  })

  test('give their accounts in the same order, whatever the order of the documents', () => {
    const [a, b, c] = [statementNamed('a'), statementNamed('b', phone('254700000001')), statementNamed('c')]
    for (const statements of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ])
      expect(namesOf(...statements)).toEqual([['b'], ['a', 'c']])
  })
})

describe('the rows of one account', () => {
  const shown = (...statements: RowWish[][]) =>
    mergeRows(statements.map((rows, index) => statementNamed(String(index), { rows }))).map(
      ({ paidOut }) => paidOut / 100,
    )

  test('have a movement once if two statements have it once', () => {
    expect(shown(paidOn([1, 2]), paidOn([2, 3]))).toEqual([1, 2, 3])
    expect(shown(paidOn([2, 1]))).toEqual([2, 1])
  })

  test('have a movement twice if one of the statements has it twice', () => {
    expect(shown(paidOn([1, 1]), paidOn([1]))).toEqual([1, 1])
    expect(shown(paidOn([1]), paidOn([1, 1]))).toEqual([1, 1])
  })

  test('are none without a statement', () => {
    expect(mergeRows([])).toEqual([])
  })
})

describe('contradictions between statements of one account', () => {
  const saidOtherwise = (...statements: RowWish[][]) =>
    disagreeingIn(statements.map((rows, index) => statementNamed(String(index), { rows }))).map(
      ({ documentName }) => documentName,
    )
  const all = paidOn(days(1, 9))

  test('are rows that only one of them has', () => {
    expect(saidOtherwise(all, all)).toEqual([])
    expect(saidOtherwise(all, paidOn([1, 2, 3, 5, 6, 7, 8, 9]))).toEqual(['0', '1'])
    expect(saidOtherwise(paidOn([1, 2, 3, 5, 6, 7, 8, 9]), all)).toEqual(['0', '1'])
    expect(saidOtherwise(all, [...all, ...paidOn([5])])).toEqual(['0', '1'])
    expect(saidOtherwise(all, all, paidOn([1, 2, 3, 5, 6, 7, 8, 9]))).toEqual(['0', '1', '2'])
  })

  test('are not in an incomplete first or last day', () => {
    expect(saidOtherwise(all, paidOn(days(3, 9)))).toEqual([])
    expect(saidOtherwise(all, [...paidOn([3], 70), ...paidOn(days(4, 7)), ...paidOn([8], 70)])).toEqual([])
    expect(saidOtherwise(all, [...paidOn(days(2, 3)), ...paidOn([4], 70), ...paidOn(days(5, 8))])).toEqual([
      '0',
      '1',
    ])
  })

  test('are not a payment that was pending', () => {
    const pending = paidOn([5]).map((wish) => ({ ...wish, status: 'Pending' }))
    const without = paidOn([1, 2, 3, 4, 6, 7, 8, 9])
    expect(saidOtherwise([...without, ...pending], without)).toEqual([])
    expect(saidOtherwise([...without, ...pending], all)).toEqual([])
  })

  test('are none for one statement alone, nor with an empty statement', () => {
    expect(saidOtherwise(all)).toEqual([])
    expect(saidOtherwise([], all)).toEqual([])
  })
})
