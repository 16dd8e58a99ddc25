import { describe, expect, test } from '@jest/globals'
import type { BureauReport } from '../../src/scoring-service/model/bureau.js'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { card } from '../../src/scoring-service/card/points/card.rules.js'
import { pasBodies } from '../../src/scoring-service/bodies/pas-body.rules.js'
import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'
import { p8BodyOf, parsOf } from './bodies.js'
import { personaNames, personaStatement } from './personas.js'
import { statement, type Movement } from './statements.js'
import { anyObject, recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const asOf = new Date('2026-01-02T03:04:05Z')
/** Just after the last day of the trader's statement: an older statement would have a capped score. */
const july = new Date('2025-07-05T03:04:05Z')

/** docs/scoring-contract.md#pars, in the order of that page. */
const sections = {
  summary: [
    'recommended_credit_limit',
    'confidence_level',
    'risk_summary',
    'risk_mitigation_block',
    'observed_monthly_income',
    'average_monthly_borrowing',
    'average_monthly_overdraft_usage',
    'main_outflow_categories',
    'customer_behaviour_identified',
  ],
  persona: [
    'name',
    'phone_number',
    'has_salary',
    'has_till_account',
    'has_business_wallet',
    'has_bank_account',
    'is_a_driver',
    'main_bank',
    'earning_profile',
  ],
  data_completeness: [
    'statement_period',
    'completeness_flag',
    'nb_months_in_statement',
    'transaction_count',
    'transaction_days',
  ],
  cashflow: [
    'cash_inflow_ratio',
    'cash_outflow_ratio',
    'observed_income_block',
    'estimated_monthly_income',
    'average_daily_income',
    'average_daily_balance',
    'days_with_low_balance',
    'debt_to_income_ratio',
    'snapshot_date',
    'monthly_income_evolution',
    'evolution_of_cashflow',
  ],
  borrowing_character: [
    'nb_disb_events',
    'total_disbursed',
    'avg_disb_per_event',
    'highest_disbursement',
    'nb_repay_events',
    'total_repaid',
    'avg_repay_per_event',
    'highest_repayment',
    'nb_overdraft_events',
    'total_overdraft',
    'avg_overdraft_per_event',
    'highest_overdraft',
  ],
  recommendations: [
    'short_term_score',
    'bwc_score',
    'generic_score',
    'short_term_affordability',
    'business_affordability',
  ],
  lifestyle: [
    'top_spending_categories',
    'utilities_payments',
    'top_supermarkets_visited',
    'customer_behaviour',
  ],
}

/** The members that every product has, after its own. */
const everyProduct = ['decision', 'reasonCodes', 'cappedBy', 'currency', 'model']

/** Every number in a value, with its path. */
const numbersOf = (value: unknown, path = ''): [string, number][] => {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => numbersOf(inner, `${path}.${key}`))
}

const parsed = (json: string) =>
  JSON.parse(json) as { status: string; code: number; data: Record<string, Record<string, never>> }
const pars = (...statements: readonly ParsedStatement[]) => parsed(parsOf(statements)).data

