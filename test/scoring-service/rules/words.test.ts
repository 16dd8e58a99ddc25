import { describe, expect, test } from '@jest/globals'
import { meaningOf, type RowMeaning } from '../../../src/scoring-service/card/rows/classify-row.rules.js'
import { classifyRows } from '../../../src/scoring-service/card/rows/classify.rules.js'
import { row } from '../rows.js'

type Side = 'in' | 'out' | 'zero'
const sideOf = (side: Side) => (side === 'zero' ? {} : side === 'in' ? { paidIn: 100 } : { paidOut: 100 })
const readAs = (details: string, side: Side, otherParty: string | null = null): RowMeaning =>
  meaningOf({ ...row({ at: '2025-01-01', details, ...sideOf(side) }), otherParty })

describe('the wording of a row, by the side of its amount', () => {
  test.each<[string, Side, Partial<RowMeaning>]>([
    ['M-Shwari Loan', 'in', { kind: 'loanDisbursement', lender: 'M-Shwari' }],
    ['M-Shwari Loan', 'zero', { kind: 'loanRequest', lender: 'M-Shwari' }],
    ['KCB M-PESA Loan Repayment', 'zero', { kind: 'loanRepayment' }],
    ['M-Shwari Deposit', 'zero', { kind: 'savingsDeposit' }],
    ['M-Shwari Withdraw', 'zero', { kind: 'savingsWithdrawal', spending: null }],
    ['Pay Bill to 290290 - SPORTPESA Acc. 1', 'out', { kind: 'bettingStake', spending: 'betting' }],
    ['Pay Bill to 290290 - SPORTPESA Acc. 1', 'zero', { kind: 'payBill', spending: null, sector: 'betting' }],
    ['Business Payment from 290290 - SPORTPESA', 'in', { kind: 'bettingPayout', spending: null }],
    ['Pay Bill to 400222 - ZIMELE UNIT TRUST', 'out', { kind: 'savingsDeposit', spending: 'savings' }],
    ['Business Payment from 400222 - ZIMELE', 'in', { kind: 'savingsWithdrawal' }],
    ['Pay Bill to 400222 - KCB', 'out', { kind: 'bankTransfer', category: 'lipaPayBill' }],
    ['Pay Bill to 400222 - AIRTIME', 'out', { kind: 'airtime', spending: 'airtime_data' }],
    ['Business Payment from 400222 - AIRTIME', 'in', { kind: 'businessPayment' }],
    ['Pay Bill to 400222 - NAIVAS', 'out', { kind: 'payBill', spending: 'groceries', sector: 'supermarket' }],
    ['Merchant Payment to 400222 - NAIVAS', 'out', { kind: 'buyGoods', spending: 'groceries' }],
    ['Merchant Payment to 400222 - SHOP', 'out', { kind: 'buyGoods', spending: 'shopping', sector: null }],
    ['LOAN RECOVERY 12', 'in', { kind: 'reversal', spending: null }],
    ['MPESA B2C TRF', 'out', { kind: 'bankTransfer', category: 'sendMoney' }],
    ['MPESA B2C TRF', 'in', { kind: 'bankTransfer', category: 'receivedMoney' }],
  ])('%s (%s): is read', (details, side, expected) => {
    expect(readAs(details, side)).toMatchObject(expected)
  })
})

describe('what a wording shows', () => {
  test.each<[string, Side, boolean, boolean]>([
    ['M-Shwari Deposit', 'out', true, true],
    ['Pay Bill to 400222 - SHOP', 'out', true, true],
    ['Pay Bill to 400222 - ZIMELE', 'out', true, false],
    ['SALARY MARCH', 'in', true, false],
    ['NAIVAS MOI AVENUE', 'out', true, false],
    ['SOMETHING ELSE', 'out', false, false],
  ])("%s (%s): known: %s, the issuer's own: %s", (details, side, recognised, isIssuersWording) => {
    expect(readAs(details, side)).toMatchObject({ recognised, isIssuersWording })
  })

  test('without a known wording the kind is otherIn or otherOut, and a known shop shows the spending', () => {
    expect(readAs('SOMETHING ELSE', 'in')).toMatchObject({
      kind: 'otherIn',
      spending: null,
      ambiguous: false,
    })
    expect(readAs('SOMETHING ELSE', 'out')).toMatchObject({
      kind: 'otherOut',
      spending: 'other',
      brand: null,
    })
    expect(readAs('NAIVAS MOI AVENUE', 'out')).toMatchObject({
      kind: 'otherOut',
      spending: 'groceries',
      brand: 'Naivas',
    })
  })

  test('it shows whether the overdraft was used', () => {
    expect(readAs('Pay Bill Fuliza M-Pesa to 400222 - SHOP', 'out').onOverdraft).toBe(true)
    expect(readAs('Pay Bill to 400222 - SHOP', 'out').onOverdraft).toBe(false)
  })
})

