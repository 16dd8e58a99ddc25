import { describe, expect, test } from '@jest/globals'
import {
  currencyProblemOf,
  dateOf,
  dayOf,
  dossierOf,
  type Dossier,
} from '../../../src/scoring-service/card/rows/dossier.rules.js'
import { hasTables, parametersOf } from '../../../src/scoring-service/card/rows/parameters.rules.js'
import { statement, type Movement, type StatementWish } from '../statements.js'

const jane = 'Funds received from - 2547******123 JANE DOE'
const till = 'Merchant Payment to 7053097 - SHOP'
const at = (day: string, details: string, amount: number): Movement => ({
  at: `2025-01-${day} 12:00:00`,
  details,
  amount,
})
const wallet = (movements: readonly Movement[], wish: Partial<StatementWish> = {}) =>
  statement({ from: '2025-01-01', to: '2025-01-31', movements, ...wish })
const bank = (movements: readonly Movement[], wish: Partial<StatementWish> = {}) =>
  wallet(movements, { documentType: 'BANK_STATEMENT', issuer: 'KCB', documentName: 'bank.pdf', ...wish })
const flowsOf = ({ flows }: Dossier) =>
  flows.map(({ kind, row, netted }) => [kind, (row.paidIn - row.paidOut) / 100, netted / 100])
const range = (first: string, last: string) => ({ first: dayOf(first), last: dayOf(last) })