describe('PARS', () => {
  test.each(personaNames)('%s: has the members of the contract in their order', (name) => {
    const { status, code, data } = parsed(parsOf([personaStatement(name)]))
    expect([status, code]).toEqual(['success', 200])
    const ofContract = Object.entries(data).slice(0, Object.keys(sections).length)
    expect(Object.fromEntries(ofContract.map(([key, inner]) => [key, Object.keys(inner)]))).toEqual(sections)
    expect(Object.keys(data)).toEqual([...Object.keys(sections), ...everyProduct])
  })

  test.each(personaNames)('%s: numbers have at most two decimals', (name) => {
    const numbers = numbersOf(JSON.parse(parsOf([personaStatement(name)])))
    expect(numbers.length).toBeGreaterThan(40)
    for (const [path, value] of numbers) expect([path, Number(value.toFixed(2))]).toEqual([path, value])
  })

  test.each(personaNames)('%s: sums and counts match the rows', (name) => {
    const read = personaStatement(name)
    const data = shaped(
      z.object({
        borrowing_character: z.record(z.string(), z.number()),
        cashflow: z.object({ evolution_of_cashflow: z.array(z.object({ inflow: z.number() })) }),
      }),
      pars(read),
    )
    const paid = (pattern: RegExp, side: 'paidIn' | 'paidOut') => {
      const amounts = read.rows.filter(({ details }) => pattern.test(details)).map((row) => row[side] / 100)
      const sum = amounts.reduce((total, amount) => total + amount, 0)
      return [amounts.length, sum, Math.max(0, ...amounts)]
    }
    const borrowing = data.borrowing_character
    const overdraft = paid(/^OverDraft/, 'paidIn')
    const lent = paid(/TALA via|TIMIZA via|ZENKA via|Loan Disburse/, 'paidIn')
    const repaid = paid(/to \d+ - (TALA|TIMIZA|ZENKA)|^(Term|M-Shwari) Loan Repay/, 'paidOut')
    expect([
      borrowing['nb_overdraft_events'],
      borrowing['total_overdraft'],
      borrowing['highest_overdraft'],
    ]).toEqual(overdraft)
    expect([
      borrowing['nb_disb_events'],
      borrowing['total_disbursed'],
      borrowing['highest_disbursement'],
    ]).toEqual(lent)
    expect([borrowing['nb_repay_events'], borrowing['total_repaid'], borrowing['highest_repayment']]).toEqual(
      repaid,
    )
    const inflow = data.cashflow.evolution_of_cashflow.reduce((total, month) => total + month.inflow, 0)
    const all = read.rows.reduce((total, { paidIn }) => total + paidIn, 0) / 100
    expect(inflow).toBeCloseTo(all - (overdraft[1] ?? 0), 2)
  })

  test.each(personaNames)('%s: the ratios of inflow and outflow add up to 100.00 %%', (name) => {
    const { cashflow } = pars(personaStatement(name))
    const [inRatio, outRatio] = shaped(z.array(z.string()), [
      cashflow?.['cash_inflow_ratio'],
      cashflow?.['cash_outflow_ratio'],
    ])
    expect([inRatio, outRatio].every((ratio) => /^\d{1,3}\.\d{2}%$/.test(ratio ?? ''))).toBe(true)
    expect((parseFloat(inRatio ?? '') + parseFloat(outRatio ?? '')).toFixed(2)).toBe('100.00')
  })

  test.each(personaNames)(
    '%s: at most five spending categories are listed, the largest first, and the shares of outflow add up to at most 100 %%, but for rounding',
    (name) => {
      const { lifestyle, summary } = shaped(
        z.object({
          lifestyle: z.object({ top_spending_categories: z.array(z.object({ value: z.number() })) }),
          summary: z.object({ main_outflow_categories: z.array(z.object({ share: z.number() })) }),
        }),
        pars(personaStatement(name)),
      )
      const spending = lifestyle.top_spending_categories.map(({ value }) => value)
      expect(spending).toEqual([...spending].sort((a, b) => b - a))
      expect(spending.length).toBeLessThanOrEqual(5)
      const shares = summary.main_outflow_categories.reduce((total, { share }) => total + share, 0)
      expect(shares).toBeLessThanOrEqual(1.03)
    },
  )

  const period = { from: '2025-01-01', to: '2025-03-31' }
  const only = (...movements: Movement[]) => statement({ ...period, opening: 1_000, movements })

  test('ratios without income are null or 0 %, and nothing is divided by zero', () => {
    const data = pars(only({ at: '2025-02-01 10:00:00', details: 'M-Shwari Loan Repayment', amount: -90 }))
    expect(data['cashflow']).toMatchObject({
      debt_to_income_ratio: null,
      cash_inflow_ratio: '0.00%',
      cash_outflow_ratio: '100.00%',
      average_daily_income: 0,
    })
    expect(data['recommendations']).toMatchObject({ short_term_score: -1, bwc_score: -1, generic_score: -1 })
    expect(data['borrowing_character']).toMatchObject({
      avg_disb_per_event: 0,
      highest_overdraft: 0,
      total_repaid: 90,
    })
  })

  test('a long statement without any income has a score, and no infinite number in the body', () => {
    const daily = Array.from({ length: 90 }, (_, index) => ({
      at: `${new Date(Date.parse('2025-01-01') + index * 86_400_000).toISOString().slice(0, 10)} 10:00:00`,
      details: 'Pay Bill to 955100 - BETIKA Acc. 1',
      amount: -10,
    }))
    const assessed = assess([only(...daily)])
    expect([
      assessed.shortTermScore,
      assessed.facts.features.betting,
      assessed.facts.features.netCashRatio,
    ]).toEqual([expect.any(Number), Infinity, -Infinity])
    expect(parsOf([only(...daily)])).not.toMatch(/NaN|Infinity/)
  })

  test('the phone number is masked, and the name is as printed', () => {
    expect(pars(personaStatement('trader'))['persona']).toMatchObject({
      name: 'JANE WANJIKU DOE',
      phone_number: '2547******678',
    })
  })

  test('a missing name stays empty, and a missing phone number is that of the request', () => {
    const read = personaStatement('trader')
    const bare = { ...read, header: { ...read.header, name: '', phoneNumber: '' } }
    expect(pars(bare)['persona']).toMatchObject({ name: '', phone_number: '2547******678' })
  })
})

