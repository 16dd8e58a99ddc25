import { describe, expect, test } from '@jest/globals'
import {
  classifyRows,
  summaryOf,
  type ClassifiedRow,
} from '../../src/scoring-service/card/rows/classify.rules.js'
import type { RowKind } from '../../src/scoring-service/card/rows/wordings.js'
import { row, type RowWish } from './rows.js'

const classify = (...wishes: RowWish[]): readonly ClassifiedRow[] => classifyRows(wishes.map(row))

const classifyOne = (wish: Omit<RowWish, 'at'>): ClassifiedRow => {
  const [classified] = classify({ at: '2025-03-04', ...wish })
  if (!classified) throw new Error('no row')
  return classified
}

/** Wordings of statements: details, side, expected kind, expected line of the printed summary. */
const wordings: readonly (readonly [string, 'in' | 'out' | 'zero', RowKind, string])[] = [
  ['Customer Transfer to - 2547******123 JANE DOE', 'out', 'sendMoney', 'sendMoney'],
  ['Customer Transfer Fuliza MPesa to - 2547******123 JANE DOE', 'out', 'sendMoney', 'sendMoney'],
  ['Customer Transfer Fuliza M-Pesa to - 2547******123 JANE DOE', 'out', 'sendMoney', 'sendMoney'],
  ['Intimate Card Customer Transfer to - 2547******123 JANE DOE', 'out', 'sendMoney', 'sendMoney'],
  ['Offnet C2B Transfer to 585555 - AIRTEL MONEY. for Mobile No. 0733', 'out', 'sendMoney', 'sendMoney'],
  ['M-Pesa Global Send Money to 44******12 JANE', 'out', 'sendMoney', 'sendMoney'],
  ['Customer Payment to Small Business to - 2547******123 JANE', 'out', 'smallBusiness', 'sendMoney'],
  [
    'Customer Send Money to Micro SME Business with Fuliza MPesa to - 2547******123 JANE',
    'out',
    'smallBusiness',
    'sendMoney',
  ],
  ['Small Business Pay Bill to 247247 - EQUITY', 'out', 'smallBusiness', 'sendMoney'],
  ['Funds received from - 2547******123 JOHN ROE', 'in', 'transferIn', 'receivedMoney'],
  ['Receive funds from - 2547******123 JOHN ROE', 'in', 'transferIn', 'receivedMoney'],
  ['Funds received from Business 123456 - SHOP', 'in', 'businessPayment', 'receivedMoney'],
  [
    'Receive International (Zero Rated) Transfer From 573388 - COMPANY. Original conversation ID is 1',
    'in',
    'international',
    'receivedMoney',
  ],
  ['Merchant Customer Payment from 2547******123 - JOHN', 'in', 'tillReceipt', 'receivedMoney'],
  ['Promotion Payment from 123456 - Safaricom Offers', 'in', 'promotion', 'receivedMoney'],
  ['Salary Payment from 123456 - EMPLOYER LIMITED via API', 'in', 'salary', 'receivedMoney'],
  [
    'Business Payment from 123456 - COMPANY via API. Original conversation ID is 7.',
    'in',
    'businessPayment',
    'receivedMoney',
  ],
  [
    'Transfer from Bank 517819 - BANK LIMITED- APP to Customer via API',
    'in',
    'bankTransfer',
    'receivedMoney',
  ],
  ['Business Payment from 300248BANK to MPESA Retail via API', 'in', 'bankTransfer', 'receivedMoney'],
  ['Pay Bill to 888880 - KPLC PREPAID Acc. 123', 'out', 'payBill', 'lipaPayBill'],
  ['Pay Bill Online to 123456 - SOMEBODY Acc. 1', 'out', 'payBill', 'lipaPayBill'],
  ['Pay Bill (Online) Fuliza M-Pesa to 123456 - SOMEBODY Acc. 1', 'out', 'payBill', 'lipaPayBill'],
  ['Card Pay Bill Online to 903470 - M-PESA GlobalPay Acc. CREDIT CITY', 'out', 'payBill', 'lipaPayBill'],
  ['Intimate Card Pay Bill to 123456 - SOMEBODY', 'out', 'payBill', 'lipaPayBill'],
  ['Merchant Payment to 7053097 - CORNER SHOP', 'out', 'buyGoods', 'lipaBuyGoods'],
  ['Merchant Payment Online to 7053097 - CORNER SHOP', 'out', 'buyGoods', 'lipaBuyGoods'],
  ['Merchant Payment Fuliza M-Pesa (Online) to 7053097 - SHOP', 'out', 'buyGoods', 'lipaBuyGoods'],
  ['Intimate Payment Merchant Payment to 7053097 - SHOP', 'out', 'buyGoods', 'lipaBuyGoods'],
  ['Deposit of Funds at Agent Till 123456 - AGENT', 'in', 'agentDeposit', 'agentDeposit'],
  ['Customer Deposit at Agent Till 123456', 'in', 'agentDeposit', 'agentDeposit'],
  ['Customer Withdrawal At Agent Till 123456 - AGENT', 'out', 'agentWithdrawal', 'agentWithdrawal'],
  ['Customer Withdrawal at Agent Till with Fuliza 123456', 'out', 'agentWithdrawal', 'agentWithdrawal'],
  ['Airtime Purchase', 'out', 'airtime', 'others'],
  ['Airtime Purchase with Fuliza', 'out', 'airtime', 'others'],
  ['Airtime Purchase For Other 2547******123', 'out', 'airtime', 'others'],
  [
    'Customer Bundle Purchase with Fuliza to 244441SAFARICOM POSTPAID BUNDLES by - 2547******1',
    'out',
    'airtime',
    'others',
  ],
  ['Buy Bundles (Online)', 'out', 'airtime', 'others'],
  ['Recharge for Customer (With Fuliza)', 'out', 'airtime', 'others'],
  ['Merchant Charge', 'out', 'charge', 'others'],
  ['Business to Bank settlement to 0180234567 EQUITY BANK', 'out', 'bankTransfer', 'sendMoney'],
  ['Pay Bill to 522522 - JAMII PROPERTY MANAGERS Acc. B12', 'out', 'payBill', 'lipaPayBill'],
  ['Pay Bill to 522522 - KCB Acc. 1', 'out', 'bankTransfer', 'lipaPayBill'],
  ['OverDraft of Credit Party', 'in', 'overdraftDraw', 'others'],
  ['OD Loan Repayment to 232323 - M-PESA Overdraw', 'out', 'overdraftRepayment', 'others'],
  ['M-Shwari Deposit', 'out', 'savingsDeposit', 'others'],
  ['M-Shwari Withdraw', 'in', 'savingsWithdrawal', 'others'],
  ['M-Shwari Lock Deposit', 'out', 'savingsDeposit', 'others'],
  ['KCB M-PESA Deposit', 'out', 'savingsDeposit', 'others'],
  ['KCB M-PESA Target First Deposit', 'out', 'savingsDeposit', 'others'],
  ['Savings Contribution', 'out', 'savingsDeposit', 'others'],
  ['Unit Trust Invest To 4145555 - FUND by 2547******123', 'out', 'savingsDeposit', 'others'],
  ['Unit Trust Withdraw From 4145555 - FUND', 'in', 'savingsWithdrawal', 'others'],
  ['Sell Shares Payment by 123456', 'in', 'savingsWithdrawal', 'others'],
  ['Ziidi Trader Customer Purchase', 'out', 'savingsDeposit', 'others'],
  ['M-Shwari Loan Disburse', 'in', 'loanDisbursement', 'others'],
  ['M-Shwari Loan Disbursement', 'in', 'loanDisbursement', 'others'],
  ['M-Shwari Loan Request', 'zero', 'loanRequest', 'others'],
  ['Term Loan Disbursement for H- Fund', 'in', 'loanDisbursement', 'others'],
  ['Business Payment from 300067 - TIMIZA via API', 'in', 'loanDisbursement', 'receivedMoney'],
  ['B2C Payment from 851900 - TALA', 'in', 'loanDisbursement', 'receivedMoney'],
  ['M-Shwari Loan Repayment', 'out', 'loanRepayment', 'others'],
  ['KCB M-PESA Loan Repayment', 'out', 'loanRepayment', 'others'],
  ['Term Loan Repayment for H- Fund', 'out', 'loanRepayment', 'others'],
  ['Pay Bill to 400200 - UMOJA SACCO SOCIETY Acc. 7', 'out', 'loanRepayment', 'lipaPayBill'],
  ['Customer Transfer of Funds Charge', 'out', 'charge', 'others'],
  ['Pay Bill Charge', 'out', 'charge', 'others'],
  ['Pay Merchant Charge', 'out', 'charge', 'others'],
  ['Withdrawal Charge', 'out', 'charge', 'others'],
  ['Send Money Reversal via API to 2547******123 - JANE', 'in', 'reversal', 'others'],
  ['Pay Utility Reversal by 888880 - KPLC', 'in', 'reversal', 'others'],
  ['Offnet C2B Transaction Reversal by 585555', 'in', 'reversal', 'others'],
  ['Business Payment from 290290 - SportPesa B2C via API', 'in', 'bettingPayout', 'receivedMoney'],
  ['Pay Bill Online to 290290 - SPORTPESA Acc. 07', 'out', 'bettingStake', 'lipaPayBill'],
  ['Pay Bill to 955100 - BETIKA CREDIT Acc. 1', 'out', 'bettingStake', 'lipaPayBill'],
]

