import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BureauAnswer } from '../../../src/scoring-service/model/bureau.js'
import { bureauBody } from '../../../src/scoring-service/bodies/bureau-body.rules.js'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'
import { queryOf, type BureauUnderTest } from './contract.js'
import { asOf, reports, reportWith } from './reports.js'
import { openEmulated } from './support.js'
import { anyObject, shaped } from '../../support/typed.js'
import { z } from 'zod'

const subject = { nationalId: '90000001', firstName: 'Aïcha', middleName: null, lastName: 'Mbarga' }

interface Body {
  readonly bureau: { readonly reading: object | null }
  readonly scoring: { readonly reasonCodes: readonly { readonly code: string }[] }
  readonly notices: readonly string[]
}

const dataOf = (answer: BureauAnswer): Body => {
  if (answer.kind !== 'Found' && answer.kind !== 'NoRecord') throw new Error(answer.kind)
  const { status, code, data, ...rest } = shaped(
    z.object({
      data: z.object({
        bureau: z.object({ reading: anyObject.nullable() }),
        scoring: z.object({ reasonCodes: z.array(z.object({ code: z.string() })) }),
        notices: z.array(z.string()),
      }),
      status: z.string(),
      code: z.number(),
    }),
    JSON.parse(bureauBody(subject, answer, asOf).json),
  )
  expect([status, code, rest]).toEqual(['success', 200, {}])
  return data
}

const model = {
  id: 'bc-2026.2',
  version: '2026.2',
  calibration: 'expert',
  computedAt: '2026-03-01T09:00:00.000Z',
}

const found = (report = reportWith()): BureauAnswer => ({ kind: 'Found', report })

describe('the P7 body', () => {
  test('keeps the report of the bureau apart from the figures that we derive from it', () => {
    expect(dataOf(found())).toEqual({
      subject: {
        nationalId: '*****001',
        firstName: 'Aïcha',
        middleName: null,
        lastName: 'Mbarga',
        nameMatches: true,
      },
      bureau: {
        bureau: 'test',
        reference: 'R-1',
        pulledAt: '2026-03-01T09:00:00.000Z',
        responseSha256: 'ab'.repeat(32),
        data: {
          bureau: 'test',
          reference: 'R-1',
          reportedAt: '2026-02-20',
          currency: 'KES',
          reportedName: 'AÏCHA MBARGA',
          nameMatches: true,
          bureauScore: 640,
          hasFraud: false,
          accounts: [
            {
              accountNumber: 'KB-1',
              lender: 'Kola Bank',
              sector: 'bank',
              productType: null,
              status: 'OPEN',
              performing: true,
              openedOn: '2024-06-01',
              originalAmount: 120_000,
              currentBalance: 30_000,
              overdueBalance: 0,
              daysInArrears: 0,
              highestDaysInArrears: 0,
              instalment: 10_500,
              delinquencyCode: null,
            },
          ],
          enquiries90Days: 1,
          bouncedCheques12Months: 0,
          oldestAccountOn: '2020-01-01',
        },
        reading: {
          recordAgeDays: 9,
          openAccounts: 1,
          closedAccounts: 0,
          openNonPerforming: 0,
          closedPerforming: 0,
          worstArrearsDays: 0,
          enquiries90Days: 1,
          bouncedCheques12Months: 0,
          creditAgeDays: 2251,
          utilisation: 0.25,
          totalBalance: 30_000,
          totalOverdue: 0,
          monthlyInstalments: 10_500,
          hasFraud: false,
          writtenOffAccounts: 0,
          longDefault: false,
        },
      },
      scoring: {
        productCode: 'P7',
        bureauScore: 640,
        enhancedScore: 695,
        scoreBand: 'good',
        riskBand: 'A',
        probabilityOfDefault: 0.02,
        decision: 'APPROVE',
        recommendedCreditLimit: null,
        reasonCodes: [
          {
            code: 'B03',
            text: 'Few loans have been repaid in full',
            characteristic: 'closedPerforming',
            value: 0,
          },
        ],
        cappedBy: null,
        featuresUsed: expect.any(Array),
        model,
      },
      asOf: '2026-03-01T09:00:00.000Z',
      notices: ['No income is known without a statement, so no limit is recommended.'],
      decision: 'APPROVE',
      reasonCodes: [expect.objectContaining({ code: 'B03' })],
      cappedBy: null,
      currency: 'KES',
      model,
      documents: [],
    })
  })

  test('is valid JSON without -0, the same each time and without the national id, for any report', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { json } = bureauBody(subject, { kind: 'Found', report }, asOf)
        expect(json).toBe(bureauBody(subject, { kind: 'Found', report }, asOf).json)
        expect(json).not.toMatch(/NaN|Infinity|:-0[,}\]]/)
        expect(json).not.toContain(subject.nationalId)
      }),
    )
  })

  test('shows amounts in the currency of the report', () => {
    const { bureau } = dataOf(found(reportWith({ currency: 'XAF' })))
    expect(bureau.reading).toMatchObject({ totalBalance: 3_000_000, monthlyInstalments: 1_050_000 })
  })
})

describe('the P7 body of a person of the emulator', () => {
  let opened: BureauUnderTest
  beforeAll(async () => {
    opened = await openEmulated()
  })
  afterAll(() => opened.close())

  test.each([
    ['clean', 735, 'A', 'APPROVE', []],
    ['slow', 735, 'A', 'APPROVE', []],
    ['arrears', 30, 'C', 'DECLINE', ['B01', 'B02', 'B04', 'B05']],
    ['lateByDays', 595, 'B', 'APPROVE_WITH_CONDITIONS', ['B01', 'B03']],
    ['fraud', 199, 'C', 'DECLINE', ['B00']],
    ['otherName', 735, null, 'REFER', ['B08']],
    ['noRecord', -1, null, 'INSUFFICIENT_DATA', ['B10']],
  ] as const)('%s: %d, band %s, %s', async (who, enhancedScore, riskBand, decision, reasons) => {
    const { scoring } = dataOf(await opened.bureau(queryOf(fixedIds[who])))
    expect(scoring).toMatchObject({ enhancedScore, riskBand, decision })
    expect(scoring.reasonCodes.map(({ code }) => code)).toEqual(reasons)
  })

  test('without a record: a notice says that this is neither good nor bad, and no data is shown', async () => {
    const data = dataOf(await opened.bureau(queryOf(fixedIds.noRecord)))
    expect(data).toMatchObject({
      subject: { nameMatches: null },
      bureau: { data: null, reading: null, responseSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      scoring: { bureauScore: null, scoreBand: 'insufficient data', probabilityOfDefault: null },
      notices: ['The bureau has no record of this person, which says nothing good or bad of them.'],
    })
  })

  test('with another name at the bureau: a notice says so', async () => {
    const data = dataOf(await opened.bureau(queryOf(fixedIds.otherName)))
    expect(data).toMatchObject({ subject: { nameMatches: false } })
    expect(data.notices).toContain('The name that the bureau holds is not the name of the request.')
  })
})