describe('PAS', () => {
  const read = (name: 'trader' | 'salaried') => ({
    statement: personaStatement(name, { documentName: `${name}.pdf` }),
    data: { logs: name },
  })

  test('the body of one document has what was read in it, then the scoring', () => {
    const bodies = pasBodies([read('trader')], july)
    expect(bodies).toHaveLength(1)
    const { data } = shaped(
      z.object({ data: z.record(z.string(), z.unknown()) }),
      parsed(bodies[0]?.json ?? ''),
    )
    expect(Object.keys(data)).toEqual(['logs', 'documentName', 'scoring', ...everyProduct])
    const { reasonCodes, featuresUsed, ...scoring } = recordOf(data['scoring'])
    expect(scoring).toEqual({
      productCode: 'PAS',
      shortTermScore: 765,
      genericScore: 778,
      bwcScore: 785,
      scoreBand: 'good',
      riskBand: 'A',
      probabilityOfDefault: 0.01,
      decision: 'APPROVE',
      recommendedCreditLimit: {
        shortTermLimit: 2400,
        businessLimit: 2400,
        grossLimit: 2400,
        netLimit: 2400,
        currency: 'KES',
      },
      affordability: { shortTerm: 2410, business: 2400 },
      confidenceLevel: '90%',
      cappedBy: null,
      model: {
        id: 'sc-2026.2',
        version: '2.1.0',
        calibration: 'expert',
        computedAt: '2025-07-05T03:04:05.000Z',
      },
    })
    expect(featuresUsed).toHaveLength(13)
    expect(reasonCodes).toEqual([
      {
        code: 'R04',
        text: 'Balances cover less than 15 days of usual spending',
        characteristic: 'daysOfCover',
        value: 2.59,
      },
      { code: 'R14', text: 'Little or nothing is saved', characteristic: 'netSaving', value: 0 },
      {
        code: 'R03',
        text: 'Little or nothing is left of what comes in',
        characteristic: 'netCashRatio',
        value: 0.03,
      },
      {
        code: 'R12',
        text: 'The statements cover less than twelve full months',
        characteristic: 'fullMonths',
        value: 6,
      },
    ])
  })

  test('the score is 500 plus the points of its features', () => {
    const { scoring } = shaped(
      z.object({
        scoring: z.object({
          shortTermScore: z.number(),
          featuresUsed: z.array(z.object({ name: z.string(), points: z.number() })),
        }),
      }),
      parsed(pasBodies([read('salaried')], asOf)[0]?.json ?? '').data,
    )
    expect(500 + scoring.featuresUsed.reduce((total, { points }) => total + points, 0)).toBe(
      scoring.shortTermScore,
    )
    expect(scoring.featuresUsed.map(({ name }) => name)).toEqual(card.map(({ name }) => name))
  })

  test('several documents have a body each, and one body for all together', () => {
    const bodies = pasBodies([read('trader'), read('salaried')], asOf).map(({ json }) => parsed(json).data)
    expect(bodies.map((data) => Object.keys(data))).toEqual([
      ['logs', 'documentName', 'scoring', ...everyProduct],
      ['logs', 'documentName', 'scoring', ...everyProduct],
      ['scoring', ...everyProduct],
    ])
    expect(bodies.map(({ documentName }) => documentName)).toEqual(['trader.pdf', 'salaried.pdf', undefined])
  })

  test('the same request gives the same bytes', () => {
    expect(pasBodies([read('trader')], july)).toEqual(pasBodies([read('trader')], july))
  })
})