describe('a wording', () => {
  test.each(wordings)('%s (%s) is of kind %s and category %s', (details, side, kind, category) => {
    const amount = side === 'zero' ? {} : { [side === 'in' ? 'paidIn' : 'paidOut']: 100 }
    const classified = classifyOne({ details, ...amount })
    expect([classified.kind, classified.category, classified.recognised]).toEqual([kind, category, true])
  })

  test.each([
    ['SALARY MARCH 2025 ACME LTD', 'in', 'salary'],
    ['VIREMENT SALAIRE MARS', 'in', 'salary'],
    ['LOAN RECOVERY 00123', 'out', 'loanRepayment'],
    ['DÉBLOCAGE PRÊT 77', 'in', 'loanDisbursement'],
    ['OCTROI PRÊT 77', 'in', 'loanDisbursement'],
    ['VERSEMENT PRÊT 77', 'in', 'loanDisbursement'],
    ['DÉCAISSEMENT CRÉDIT 77', 'in', 'loanDisbursement'],
    ['PRÊT PERSONNEL 77', 'in', 'loanDisbursement'],
    ['PRÊT PERSONNEL ECH 03/12', 'out', 'loanRepayment'],
    ['VERSEMENT PRÊT 77', 'out', 'loanRepayment'],
    ['PRÉLÈVEMENT PRÊT PERSONNEL', 'out', 'loanRepayment'],
    ['ÉCHÉANCE CRÉDIT 03/12', 'out', 'loanRepayment'],
    ['ECH PRET 77', 'out', 'loanRepayment'],
    ['MENSUALITÉ PRÊT 77', 'out', 'loanRepayment'],
    ['REMBOURSEMENT DU PRÊT 77', 'out', 'loanRepayment'],
    ['ATM CASH WDL WESTGATE', 'out', 'agentWithdrawal'],
    ['RETRAIT DAB AKWA', 'out', 'agentWithdrawal'],
    ['MPESA B2C TRF 2547', 'out', 'bankTransfer'],
    ['LEDGER FEE', 'out', 'charge'],
    ['FRAIS DE TENUE DE COMPTE', 'out', 'charge'],
    ['VIREMENT REÇU DE X', 'in', 'transferIn'],
    ['POS PURCHASE NAIVAS MOI AVENUE', 'out', 'buyGoods'],
    ['SOMETHING ELSE', 'out', 'otherOut'],
  ] as const)('%s (%s) of a bank is of kind %s', (details, side, kind) => {
    expect(classifyOne({ details, [side === 'in' ? 'paidIn' : 'paidOut']: 100 }).kind).toBe(kind)
  })
})