describe('the counterparty of a row', () => {
  test.each<[string, Side, string | null, string]>([
    ['Pay Bill to 400222 - SHOP Acc. 12', 'out', null, '400222'],
    ['Pay Bill to 123 - SHOP Acc. 12', 'out', null, '123 shop'],
    ['Pay Bill to A12345 - SHOP Acc. 12', 'out', null, 'a12345 shop'],
    ['Pay Bill to 12345A - SHOP', 'out', null, '12345'],
    ['Customer Transfer to - 2547******123 JANE DOE', 'out', null, '2547******123 jane doe'],
    ['Customer Merchant Payment', 'in', '0712 - JANE', '0712'],
    ['Customer Merchant Payment from 2547***1 - JANE', 'in', 'JOHN', '2547***1 jane'],
    ['Customer Merchant Payment', 'in', null, ''],
    ['M-Shwari Deposit', 'out', null, ''],
    ['TRANSFER FROM J KAMAU', 'in', null, 'j kamau'],
    ['TRANSFER TO M OTIENO', 'out', null, 'm otieno'],
    ['TRANSFER FROM SAVINGS TO M OTIENO', 'out', null, 'm otieno'],
    ['PESALINK FROM 254733999888 JANE', 'in', null, '254733999888'],
    ['VIREMENT REÇU DE J KAMGA', 'in', null, 'j kamga'],
    ['VIREMENT ÉMIS EN FAVEUR DE J KAMGA', 'out', null, 'j kamga'],
    ['SALARY ACME LTD TO WANJIRU MWANGI', 'in', null, 'salary acme ltd'],
    ['RTGS INWARD B/O ACME LTD TO JANE DOE', 'in', null, 'rtgs inward b o acme ltd'],
    ['PAYMENT TO', 'out', null, 'payment'],
    ['CHEQUE 000123 PAID', 'out', null, 'cheque 000123 paid'],
  ])("in '%s' (%s, %s) is '%s'", (details, side, otherParty, counterparty) => {
    expect(readAs(details, side, otherParty).counterparty).toBe(counterparty)
  })

  test.each<[string, Side, string | null]>([
    ['Pay Bill to 400222 - TALA', 'out', 'Tala'],
    ['Pay Bill to TALA', 'out', 'Tala'],
    ['Pay Bill to 400222 - UMOJA SACCO', 'out', 'umoja sacco'],
    ['Pay Bill to UMOJA SACCO', 'out', 'umoja sacco'],
    ['Pay Bill to 400222 - GREEN BRANCH', 'out', null],
    ['Merchant Payment to 400222 - TALA', 'out', null],
    ['Pay Bill to 400222 - SHOP', 'out', null],
    ['KCB M-PESA Withdraw', 'in', 'KCB M-PESA'],
    ['M-Shwari Loan Request', 'zero', 'M-Shwari'],
    ['LOAN', 'in', ' lender'],
    ['LOAN DISBURSEMENT 0012', 'in', ' lender'],
    ['LOAN RECOVERY MARCH', 'out', ' lender'],
    ['DÉBLOCAGE PRÊT 77', 'in', ' lender'],
    ['ÉCHÉANCE PRÊT 03/12', 'out', ' lender'],
    ['LOAN RECOVERY FROM ACCOUNT 0112', 'out', ' lender'],
    ['LOAN RECOVERY ZENKA', 'out', 'Zenka'],
    ['TRF PETER LOAN REPAYMENT', 'out', 'trf peter loan repayment'],
    ['VIREMENT PIERRE REMBOURSEMENT PRET', 'out', 'virement pierre remboursement pret'],
    ['TRF PETER ZENKA LOAN REPAYMENT', 'out', 'trf peter zenka loan repayment'],
    ['LOAN REPAYMENT TO PETER', 'out', 'peter'],
    ['PESALINK LOAN REPAYMENT TO 254733999888', 'out', '254733999888'],
    ['LOAN REPAYMENT TO LENDER', 'out', 'lender'],
    ['LOAN FROM PETER', 'in', 'peter'],
    ['ACCOUNT', 'in', null],
  ])('the lender of %s (%s) is %s', (details, side, lender) => {
    expect(readAs(details, side).lender).toBe(lender)
  })
})