describe('P8', () => {
  const report: BureauReport = {
    bureau: 'emulator',
    reference: 'R1',
    reportedAt: '2026-01-01T00:00:00Z',
    currency: 'KES',
    reportedName: 'JANE DOE',
    nameMatches: true,
    bureauScore: 700,
    hasFraud: false,
    accounts: [],
    enquiries90Days: 0,
    bouncedCheques12Months: 0,
    oldestAccountOn: '2015-01-01',
    responseDigest: 'ab'.repeat(32),
  }
  const loan = {
    accountNumber: '1',
    lender: 'L',
    sector: null,
    productType: null,
    status: 'OPEN' as const,
    performing: true,
    openedOn: '2024-01-01',
    originalAmount: 90_000_00,
    currentBalance: 10_000_00,
    overdueBalance: 0,
    daysInArrears: 0,
    highestDaysInArrears: 0,
    instalment: 15_000_00,
    delinquencyCode: null,
  }
  const body = (of: BureauReport | null, wish: Parameters<typeof personaStatement>[1] = {}) =>
    shaped(
      z.object({
        data: z.object({
          bureau: anyObject.nullable(),
          statement: anyObject,
          boosted: z.record(z.string(), z.unknown()),
        }),
      }),
      parsed(p8BodyOf([personaStatement('salaried', wish)], of, asOf)),
    ).data

  test('shows the bureau report, the statement and the boosted score', () => {
    const { bureau, statement, boosted } = body({ ...report, accounts: [loan] })
    expect(bureau).toMatchObject({ bureau: 'emulator', responseSha256: report.responseDigest })
    expect(statement).toMatchObject({ productCode: 'P8', shortTermScore: 930 })
    expect(Object.keys(boosted)).toEqual([
      'score',
      'probabilityOfDefault',
      'scoreBand',
      'riskBand',
      'decision',
      'limit',
      'currency',
      'weights',
      'cappedBy',
    ])
    expect(boosted).toMatchObject({ decision: 'APPROVE', weights: { statement: 0.96, bureau: 1 } })
  })

  test('instalments in the bureau report lower the limit', () => {
    const [free, indebted] = [
      body({ ...report, accounts: [{ ...loan, instalment: 0 }] }),
      body({ ...report, accounts: [loan] }),
    ]
    expect([free.boosted['limit'], indebted.boosted['limit']]).toEqual([9_300, 0])
  })

  test('a cached report shows when it was pulled', () => {
    const pulledAt = new Date('2026-07-01T20:00:00Z')
    const json = p8BodyOf([personaStatement('salaried')], report, asOf, pulledAt)
    expect(JSON.parse(json).data.bureau.pulledAt).toBe(pulledAt.toISOString())
  })

  test('without a record the bureau has no weight', () => {
    expect(body(null)).toMatchObject({
      bureau: { data: null },
      boosted: { weights: { statement: 0.96, bureau: 0 } },
    })
  })

  test('a reported fraud is risk band C, declined, with a limit of 0', () => {
    expect(body({ ...report, hasFraud: true, accounts: [loan] }).boosted).toMatchObject({
      riskBand: 'C',
      decision: 'DECLINE',
      limit: 0,
    })
  })

  test('a statement that is not valid is declined, with a limit of 0', () => {
    const forged = body({ ...report, accounts: [loan] }, { isValid: false })
    expect(forged.boosted).toMatchObject({
      score: -1,
      scoreBand: 'insufficient data',
      riskBand: null,
      probabilityOfDefault: null,
      decision: 'DECLINE',
      limit: 0,
      cappedBy: 'INVALID_DOCUMENT',
    })
    expect(forged).toMatchObject({
      decision: 'DECLINE',
      reasonCodes: [{ code: 'V01', characteristic: 'document_modified', value: 'statement.pdf' }],
    })
  })
})