describe('the counterparty', () => {
  test('is a person, even if the name contains that of a lender or a bookmaker', () => {
    expect(
      classifyOne({ details: 'Customer Transfer to - 2547******123 TALA BETIKA', paidOut: 5 }).kind,
    ).toBe('sendMoney')
    expect(
      classifyOne({ details: 'Funds received from - 2547******123 TALA BRANCH', paidIn: 5 }).isIncome,
    ).toBe(true)
  })

  test('is a shop or a school and not a bank, even if its name contains SBM (a bank) or BRANCH', () => {
    const shop = classifyOne({ details: 'Merchant Payment to 7053097 - SBM HARDWARE', paidOut: 5 })
    expect([shop.kind, shop.spending]).toEqual(['buyGoods', 'shopping'])
    const branch = classifyOne({ details: 'Pay Bill to 123456 - ACADEMY THIKA BRANCH', paidOut: 5 })
    expect([branch.kind, branch.spending]).toEqual(['payBill', 'education'])
  })

  test('is one brand for all tills and branches of a supermarket', () => {
    const brands = ['CARREFOUR TWO RIVERS 6', 'CARREFOUR TWO RIVERS 85', 'CARREFOUR'].map(
      (name) => classifyOne({ details: `Merchant Payment to 7053097 - ${name}`, paidOut: 5 }).brand,
    )
    expect(new Set(brands)).toEqual(new Set(['Carrefour']))
  })

  test('is read from a column of its own in a till statement', () => {
    const paid = row({ at: '2025-03-04', details: 'Customer Merchant Payment', paidIn: 5 })
    const [classified] = classifyRows([{ ...paid, otherParty: '2547****123 - JANE' }])
    expect(classified?.counterparty).toBe('2547****123 jane')
  })

  test('is the same lender when it lends and when it is repaid', () => {
    const lent = classifyOne({ details: 'Business Payment from 300999 - UMOJA SACCO via API', paidIn: 5 })
    const repaid = classifyOne({ details: 'Pay Bill to 400200 - UMOJA SACCO Acc. 12', paidOut: 5 })
    expect([lent.lender, repaid.lender]).toEqual(['umoja sacco', 'umoja sacco'])
  })
})

