import { describe, expect, test } from '@jest/globals'
import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import {
  betweenBankAndWallet,
  transfersBetween,
  nettedOf,
  passedOn,
} from '../../../src/scoring-service/card/rows/netting.rules.js'
import type { RowKind } from '../../../src/scoring-service/card/rows/wordings.js'
import { read, type Wish } from './facts.js'

const credit = (at: string, amount: number, wish: Partial<Wish> = {}) =>
  read({ at, in: amount, kind: 'transferIn', counterparty: 'jane', isIncome: true, ...wish })
const debit = (at: string, amount: number, wish: Partial<Wish> = {}) =>
  read({ at, out: amount, kind: 'sendMoney', counterparty: 'jane', ...wish })

/** The amount of each row that went round, in the order of the rows. */
const roundOf = (...rows: ClassifiedRow[]) => {
  const netted = nettedOf(rows)
  return rows.map((row) => netted.get(row) ?? 0)
}

describe('money that goes round', () => {
  test('comes from a person and goes back to them, whichever was first and however long between', () => {
    expect(roundOf(credit('2025-01-01', 100), debit('2025-12-31', 60))).toEqual([60, 60])
    expect(roundOf(debit('2025-01-01', 60), credit('2025-12-31', 100))).toEqual([60, 60])
    expect(roundOf(credit('2025-01-01', 100), credit('2025-01-02', 100))).toEqual([0, 0])
  })

  test('is netted with the oldest rows first, and each amount only once', () => {
    expect(
      roundOf(
        credit('2025-01-01', 100),
        credit('2025-01-02', 50),
        debit('2025-01-03', 120),
        debit('2025-01-04', 90),
      ),
    ).toEqual([100, 50, 120, 30])
    expect(
      roundOf(
        debit('2025-01-01', 40),
        debit('2025-01-02', 50),
        credit('2025-01-03', 40),
        credit('2025-01-04', 10),
      ),
    ).toEqual([40, 10, 40, 10])
  })

  test('leaves the rest of a row for the next row', () => {
    expect(roundOf(credit('2025-01-01', 100), debit('2025-01-02', 120), credit('2025-01-03', 50))).toEqual([
      100, 120, 20,
    ])
  })

  test('is not netted with money to other or unnamed people', () => {
    expect(roundOf(credit('2025-01-01', 100), debit('2025-01-02', 60, { counterparty: 'john' }))).toEqual([
      0, 0,
    ])
    const nameless = { counterparty: '' }
    expect(roundOf(credit('2025-01-01', 100, nameless), debit('2025-01-02', 60, nameless))).toEqual([0, 0])
  })

  test.each<RowKind>([
    'charge',
    'reversal',
    'overdraftDraw',
    'overdraftRepayment',
    'loanRequest',
    'loanDisbursement',
    'loanRepayment',
    'savingsDeposit',
    'savingsWithdrawal',
    'bettingStake',
    'bettingPayout',
    'airtime',
  ])('is not netted for rows of kind %s', (kind) => {
    expect(roundOf(credit('2025-01-01', 100, { kind }), debit('2025-01-02', 60, { kind }))).toEqual([0, 0])
  })

  test('of savings without a wording of the issuer is netted with all other such savings, whatever their names', () => {
    const called = { isIssuersWording: false }
    expect(
      roundOf(
        debit('2025-01-01', 100, { kind: 'savingsDeposit', counterparty: 'club', ...called }),
        credit('2025-01-02', 60, { kind: 'savingsWithdrawal', counterparty: 'other', ...called }),
      ),
    ).toEqual([60, 60])
    expect(
      roundOf(
        debit('2025-01-01', 100, { kind: 'charge', ...called }),
        credit('2025-01-02', 60, { kind: 'charge', ...called }),
      ),
    ).toEqual([0, 0])
  })

  test('of bank transfers is netted by the name of the bank, whatever its shortcodes', () => {
    const bank = (brand: string | null, counterparty: string) => ({
      kind: 'bankTransfer' as const,
      brand,
      counterparty,
    })
    const pair = (a: Partial<Wish>, b: Partial<Wish>) =>
      roundOf(credit('2025-01-01', 100, a), debit('2025-01-02', 60, b))
    expect(pair(bank('KCB', '1'), bank('KCB', '2'))).toEqual([60, 60])
    expect(pair(bank('KCB', '1'), bank('Equity', '1'))).toEqual([0, 0])
    expect(pair(bank(null, '1'), bank(null, '1'))).toEqual([60, 60])
    expect(pair(bank(null, '1'), bank(null, '2'))).toEqual([0, 0])
    expect(pair(bank(null, 'jane'), {})).toEqual([0, 0])
  })

  test('in cash is netted if it is paid in within 45 days after it was withdrawn', () => {
    const out = (at: string, amount: number) =>
      debit(at, amount, { kind: 'agentWithdrawal', counterparty: '1' })
    const back = (at: string, amount: number) =>
      credit(at, amount, { kind: 'agentDeposit', counterparty: '2' })
    expect(roundOf(out('2025-01-01', 100), back('2025-02-15', 60))).toEqual([60, 60])
    expect(roundOf(out('2025-01-01', 100), back('2025-02-16', 60))).toEqual([0, 0])
    expect(roundOf(back('2025-01-01', 60), out('2025-01-02', 100))).toEqual([0, 0])
    expect(roundOf(out('2025-01-01', 100), back('2025-01-02', 60), back('2025-01-03', 60))).toEqual([
      100, 60, 40,
    ])
    expect(roundOf(out('2025-01-01', 50), out('2025-02-01', 50), back('2025-03-01', 60))).toEqual([0, 50, 50])
  })

  test('that is not cash is netted even after 45 days', () => {
    expect(roundOf(debit('2025-01-01', 50), credit('2025-06-01', 60))).toEqual([50, 50])
  })
})

