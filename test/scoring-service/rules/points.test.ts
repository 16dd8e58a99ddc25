import { describe, expect, test } from '@jest/globals'
import type { Facts, Features } from '../../../src/scoring-service/card/features/features.rules.js'
import { mitigationBlock } from '../../../src/scoring-service/card/points/mitigation.rules.js'
import {
  capCodes,
  capsOf,
  genericPoints,
  effectiveCaps,
  isThinFile,
  isThinStatement,
  pointsOf,
  reasonsOf,
  scoreOf,
  shortTermDebtPoints,
  shortTermPoints,
  shortTermReasons,
} from '../../../src/scoring-service/card/points/points.rules.js'
import type { Obstacle } from '../../../src/scoring-service/card/verdict/verdict.rules.js'
import { row } from '../rows.js'
import { eachMonth, factsWith } from './facts.js'

/** The best value of each characteristic. */
const best: Features = {
  incomeRegularity: 1,
  incomeShortfall: 0,
  netCashRatio: 1,
  daysOfCover: 15,
  lowBalanceShare: 0,
  overdraftShare: 0,
  debtService: 0,
  repaid: 1,
  lenders: 0,
  betting: 0,
  fullMonths: 12,
  netSaving: 1,
  recentIncome: 2,
}

const base = factsWith(['2025-01-01', '2025-12-31'], [])
const rows = eachMonth(
  Array.from({ length: 30 }, () => '2025-01'),
  {},
)

/** Facts with enough of everything, except for the given ones. */
const factsBut = ({
  rowCount = 30,
  days = 30,
  fullMonths = 12,
  ...changes
}: Partial<Facts> & { rowCount?: number; days?: number; fullMonths?: number } = {}): Facts => ({
  ...base,
  dossier: { ...base.dossier, counted: rows.slice(0, rowCount) },
  activeDayCount: 10,
  emptyMonths: 0,
  gapDays: 0,
  ageDays: 0,
  ...changes,
  calendar: { ...base.calendar, coveredDays: days, fullMonths },
})

describe('data is too little', () => {
  test.each([
    ['not with 30 rows, 10 active days and 30 days', {}, false],
    ['with 29 rows', { rowCount: 29 }, true],
    ['with 9 active days', { activeDayCount: 9 }, true],
    ['with 29 days', { days: 29 }, true],
  ])('%s', (_, changes, expected) => {
    expect(isThinFile(factsBut(changes))).toBe(expected)
    expect(scoreOf(0, factsBut(changes))).toBe(expected ? -1 : 500)
  })

  const statementOf = (count: number, activeDays: number, to: string) => ({
    period: { from: '2025-01-01', to },
    rows: [
      row({ at: '2025-01-30', details: '', status: 'Failed' }),
      ...Array.from({ length: count }, (_, index) =>
        row({
          at: `2025-01-${String((index % activeDays) + 1).padStart(2, '0')} 12:00:${10 + index}`,
          details: '',
        }),
      ),
    ],
  })

  test.each([
    [30, 10, '2025-01-30', false],
    [29, 10, '2025-01-30', true],
    [30, 9, '2025-01-30', true],
    [30, 10, '2025-01-29', true],
  ])('in a statement with %d completed rows on %d days until %s: %s', (count, active, to, expected) => {
    expect(isThinStatement(statementOf(count, active, to))).toBe(expected)
  })
})