describe('rows that belong together', () => {
  test('a charge is added to the payment on the same receipt', () => {
    const rows = classify(
      {
        at: '2025-03-04',
        receipt: 'A',
        details: 'Customer Transfer of Funds Charge',
        paidOut: 7,
        rowIndex: 1,
      },
      {
        at: '2025-03-04',
        receipt: 'A',
        details: 'Customer Transfer to - 2547******1 A',
        paidOut: 100,
        rowIndex: 2,
      },
      { at: '2025-03-04', receipt: 'A', details: 'OverDraft of Credit Party', paidIn: 30, rowIndex: 3 },
      { at: '2025-03-05', receipt: 'B', details: 'Pay Bill Charge', paidOut: 3, rowIndex: 4 },
    )
    const by = (index: number) => rows.find(({ row }) => row.rowIndex === index)
    expect([by(1)?.chargeOf, by(2)?.charges, by(3)?.charges, by(4)?.chargeOf]).toEqual([2, 700, 0, null])
  })

  const sent = { details: 'Customer Transfer to - 2547******123 JANE', paidOut: 500 }
  const takenBack = { details: 'Send Money Reversal via API to 2547******123 - JANE', paidIn: 500 }

  test.each([
    ['seven days after the payment cancels it', { at: '2025-03-08 12:00:00', ...takenBack }, true],
    [
      'seven days and a second after the payment does not cancel it',
      { at: '2025-03-08 12:00:01', ...takenBack },
      false,
    ],
    ['of another amount does not cancel it', { at: '2025-03-02', ...takenBack, paidIn: 501 }, false],
    [
      'of another person does not cancel it',
      { at: '2025-03-02', details: 'Send Money Reversal via API to 2547******999 - JOE', paidIn: 500 },
      false,
    ],
    [
      'that names no person cancels the payment',
      { at: '2025-03-02', details: 'Transaction Reversal', paidIn: 500 },
      true,
    ],
    ['before the payment does not cancel it', { at: '2025-02-28', ...takenBack }, false],
    ['that failed does not cancel it', { at: '2025-03-02', ...takenBack, status: 'Failed' }, false],
  ])('a reversal %s', (_, reversal, pairs) => {
    const rows = classify({ at: '2025-03-01', ...sent }, reversal)
    expect(rows.map(({ reversed }) => reversed)).toEqual([pairs, pairs])
    expect(rows.some(({ isIncome }) => isIncome)).toBe(false)
  })

  test('one reversal takes back only the latest of two equal payments', () => {
    const rows = classify(
      { at: '2025-03-01', ...sent },
      { at: '2025-03-02', ...sent },
      { at: '2025-03-03', ...takenBack },
    )
    expect(rows.map(({ reversed }) => reversed)).toEqual([false, true, true])
  })

  test('a withdrawal from KCB M-PESA is of own savings; if a loan request comes before it, it is a loan', () => {
    const withdraw = { details: 'KCB M-PESA Withdraw', paidIn: 900 }
    const alone = classify({ at: '2025-03-02', ...withdraw })
    const classified = classify(
      { at: '2025-03-01 18:00:00', details: 'KCB M-PESA Loan Request' },
      { at: '2025-03-02', ...withdraw },
    )
    expect(alone.map(({ kind, ambiguous }) => [kind, ambiguous])).toEqual([['savingsWithdrawal', true]])
    expect(classified[1]).toMatchObject({ kind: 'loanDisbursement', ambiguous: true, lender: 'KCB M-PESA' })
  })

  test.each([
    ['OverDraft of Credit Party'],
    ['Business Payment from 290290 - SportPesa B2C via API'],
    ['M-Shwari Withdraw'],
    ['Unit Trust Withdraw From 4145555 - FUND'],
    ['M-Shwari Loan Disburse'],
    ['Business Payment from 851900 - TALA via API'],
    ['Pay Utility Reversal by 888880 - KPLC'],
  ])('%s is not income', (details) => {
    expect(classifyOne({ details, paidIn: 1000 }).isIncome).toBe(false)
  })

  test.each(['Failed', 'Pending', 'Reversed', 'Cancelled', ''])(
    "a row with the status '%s' is not counted",
    (status) => {
      const rows = classify({
        at: '2025-03-01',
        details: 'Funds received from - 2547******1 A',
        paidIn: 9,
        status,
      })
      expect([rows[0]?.completed, rows[0]?.isIncome, summaryOf(rows).total.paidIn]).toEqual([false, false, 0])
    },
  )

  test("a row with the status ' COMPLETED ' is counted", () => {
    expect(
      classifyOne({ details: 'Funds received from - 1 A', paidIn: 9, status: ' COMPLETED ' }).isIncome,
    ).toBe(true)
  })
})

test('classifying again gives the same result', () => {
  const once = classifyRows(
    wordings.map(([details], index) => row({ at: '2025-03-04', details, paidOut: index % 7 })),
  )
  expect(classifyRows(once.map(({ row }) => row))).toEqual(once)
})

test("the eight lines of a statement's summary add up to its total", () => {
  const rows = classifyRows(
    wordings.map(([details, side], index) =>
      row({
        at: '2025-03-04',
        details,
        ...(side === 'zero' ? {} : { [side === 'in' ? 'paidIn' : 'paidOut']: index + 1 }),
      }),
    ),
  )
  const { total, ...lines } = summaryOf(rows)
  for (const side of ['paidIn', 'paidOut'] as const) {
    const sum = Object.values(lines).reduce((all, line) => all + line[side], 0)
    expect([sum, sum]).toEqual([total[side], rows.reduce((all, { row }) => all + row[side], 0)])
  }
})
