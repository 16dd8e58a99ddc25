import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BureauQuery, CreditBureau } from '../../../src/scoring-service/model/bureau.js'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'

let queryCount = 0

/** A query with a correlation id of its own. */
export const queryOf = (identityNumber: string): BureauQuery => ({
  identityType: 'NATIONAL_ID',
  identityNumber,
  firstName: 'Aïcha',
  middleName: null,
  lastName: 'Mbarga',
  phoneNumber: '+254712345678',
  dob: '1990-05-17',
  consent: { given: true, by: 'client-1', at: new Date('2026-03-01T08:00:00Z') },
  purpose: 'CREDIT_SCORING',
  correlationId: `correlation-${++queryCount}`,
})

/** A bureau whose time-out is so short that a test can wait for the emulated person without an answer. */
export interface BureauUnderTest {
  readonly bureau: CreditBureau
  close(): Promise<void>
}

/** What every implementation of the port must answer about the persons of the emulator. */
export const describeBureau = (name: string, open: () => Promise<BureauUnderTest>): void => {
  describe(name, () => {
    let opened: BureauUnderTest
    const ask = (id: string) => opened.bureau(queryOf(id))

    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    test('finds a person who pays as agreed', async () => {
      const answer = await ask(fixedIds.clean)
      if (answer.kind !== 'Found') throw new Error(answer.kind)
      const { report } = answer
      expect(report).toMatchObject({
        currency: 'KES',
        reportedName: 'AÏCHA MBARGA',
        nameMatches: true,
        bureauScore: 742,
        hasFraud: false,
        enquiries90Days: 1,
        bouncedCheques12Months: 0,
      })
      expect(report.accounts).toHaveLength(6)
      expect(report.accounts[0]).toEqual({
        accountNumber: 'KB-1001',
        lender: 'Kola Bank',
        sector: 'bank',
        productType: 'PERSONAL_LOAN',
        status: 'OPEN',
        performing: true,
        openedOn: '2025-01-25',
        originalAmount: 12_000_000,
        currentBalance: 3_000_000,
        overdueBalance: 0,
        daysInArrears: 0,
        highestDaysInArrears: 0,
        instalment: 1_050_000,
        delinquencyCode: null,
      })
      expect(report.responseDigest).toMatch(/^[0-9a-f]{64}$/)
    })

    test('finds arrears, with the code that the bureau reports', async () => {
      const answer = await ask(fixedIds.arrears)
      expect(answer).toMatchObject({
        kind: 'Found',
        report: {
          accounts: [{ performing: false, daysInArrears: 132, delinquencyCode: '004' }, { performing: true }],
        },
      })
    })

    test('finds a fraud', async () => {
      expect(await ask(fixedIds.fraud)).toMatchObject({ kind: 'Found', report: { hasFraud: true } })
    })

    test('finds a record under another name', async () => {
      expect(await ask(fixedIds.otherName)).toMatchObject({ kind: 'Found', report: { nameMatches: false } })
    })

    test('answers NoRecord for a person without a record', async () => {
      const answer = await ask(fixedIds.noRecord)
      expect(answer).toMatchObject({
        kind: 'NoRecord',
        responseDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
    })

    test('answers Rejected for a query that the bureau rejects', async () => {
      expect(await ask(fixedIds.rejected)).toEqual({
        kind: 'Rejected',
        reason: 'identity number is not valid',
      })
    })

    test('finds a person although the answer is slow', async () => {
      expect((await ask(fixedIds.slow)).kind).toBe('Found')
    })

    test('finds a person although the first try fails', async () => {
      expect((await ask(fixedIds.failsOnce)).kind).toBe('Found')
    })

    test.each(['timeout', 'alwaysFails', 'cutOff'] as const)(
      'answers Unavailable for %s, without personal data',
      async (who) => {
        const answer = await ask(fixedIds[who])
        expect(answer).toEqual({ kind: 'Unavailable', reason: expect.any(String) })
        expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${fixedIds[who]}|Mbarga|712345678`))
      },
    )

    test('finds a record under any other id, the same each time', async () => {
      for (const id of ['12345678', 'A-77', '31415926', '7']) {
        const [one, other] = [await ask(id), await ask(id)]
        if (one.kind !== 'Found' || other.kind !== 'Found') throw new Error(`${one.kind} ${other.kind}`)
        expect(one.report.accounts.length).toBeGreaterThan(0)
        expect(other.report).toEqual({
          ...one.report,
          reference: other.report.reference,
          responseDigest: other.report.responseDigest,
        })
      }
    })
  })
}