describe('caps of the score', () => {
  test.each([
    [0, 499],
    [2, 499],
    [3, 799],
    [5, 799],
    [6, 1000],
  ])('%d full months allow at most %d', (fullMonths, most) => {
    expect(scoreOf(600, factsBut({ fullMonths }))).toBe(most)
  })

  test.each([
    ['are none for gaps of three days', { gapDays: 3 }, []],
    ['are those of gaps for gaps of four days', { gapDays: 4 }, [{ name: 'gaps', scoreMax: 599 }]],
    ['are those of gaps for an empty month', { emptyMonths: 1 }, [{ name: 'gaps', scoreMax: 599 }]],
    ['are none for statements that are 45 days old', { ageDays: 45 }, []],
    [
      'are those of old statements for statements that are 46 days old',
      { ageDays: 46 },
      [{ name: 'stale', scoreMax: 599 }],
    ],
    [
      'are both for gaps and five full months',
      { gapDays: 4, fullMonths: 5 },
      [
        { name: 'gaps', scoreMax: 599 },
        { name: 'shortHistory', scoreMax: 799 },
      ],
    ],
  ])('%s', (_, changes, caps) => {
    expect(capsOf(factsBut(changes))).toEqual(caps)
  })

  test('the lowest cap applies, and a score is from 0 to 1000', () => {
    expect(scoreOf(900, factsBut({ gapDays: 4, fullMonths: 5 }))).toBe(599)
    expect(scoreOf(900, factsBut())).toBe(1000)
    expect(scoreOf(-900, factsBut())).toBe(0)
    expect(scoreOf(-20, factsBut({ gapDays: 4 }))).toBe(480)
  })

  test('caps are named only if they lower the score', () => {
    const all = pointsOf({ ...best, fullMonths: 5 })
    expect(effectiveCaps(all, factsBut({ gapDays: 4, fullMonths: 5 }))).toEqual(['gaps', 'shortHistory'])
    const few = pointsOf({ ...best, repaid: 0 })
    expect(shortTermPoints(few)).toBe(-210)
    expect(effectiveCaps(few, factsBut({ gapDays: 4 }))).toEqual([])
    expect(effectiveCaps(all, factsBut({ gapDays: 4, rowCount: 29 }))).toEqual([])
  })

  test('caps have these codes in results', () => {
    expect(capCodes).toEqual({ shortHistory: 'SHORT_HISTORY', gaps: 'GAPS', stale: 'STALE' })
  })
})

test('points of debt are those of debt service, repaid loans and lenders', () => {
  expect(shortTermDebtPoints(pointsOf(best))).toBe(15 + 0 + 15)
  expect(shortTermDebtPoints(pointsOf({ ...best, debtService: 1, repaid: 0.94, lenders: 3 }))).toBe(
    -90 - 60 - 30,
  )
})

test('generic points are the points times their weights', () => {
  const weighted: Readonly<Record<keyof Features, number>> = {
    incomeRegularity: 60 * 1.2,
    incomeShortfall: 50 * 1.2,
    netCashRatio: 40 * 1.2,
    daysOfCover: 60 * 1,
    lowBalanceShare: 40 * 0.6,
    overdraftShare: 40 * 0.7,
    debtService: 15 * 1.2,
    repaid: 0,
    lenders: 15 * 1,
    betting: 20 * 1,
    fullMonths: 40 * 1.6,
    netSaving: 30 * 1.6,
    recentIncome: 20 * 1.2,
  }
  expect(genericPoints(pointsOf(best))).toBe(Object.values(weighted).reduce((sum, points) => sum + points, 0))
})

describe('reasons', () => {
  const codesOf = (features: Features, facts: Facts) =>
    shortTermReasons(pointsOf(features), facts).map(({ characteristic, lost, value }) => [
      characteristic.reason.code,
      lost,
      value,
    ])

  test('are at most four, the most costly first, equal ones in the order of the card', () => {
    const lost = [3, 0, 5, 3, -1, 4, 2].map((each, index) => ({ lost: each, index }))
    expect(reasonsOf(lost).map(({ index }) => index)).toEqual([2, 5, 0, 3])
  })

  test('are none for the best values', () => {
    expect(codesOf(best, factsBut())).toEqual([])
  })

  test('add the points lost by the cap of a short history to those of the history itself', () => {
    // 500 + 430 - 100 for two full months = 830, capped at 499.
    expect(codesOf({ ...best, fullMonths: 2 }, factsBut({ fullMonths: 2 }))).toEqual([['R12', 100 + 331, 2]])
    // 500 + 430 - 40 for five full months - 110 = 780, below the cap of 799.
    expect(codesOf({ ...best, fullMonths: 5, daysOfCover: 0 }, factsBut({ fullMonths: 5 }))).toEqual([
      ['R04', 110, 0],
      ['R12', 40, 5],
    ])
  })

  test('begin with gaps and old statements, even if their caps cost no points', () => {
    expect(codesOf(best, factsBut({ gapDays: 4, ageDays: 46 }))).toEqual([
      ['R16', 331, 4],
      ['R17', 331, 46],
    ])
    const poor = { ...best, repaid: 0, debtService: 1, betting: 1, lenders: 9 }
    expect(codesOf(poor, factsBut({ gapDays: 4, ageDays: 46 }))).toEqual([
      ['R16', 1, 4],
      ['R17', 1, 46],
      ['R08', 640, 0],
      ['R10', 130, 1],
    ])
  })

  test.each([
    ['29 rows', { rowCount: 29, fullMonths: 12 }, [['R11', 1, 10]]],
    ['9 active days', { activeDayCount: 9 }, [['R11', 1, 9]]],
    ['29 days', { days: 29 }, []],
  ])('for too little data name only what is missing: %s', (_, changes, expected) => {
    expect(codesOf({ ...best, repaid: 0 }, factsBut(changes))).toEqual(expected)
  })

  test('for too little data name a missing history too', () => {
    expect(codesOf({ ...best, fullMonths: 0 }, factsBut({ days: 29, fullMonths: 0 }))).toEqual([
      ['R12', 100, 0],
    ])
  })

  test('have a text for gaps, old statements and missing data', () => {
    const texts = (changes: Parameters<typeof factsBut>[0]) =>
      shortTermReasons(pointsOf(best), factsBut(changes)).map(({ characteristic }) => characteristic)
    expect(texts({ gapDays: 4, ageDays: 46 })).toEqual([
      {
        name: 'gaps',
        reason: { code: 'R16', text: 'The statements leave out days or months inside their span' },
      },
      {
        name: 'stale',
        reason: { code: 'R17', text: 'The statements end more than 45 days before the request' },
      },
    ])
    expect(texts({ activeDayCount: 9 })).toEqual([
      {
        name: 'activeDays',
        reason: { code: 'R11', text: 'There are too few transactions, or too few days with any' },
      },
    ])
  })
})

