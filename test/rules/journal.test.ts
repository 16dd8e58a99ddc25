import { describe, expect, test } from '@jest/globals'
import { linesOf } from '../../src/bank/ledger/journal.rules.js'
import type { JournalLine } from '../../src/bank/ledger/post-journal.js'

const written = (...lines: readonly JournalLine[]) => linesOf({ reference: 'DEPOSIT:1', lines })

const bank = (amount: bigint): JournalLine => ({ account: 'wallet_clearing', amount })
const owed = (dimension: string, amount: bigint): JournalLine => ({
  account: 'customer_principal',
  dimension,
  amount,
})

describe('a journal', () => {
  test('has its lines in the order of accounts and dimensions, so that two transactions lock in one order', () => {
    const lines = [bank(300n), owed('POS-2', -200n), { ...bank(0n), account: 'tax_payable' } as const]
    expect(written(...lines, owed('POS-1', -100n))).toEqual([
      owed('POS-1', -100n),
      owed('POS-2', -200n),
      bank(300n),
    ])
    expect(written(owed('POS-1', -100n), owed('POS-2', -200n), bank(300n))).toEqual(
      written(bank(300n), owed('POS-2', -200n), owed('POS-1', -100n)),
    )
  })

  test('has a line without a dimension before the others of its account', () => {
    const bare: JournalLine = { account: 'customer_principal', amount: 5n }
    expect(written(owed(' ', -5n), bare)).toEqual([bare, owed(' ', -5n)])
    expect(written(owed('POS-1', -5n), bare)).toEqual([bare, owed('POS-1', -5n)])
  })

  test('has no lines of zero', () => {
    expect(written(bank(0n), bank(7n), owed('POS-1', 0n), owed('POS-2', -7n))).toEqual([
      owed('POS-2', -7n),
      bank(7n),
    ])
  })

  test('may have two lines', () => {
    expect(written(bank(1n), owed('POS-1', -1n))).toHaveLength(2)
  })

  test.each([
    ['no lines', [], 'DEPOSIT:1 has fewer than two lines'],
    ['one line', [bank(1n)], 'DEPOSIT:1 has fewer than two lines'],
    ['one line and a line of zero', [bank(1n), owed('POS-1', 0n)], 'DEPOSIT:1 has fewer than two lines'],
    ['a franc too much', [bank(101n), owed('POS-1', -100n)], 'DEPOSIT:1 is not balanced'],
    ['a franc too little', [bank(99n), owed('POS-1', -100n)], 'DEPOSIT:1 is not balanced'],
    ['two debits', [bank(100n), owed('POS-1', 100n)], 'DEPOSIT:1 is not balanced'],
  ] as const)('of %s is refused', (_what, lines, message) => {
    expect(() => written(...lines)).toThrow(message)
  })
})