describe('the dossier of all statements of a request', () => {
  test('needs a statement', () => {
    expect(() => dossierOf([])).toThrow('a statement is needed')
  })

  test('has their rows, days, documents and balances', () => {
    const dossier = dossierOf([
      wallet([at('02', jane, 100), at('03', till, -40)]),
      wallet([at('04', jane, 50)], { documentName: 'before.pdf', from: '2025-01-03', to: '2025-02-10' }),
    ])
    expect(dossier).toMatchObject({
      accounts: [{ type: 'WALLET_STATEMENT', issuer: 'M-PESA' }],
      covered: [range('2025-01-01', '2025-02-10')],
      mainCovered: [range('2025-01-01', '2025-02-10')],
      currency: 'KES',
      currencyProblem: null,
      documents: [
        { documentName: 'before.pdf', status: 'VALID', reasons: [] },
        { documentName: 'statement.pdf', status: 'VALID', reasons: [] },
      ],
      disagreeing: [],
      reconciliation: { groups: 3, agreeing: 3 },
    })
    expect(flowsOf(dossier)).toEqual([
      ['transferIn', 100, 0],
      ['buyGoods', -40, 0],
      ['transferIn', 50, 0],
    ])
    expect(dossier.counted).toHaveLength(3)
  })

  test('joins covered days that touch into one range', () => {
    const covering = (from: string, to: string) => wallet([], { from, to, documentName: `${from}.pdf` })
    const coveredBy = (...statements: ReturnType<typeof covering>[]) => dossierOf(statements).covered
    expect(coveredBy(covering('2025-02-01', '2025-02-28'), covering('2025-01-01', '2025-01-31'))).toEqual([
      range('2025-01-01', '2025-02-28'),
    ])
    expect(coveredBy(covering('2025-01-01', '2025-01-31'), covering('2025-02-02', '2025-02-28'))).toEqual([
      range('2025-01-01', '2025-01-31'),
      range('2025-02-02', '2025-02-28'),
    ])
    expect(coveredBy(covering('2025-01-01', '2025-03-31'), covering('2025-02-01', '2025-02-28'))).toEqual([
      range('2025-01-01', '2025-03-31'),
    ])
  })

  test('orders rows by time over all accounts, and documents by name', () => {
    const dossier = dossierOf([
      bank([at('05', till, -7)], { documentName: 'c.pdf' }),
      wallet([at('03', jane, 5)], { documentName: 'a.pdf' }),
      wallet([at('04', jane, 6)], { documentName: 'b.pdf', documentType: 'WALLET_TILL_STATEMENT' }),
    ])
    expect(dossier.counted.map(({ row }) => row.completionTime.slice(8, 10))).toEqual(['03', '04', '05'])
    expect(dossier.flows.map(({ row }) => row.completionTime.slice(8, 10))).toEqual(['03', '04', '05'])
    expect(dossier.documents.map(({ documentName }) => documentName)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  })

  test('counts no row that was not completed', () => {
    const one = wallet([at('02', jane, 100), at('03', jane, 50)])
    const rows = one.rows.map((row, index) => (index === 0 ? row : { ...row, transactionStatus: 'Failed' }))
    expect(dossierOf([{ ...one, rows }])).toMatchObject({ counted: [{ day: dayOf('2025-01-02') }] })
    expect(dossierOf([{ ...one, rows }]).counted).toHaveLength(1)
  })

  test('names documents that contradict each other', () => {
    const days = ['02', '03', '04', '05', '06', '07', '08'].map((day) => at(day, till, -Number(day)))
    const without = days.filter((_, index) => index !== 3)
    const statements = [wallet(days, { documentName: 'b.pdf' }), wallet(without, { documentName: 'a.pdf' })]
    expect(dossierOf(statements).disagreeing).toEqual(['a.pdf', 'b.pdf'])
  })
})

describe('currencies', () => {
  test.each([
    [['KES', 'KES'], null],
    [['XAF'], null],
    [['XOF'], null],
    [['KES', 'XAF'], 'currency_mixed'],
    [['KES', null], 'currency_mixed'],
    [[null], 'currency_unknown'],
    [[], 'currency_unknown'],
    [['USD'], 'currency_without_tables'],
  ])('%j have the problem %s', (currencies, problem) => {
    expect(currencyProblemOf(currencies)).toBe(problem)
  })

  test('are never summed together', () => {
    const dossier = dossierOf([
      wallet([at('02', jane, 100)]),
      bank([at('02', jane, 100)], { currency: 'XAF' }),
    ])
    expect(dossier).toMatchObject({
      currency: null,
      currencyProblem: 'currency_mixed',
      flows: [],
      counted: [],
    })
    expect(dossierOf([wallet([at('02', jane, 100)], { currency: 'USD' })])).toMatchObject({ currency: 'USD' })
  })

  test('have their own low balance and steps of rounding; a currency without tables has those of the shilling', () => {
    const shilling = { lowBalance: 100_00, instalmentStep: 10_00, limitStep: 100_00 }
    const franc = { lowBalance: 500_00, instalmentStep: 50_00, limitStep: 500_00 }
    expect(['KES', 'XAF', 'XOF', 'USD', null].map(parametersOf)).toEqual([
      shilling,
      franc,
      franc,
      shilling,
      shilling,
    ])
    expect(['KES', 'XAF', 'XOF', 'USD'].map(hasTables)).toEqual([true, true, true, false])
  })
})

test('days are counted from 1 January 1970', () => {
  expect([dayOf('1970-01-02'), dateOf(1), dateOf(dayOf('2024-02-29'))]).toEqual([
    1,
    '1970-01-02',
    '2024-02-29',
  ])
})

describe('income', () => {
  test("does not come from a person with the holder's own name, in any order of its words", () => {
    const incomeFrom = (name: string, holder = 'JANE WANJIKU DOE') =>
      dossierOf([
        wallet([at('02', `Funds received from - 2547******123 ${name}`, 5)], { name: holder }),
      ]).flows.map(({ isIncome }) => isIncome)
    expect(incomeFrom('DOE JANE WANJIKU')).toEqual([false])
    expect(incomeFrom('JANE DOE')).toEqual([true])
    expect(incomeFrom('DOE JANE', 'JANE DOE')).toEqual([false])
    expect(incomeFrom('JANE', 'JANE')).toEqual([true])
    expect(incomeFrom('', '')).toEqual([true])
  })

  test.each(['SALARY ACME LTD TO', 'RTGS INWARD B/O ACME LTD TO', 'VIREMENT REÇU EN FAVEUR DE'])(
    'comes from who pays it and not from the holder, who is named as the payee: %s',
    (paid) => {
      const { flows } = dossierOf([
        bank([at('02', `${paid} WANJIRU MWANGI`, 100)], { name: 'WANJIRU MWANGI' }),
      ])
      expect(flows.map(({ isIncome }) => isIncome)).toEqual([true])
    },
  )

  test('is takings in the statement of a till, whatever the wording', () => {
    const kinds = (documentType: 'WALLET_TILL_STATEMENT' | 'WALLET_STATEMENT') =>
      dossierOf([
        wallet(
          [
            at('02', jane, 5),
            at('03', 'Customer Payment to Small Business from - 2547******1 A', 5),
            at('04', 'Merchant Customer Payment from 2547******1 - B', 5),
            at('05', 'M-Shwari Loan', 5),
          ],
          { documentType },
        ),
      ]).flows.map(({ kind }) => kind)
    expect(kinds('WALLET_TILL_STATEMENT')).toEqual([
      'tillReceipt',
      'pochiReceipt',
      'tillReceipt',
      'loanDisbursement',
    ])
    expect(kinds('WALLET_STATEMENT')).toEqual([
      'transferIn',
      'pochiReceipt',
      'tillReceipt',
      'loanDisbursement',
    ])
  })

  test('that is put into savings in one piece counts neither as earned nor as saved', () => {
    const rows = [
      at('02', jane, 100),
      at('04', 'M-Shwari Deposit', -100),
      at('05', jane, 30),
      at('06', till, -30),
    ]
    expect(flowsOf(dossierOf([wallet(rows)]))).toEqual([
      ['transferIn', 100, 100],
      ['savingsDeposit', -100, 100],
      ['transferIn', 30, 0],
      ['buyGoods', -30, 0],
    ])
  })

  test('that went round has that part recorded on its row', () => {
    const rows = [at('02', jane, 100), at('20', 'Customer Transfer to - 2547******123 JANE DOE', -60)]
    expect(flowsOf(dossierOf([wallet(rows)]))).toEqual([
      ['transferIn', 100, 60],
      ['sendMoney', -60, 60],
    ])
  })

  test('from one person to another through a bank account does not go round', () => {
    const [comes, goes] = [at('02', 'TRANSFER FROM ACME LTD', 100), at('20', 'TRANSFER TO M OTIENO', -60)]
    expect(flowsOf(dossierOf([bank([comes, goes])]))).toEqual([
      ['transferIn', 100, 0],
      ['sendMoney', -60, 0],
    ])
    const back = at('20', 'TRANSFER TO ACME LTD', -60)
    expect(flowsOf(dossierOf([bank([comes, back])]))).toEqual([
      ['transferIn', 100, 60],
      ['sendMoney', -60, 60],
    ])
  })

  test('that is reversed flows on neither side, but its rows are counted', () => {
    const rows = [at('02', jane, 100), at('03', 'Transaction Reversal', -100)]
    const dossier = dossierOf([wallet(rows)])
    expect([dossier.flows, dossier.counted.length]).toEqual([[], 2])
  })
})

test('a loan without a named lender is of the issuer of its account', () => {
  const rows = [at('02', 'LOAN DISBURSEMENT 12', 90), at('20', 'LOAN RECOVERY MARCH', -90)]
  const lendersOf = (issuer: string) => dossierOf([bank(rows, { issuer })]).flows.map(({ lender }) => lender)
  expect([lendersOf('KCB'), lendersOf('EQUITY')]).toEqual([
    ['KCB', 'KCB'],
    ['EQUITY', 'EQUITY'],
  ])
})

describe('an overdraft', () => {
  const draw = (day: string, amount: number) => at(day, 'OverDraft of Credit Party', amount)
  const repay = (day: string, amount: number) =>
    at(day, 'OD Loan Repayment to 232323 - M-PESA OVERDRAW', -amount)
  const kindsOf = (...movements: Movement[]) => flowsOf(dossierOf([bank(movements)])).map(([kind]) => kind)

  test.each([
    [
      'is repaid as far as it was drawn, plus a quarter',
      [draw('02', 100), repay('03', 125)],
      'overdraftRepayment',
    ],
    [
      'counts a repayment beyond what was drawn plus a quarter as spending',
      [draw('02', 100), repay('03', 126)],
      'otherOut',
    ],
    ['counts a repayment without a draw as spending', [repay('03', 5)], 'otherOut'],
    [
      'counts a repayment beyond the rest that is still drawn as spending',
      [draw('02', 100), repay('03', 80), repay('04', 26)],
      'otherOut',
    ],
    [
      'is repaid as far as the rest that is still drawn',
      [draw('02', 100), repay('03', 80), repay('04', 25)],
      'overdraftRepayment',
    ],
    [
      'is repaid for two draws together',
      [draw('02', 100), draw('03', 100), repay('04', 250)],
      'overdraftRepayment',
    ],
    [
      'is repaid as far as all draws, even with a repayment between them',
      [draw('02', 100), repay('03', 120), draw('04', 100), repay('05', 120)],
      'overdraftRepayment',
    ],
  ])('%s', (_, movements, expected) => {
    expect(kindsOf(...movements).at(-1)).toBe(expected)
  })

  test('is drawn by completed rows only', () => {
    const one = bank([draw('02', 100), repay('03', 100)])
    const rows = one.rows.map((row, index) => (index === 1 ? row : { ...row, transactionStatus: 'Failed' }))
    expect(flowsOf(dossierOf([{ ...one, rows }]))).toEqual([['otherOut', -100, 0]])
  })

  test("is recognised in a wallet by the issuer's wording, even without a draw", () => {
    expect(flowsOf(dossierOf([wallet([repay('03', 5)])]))).toEqual([['overdraftRepayment', -5, 0]])
  })
})

describe('own accounts', () => {
  const toWallet = at('05', 'MPESA B2C TRF', -100)
  const fromBank = at('06', 'Transfer from Bank 517819 - KCB BANK LIMITED- APP to Customer via API', 60)

  test('a transfer from bank to wallet counts only by the difference between its amounts in the two statements', () => {
    const dossier = dossierOf([bank([toWallet]), wallet([fromBank])])
    expect(flowsOf(dossier)).toEqual([['bankTransfer', -40, 0]])
    expect(dossier.counted).toHaveLength(2)
    const more = dossierOf([bank([toWallet]), wallet([{ ...fromBank, amount: 130 }])])
    expect(flowsOf(more)).toEqual([['bankTransfer', 30, 0]])
  })

  test('transfers with the same receipt in both statements are neither inflow nor outflow', () => {
    const other = { name: 'JANE', documentName: 'till.pdf', documentType: 'WALLET_TILL_STATEMENT' } as const
    const out = { ...at('05', till, -70), receipt: 'ABC' }
    const into = { ...at('05', 'Merchant Customer Payment from 2547******1 - JANE', 70), receipt: 'ABC' }
    const dossier = dossierOf([wallet([out, at('07', jane, 5)]), wallet([into], other)])
    expect(flowsOf(dossier)).toEqual([['transferIn', 5, 0]])
  })

  test('the main account, whose covered days count, is the one with the largest turnover', () => {
    const long = { from: '2024-01-01', to: '2025-01-31' }
    const walletWith = (amount: number) => wallet([at('02', jane, amount)])
    const mainCoveredWith = (ofWallet: number, ofBank: Movement[]) =>
      dossierOf([walletWith(ofWallet), bank(ofBank, long)]).mainCovered
    const ofLong = [range('2024-01-01', '2025-01-31')]
    const ofShort = [range('2025-01-01', '2025-01-31')]
    expect(mainCoveredWith(100, [at('03', jane, 101)])).toEqual(ofLong)
    expect(mainCoveredWith(102, [at('03', jane, 101)])).toEqual(ofShort)
    expect(mainCoveredWith(100, [at('03', till, -101)])).toEqual(ofLong)
    // 200 go round, and do not count as turnover.
    const round = [at('03', jane, 100), at('04', 'Customer Transfer to - 2547******123 JANE DOE', -100)]
    expect(dossierOf([wallet(round, long), bank([at('05', till, -150)])]).mainCovered).toEqual(ofShort)
  })
})