describe('the advice to a lender', () => {
  const reason = (name: Parameters<typeof mitigationBlock>[0][number]['characteristic']['name']) => ({
    characteristic: { name, reason: { code: '', text: '' } },
    value: null,
    lost: 1,
  })

  test.each([
    ['incomeRegularity', 'Align instalments with the days on which income arrives.'],
    ['incomeShortfall', 'Size the instalment by the weaker months.'],
    ['netCashRatio', 'Keep the amount small until something is left at the end of the month.'],
    ['daysOfCover', 'Prefer a shorter tenor with small instalments.'],
    ['lowBalanceShare', 'Collect on the day on which income arrives.'],
    ['overdraftShare', 'Ask that the overdraft be settled before money is paid out.'],
    ['debtService', 'Reduce the limit by the instalments that already run.'],
    ['repaid', 'Ask for proof that earlier loans are repaid.'],
    ['lenders', 'Check other lenders at the credit bureau.'],
    ['betting', 'Pay out to a supplier instead of the wallet, and review monthly.'],
    ['activeDays', 'Ask for statements of the other accounts in use.'],
    ['fullMonths', 'Ask for a statement of at least six months.'],
    ['netSaving', 'Offer a savings plan beside the loan.'],
    ['recentIncome', 'Verify the present source of income.'],
    ['shortHistory', 'Ask for a statement of at least six months.'],
    ['gaps', 'Ask for the days that the statements leave out.'],
    ['stale', 'Ask for a statement of the last twelve months that ends this month.'],
  ] as const)('for %s is: %s', (name, sentence) => {
    expect(mitigationBlock([reason(name)], null)).toBe(sentence)
  })

  const original = 'Do not lend on these statements: ask for an original from the issuer.'
  const both = (sentence: string) => [sentence, sentence] as const
  const lenders = 'Check other lenders at the credit bureau.'

  test.each<[Obstacle | null, string, string]>([
    ['INVALID_DOCUMENT', original, original],
    ['THIN_FILE', ...both('Ask for a longer statement: there is too little to judge by.')],
    ['CURRENCY', ...both('Ask for statements of one currency that the card has tables for.')],
    ['UNVERIFIED_DOCUMENT', original, `${original} ${lenders}`],
    ['DOCUMENTS_DISAGREE', original, `${original} ${lenders}`],
    [null, 'No particular measure is needed.', lenders],
  ])('for the obstacle %s is: %s', (obstacle, alone, withReason) => {
    expect(mitigationBlock([], obstacle)).toBe(alone)
    expect(mitigationBlock([reason('lenders')], obstacle)).toBe(withReason)
  })

  test('is in the order of the reasons', () => {
    expect(mitigationBlock([reason('lenders'), reason('netSaving')], null)).toBe(
      `${lenders} Offer a savings plan beside the loan.`,
    )
  })
})