describe('the rows of one account', () => {
  test.each([
    ['POS PURCHASE CARREFOUR', 'REVERSAL POS PURCHASE CARREFOUR'],
    ['POS PURCHASE CARREFOUR', 'POS PURCHASE CARREFOUR REVERSAL'],
    ['POS PURCHASE CARREFOUR', 'REV OF POS PURCHASE CARREFOUR'],
    ['TRANSFER TO PETER', 'REVERSAL TRANSFER TO PETER'],
    ['TRANSFER FROM SAVINGS TO PETER', 'REVERSED TRANSFER FROM SAVINGS TO PETER'],
    ['VIREMENT ÉMIS A JEAN', 'ANNULATION VIREMENT ÉMIS A JEAN'],
    ['PAIEMENT CARTE MAHIMA', 'EXTOURNE PAIEMENT CARTE MAHIMA'],
    ['Send Money to - 2547******123 REV JOHN', 'Send Money Reversal via API to 2547******123 - REV JOHN'],
    ['Pay Bill to 888880 - KPLC Acc. 12', 'Pay Bill Reversal from 888880 - KPLC to 2547******123'],
  ])('%s is reversed by %s', (payment, reversal) => {
    const rows = classifyRows(
      [
        row({ at: '2025-01-05', details: payment, paidOut: 5 }),
        row({ at: '2025-01-06', details: reversal, paidIn: 5 }),
      ],
      false,
    )
    expect(rows.map(({ reversed }) => reversed)).toEqual([true, true])
  })

  test('are ordered by time, receipt, details, amounts and balance, whatever their order before', () => {
    const wishes = [
      { at: '2025-01-01 08:00:00', receipt: 'Z', details: 'z' },
      { at: '2025-01-01 09:00:00', receipt: 'A', details: 'z' },
      { at: '2025-01-01 09:00:00', receipt: 'B', details: 'a', paidIn: 9 },
      { at: '2025-01-01 09:00:00', receipt: 'B', details: 'b', paidIn: 1, balance: 9 },
      { at: '2025-01-01 09:00:00', receipt: 'B', details: 'b', paidIn: 2, balance: 3 },
      { at: '2025-01-01 09:00:00', receipt: 'C', details: 'b', paidOut: 1, balance: 9 },
      { at: '2025-01-01 09:00:00', receipt: 'C', details: 'b', paidOut: 2 },
      { at: '2025-01-01 09:00:00', receipt: 'C', details: 'b', paidOut: 2, balance: 0 },
      { at: '2025-01-01 09:00:00', receipt: 'C', details: 'b', paidOut: 2, balance: 5 },
    ]
    const rows = wishes.map((wish, rowIndex) => row({ ...wish, rowIndex }))
    const orders = [rows, rows.toReversed(), [...rows.slice(4), ...rows.slice(0, 4)]]
    for (const order of orders)
      expect(classifyRows(order).map((each) => each.row.rowIndex)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('have their day, month and instant', () => {
    const [read] = classifyRows([row({ at: '1970-02-02 01:02:03', details: '' })])
    expect(read).toMatchObject({
      date: '1970-02-02',
      month: '1970-02',
      day: 32,
      seconds: 32 * 86_400 + 3723,
      reversed: false,
      chargeOf: null,
      charges: 0,
      netted: 0,
      isIncome: false,
    })
  })

  test('with the same wording are read by their side and their payer', () => {
    const till = (otherParty: string, rowIndex: number) => ({
      ...row({
        at: '2025-01-01',
        details: 'Customer Merchant Payment',
        paidIn: 5,
        rowIndex,
        receipt: `${rowIndex}`,
      }),
      otherParty,
    })
    const both = classifyRows([till('JANE DOE', 0), till('JOHN ROE', 1), till('JANE DOE', 2)])
    expect(both.map(({ counterparty }) => counterparty)).toEqual(['jane doe', 'john roe', 'jane doe'])
    const sides = classifyRows([
      row({ at: '2025-01-01', details: 'M-Shwari Deposit', paidOut: 5 }),
      row({ at: '2025-01-02', details: 'M-Shwari Deposit', paidIn: 5 }),
      row({ at: '2025-01-03', details: 'M-Shwari Deposit' }),
    ])
    expect(sides.map(({ kind }) => kind)).toEqual(['savingsDeposit', 'savingsWithdrawal', 'savingsDeposit'])
  })

  test('from a bank statement have no wording of the issuer, whatever their text', () => {
    const saved = row({ at: '2025-01-01', details: 'M-Shwari Deposit', paidOut: 5 })
    const wordOf = (isByIssuer?: boolean) =>
      classifyRows([saved], isByIssuer).map((each) => each.isIssuersWording)
    expect([wordOf(), wordOf(true), wordOf(false)]).toEqual([[true], [true], [false]])
  })

  test('add no charge to a payment of another day that has the same reference', () => {
    const rows = classifyRows([
      row({ at: '2025-01-01', receipt: 'TRF', details: 'RENT', paidOut: 100, rowIndex: 1 }),
      row({ at: '2025-01-02', receipt: 'TRF', details: 'LEDGER FEE', paidOut: 3, rowIndex: 2 }),
    ])
    expect(rows.map(({ chargeOf, charges }) => [chargeOf, charges])).toEqual([
      [null, 0],
      [null, 0],
    ])
  })

  test('add all charges of a receipt to its first payment', () => {
    const wish = { at: '2025-01-01', receipt: 'A' }
    const rows = classifyRows([
      row({ ...wish, details: 'Pay Bill Charge', paidOut: 3, rowIndex: 1 }),
      row({ ...wish, details: 'Pay Bill Charge', paidOut: 4, rowIndex: 2 }),
      row({ ...wish, details: 'Pay Bill Charge', rowIndex: 3 }),
      row({ ...wish, details: 'Pay Bill to 400222 - SHOP', paidOut: 100, rowIndex: 4 }),
      row({ ...wish, receipt: 'B', details: 'Pay Bill to 400222 - SHOP', paidOut: 100, rowIndex: 5 }),
      row({ ...wish, receipt: 'C', details: 'Pay Bill Charge', paidOut: 9, rowIndex: 6 }),
      row({ ...wish, receipt: 'C', details: 'Funds received from - JANE', paidIn: 9, rowIndex: 7 }),
    ])
    const shown = [...rows]
      .sort((a, b) => a.row.rowIndex - b.row.rowIndex)
      .map(({ chargeOf, charges }) => [chargeOf, charges])
    expect(shown).toEqual([
      [4, 0],
      [4, 0],
      [null, 0],
      [null, 700],
      [null, 0],
      [null, 0],
      [null, 0],
    ])
  })

  const withdraw = (at: string) => row({ at, details: 'KCB M-PESA Withdraw', paidIn: 900 })
  const loanRequest = (at: string, details = 'KCB M-PESA Loan Request') => row({ at, details })

  test.each([
    [
      'a day after a loan request are a loan',
      loanRequest('2025-01-01 12:00:00'),
      'loanDisbursement',
      'KCB M-PESA',
    ],
    [
      'a day and a second after a loan request are savings',
      loanRequest('2025-01-01 11:59:59'),
      'savingsWithdrawal',
      null,
    ],
    [
      'in the same second as a loan request are a loan',
      loanRequest('2025-01-02 12:00:00'),
      'loanDisbursement',
      'KCB M-PESA',
    ],
    ['before a loan request are savings', loanRequest('2025-01-02 12:00:01'), 'savingsWithdrawal', null],
    [
      'after a loan request to another lender are savings',
      loanRequest('2025-01-02 11:00:00', 'M-Shwari Loan Request'),
      'savingsWithdrawal',
      null,
    ],
    [
      'after the repayment of a loan are savings',
      row({ at: '2025-01-02 11:00:00', details: 'KCB M-PESA Loan Repay', paidOut: 5 }),
      'savingsWithdrawal',
      null,
    ],
  ])('that withdraw from KCB M-PESA %s', (_, before, kind, lender) => {
    const read = classifyRows([before, withdraw('2025-01-02 12:00:00')])
    expect(read.find(({ row: { details } }) => details.endsWith('Withdraw'))).toMatchObject({ kind, lender })
  })

  test('with a clear wording of savings stay savings', () => {
    const read = classifyRows([
      loanRequest('2025-01-01 12:00:00', 'M-Shwari Loan Request'),
      row({ at: '2025-01-01 13:00:00', details: 'M-Shwari Withdraw', paidIn: 5 }),
    ])
    expect(read[1]).toMatchObject({ kind: 'savingsWithdrawal' })
  })

  test('that reverse money received take back the latest payment of their amount', () => {
    const came = (at: string, rowIndex: number) =>
      row({ at, details: 'Funds received from - 2547******1 JANE', paidIn: 5, rowIndex })
    const back = (at: string, rowIndex: number) =>
      row({ at, details: 'Transaction Reversal', paidOut: 5, rowIndex })
    const shown = classifyRows([
      came('2025-01-01', 0),
      came('2025-01-02', 1),
      back('2025-01-03', 2),
      back('2025-01-04', 3),
      back('2025-01-05', 4),
      row({ at: '2025-01-06', details: 'Transaction Reversal', rowIndex: 5 }),
    ])
    expect(shown.map(({ reversed }) => reversed)).toEqual([true, true, true, true, false, false])
    expect(shown.map(({ isIncome }) => isIncome)).toEqual([false, false, false, false, false, false])
  })
})