describe('income that is passed on', () => {
  const pairsOf = (rows: ClassifiedRow[], isTo: (row: ClassifiedRow) => boolean = () => true) =>
    [...passedOn(rows, isTo)].map(([from, to]) => [rows.indexOf(from), rows.indexOf(to)])

  test('leaves in the same amount within three days, on the same day at the earliest', () => {
    expect(pairsOf([credit('2025-01-02', 100), debit('2025-01-05', 100)])).toEqual([[0, 1]])
    expect(pairsOf([credit('2025-01-02', 100), debit('2025-01-06', 100)])).toEqual([])
    expect(pairsOf([credit('2025-01-02', 100), debit('2025-01-02', 100)])).toEqual([[0, 1]])
    expect(pairsOf([debit('2025-01-01', 100), credit('2025-01-02', 100)])).toEqual([])
    expect(pairsOf([credit('2025-01-02', 100), debit('2025-01-03', 99)])).toEqual([])
  })

  test('is income that did not go round, and leaves in a row of the kind that the caller names', () => {
    expect(pairsOf([credit('2025-01-02', 100, { isIncome: false }), debit('2025-01-03', 100)])).toEqual([])
    expect(pairsOf([credit('2025-01-02', 100, { netted: 1 }), debit('2025-01-03', 100)])).toEqual([])
    expect(pairsOf([credit('2025-01-02', 100), debit('2025-01-03', 100, { netted: 1 })])).toEqual([])
    expect(
      pairsOf([credit('2025-01-02', 100), debit('2025-01-03', 100)], ({ kind }) => kind === 'payBill'),
    ).toEqual([])
  })

  test('is matched once, the oldest row first', () => {
    const rows = [
      credit('2025-01-02', 100),
      credit('2025-01-03', 100),
      debit('2025-01-04', 100),
      debit('2025-01-05', 100),
      debit('2025-01-05', 100),
    ]
    expect(pairsOf(rows)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  test('is not matched if its amount is 0', () => {
    expect(pairsOf([credit('2025-01-02', 0), debit('2025-01-02', 0)])).toEqual([])
  })
})

describe('a transfer between two accounts with statements', () => {
  const foundIn = (...accounts: ClassifiedRow[][]) => {
    const found = transfersBetween(accounts)
    return accounts.map((rows) => rows.map((row) => found.has(row)))
  }
  const one = { receipt: 'A' }

  test.each([
    ['2025-01-01', '2025-01-04', true],
    ['2025-01-04', '2025-01-01', true],
    ['2025-01-01', '2025-01-05', false],
    ['2025-01-05', '2025-01-01', false],
  ])('with the same receipt, out on %s and in on %s, is recognised: %s', (out, into, isFound) => {
    expect(foundIn([debit(out, 100, one)], [credit(into, 100, one)])).toEqual([[isFound], [isFound]])
  })

  test('is recognised within five minutes', () => {
    const at = (time: string) => `2025-01-01 ${time}`
    const within = (out: string, into: string) => foundIn([debit(at(out), 100)], [credit(at(into), 100)])
    expect(within('10:00:00', '10:05:00')).toEqual([[true], [true]])
    expect(within('10:05:00', '10:00:00')).toEqual([[true], [true]])
    expect(within('10:00:00', '10:05:01')).toEqual([[false], [false]])
    expect(within('10:05:01', '10:00:00')).toEqual([[false], [false]])
  })

  test('is recognised only if the amounts are the same and the accounts differ', () => {
    expect(foundIn([debit('2025-01-01', 100, one)], [credit('2025-01-01', 99, one)])).toEqual([
      [false],
      [false],
    ])
    expect(foundIn([debit('2025-01-01', 100, one), credit('2025-01-01', 100, one)], [])).toEqual([
      [false, false],
      [],
    ])
    expect(foundIn([debit('2025-01-01', 100, one), credit('2025-01-01', 100, one)])).toEqual([[false, false]])
  })

  test('is not recognised for charges, loans and rows without an amount', () => {
    expect(
      foundIn([debit('2025-01-01', 100, { ...one, kind: 'charge' })], [credit('2025-01-01', 100, one)]),
    ).toEqual([[false], [false]])
    expect(
      foundIn(
        [debit('2025-01-01', 100, one)],
        [credit('2025-01-01', 100, { ...one, kind: 'loanDisbursement' })],
      ),
    ).toEqual([[false], [false]])
    expect(foundIn([debit('2025-01-01', 0, one)], [credit('2025-01-01', 0, one)])).toEqual([[false], [false]])
  })

  test('is recognised by its receipt rather than its time, and each row belongs to one transfer at most', () => {
    expect(
      foundIn([debit('2025-01-01', 100, one)], [credit('2025-01-01', 100), credit('2025-01-02', 100, one)]),
    ).toEqual([[true], [false, true]])
    expect(
      foundIn([debit('2025-01-01', 100), debit('2025-01-01', 100)], [credit('2025-01-01', 100)]),
    ).toEqual([[true, false], [true]])
  })
})

describe("a transfer between the person's bank account and wallet", () => {
  const bank = { type: 'BANK_STATEMENT', issuer: 'KCB' } as const
  const wallet = { type: 'WALLET_STATEMENT', issuer: 'M-PESA' } as const
  const transfer = { kind: 'bankTransfer' } as const
  const out = (day: number, amount: number, wish: Partial<Wish> = {}) =>
    debit(`2025-01-${String(day).padStart(2, '0')}`, amount, { ...transfer, ...wish })
  const into = (day: number, amount: number, wish: Partial<Wish> = {}) =>
    credit(`2025-01-${String(day).padStart(2, '0')}`, amount, { ...transfer, ...wish })
  const matchedOf = (ofBank: ClassifiedRow[], ofWallet: ClassifiedRow[]) => {
    const matched = betweenBankAndWallet([bank, wallet], [ofBank, ofWallet])
    return [ofBank, ofWallet].map((rows) => rows.map((row) => matched.get(row) ?? 0))
  }

  test('left the one and came into the other within three days', () => {
    expect(matchedOf([out(1, 100)], [into(4, 98)])).toEqual([[98], [98]])
    expect(matchedOf([out(1, 100)], [into(5, 98)])).toEqual([[0], [0]])
    expect(matchedOf([out(4, 100)], [into(1, 98)])).toEqual([[98], [98]])
    expect(matchedOf([out(5, 100)], [into(1, 98)])).toEqual([[0], [0]])
    expect(matchedOf([into(4, 98)], [out(1, 100)])).toEqual([[98], [98]])
    expect(matchedOf([out(1, 100)], [out(1, 100)])).toEqual([[0], [0]])
    expect(matchedOf([into(1, 100)], [into(1, 100)])).toEqual([[0], [0]])
  })

  test('is matched in any amounts, the oldest row first', () => {
    expect(matchedOf([out(1, 100)], [into(2, 60), into(3, 60)])).toEqual([[100], [60, 40]])
    expect(matchedOf([out(1, 100)], [into(3, 60), into(2, 60)])).toEqual([[100], [40, 60]])
    expect(matchedOf([out(2, 50), out(1, 50)], [into(3, 70)])).toEqual([[20, 50], [70]])
    expect(matchedOf([out(1, 50), out(9, 50)], [into(2, 20), into(10, 70)])).toEqual([
      [20, 50],
      [20, 50],
    ])
    expect(matchedOf([out(1, 50), out(2, 50)], [into(2, 50), into(3, 50)])).toEqual([
      [50, 50],
      [50, 50],
    ])
  })

  test('is recognised only in rows of kind bankTransfer that name no other bank', () => {
    expect(matchedOf([out(1, 100, { kind: 'payBill' })], [into(1, 100)])).toEqual([[0], [0]])
    expect(matchedOf([out(1, 100)], [into(1, 100, { brand: 'KCB' })])).toEqual([[100], [100]])
    expect(matchedOf([out(1, 100)], [into(1, 100, { brand: 'Equity' })])).toEqual([[0], [0]])
  })

  test('is matched once, even with several accounts', () => {
    const [first, second, only] = [out(1, 100), out(1, 100), into(1, 100)]
    const matched = betweenBankAndWallet([bank, { ...bank }, wallet], [[first], [second], [only]])
    expect([first, second, only].map((row) => matched.get(row))).toEqual([100, undefined, 100])
    const none = betweenBankAndWallet([wallet, { ...wallet }], [[out(1, 100)], [into(1, 100)]])
    expect(none.size).toBe(0)
    const banks = betweenBankAndWallet([bank, { ...bank }], [[out(1, 100)], [into(1, 100)]])
    expect(banks.size).toBe(0)
    expect(betweenBankAndWallet([bank, wallet], [[out(1, 100)]]).size).toBe(0)
  })
})
