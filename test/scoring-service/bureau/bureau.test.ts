import { afterEach, describe, expect, test } from '@jest/globals'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'
import { createBureauEmulator } from '../../../src/scoring-service/bureau/emulator/server.js'
import { answerJson, type Handler, type ScriptedServer } from '../../payments-provider/support.js'
import { describeBureau, queryOf } from './contract.js'
import { bureauAt, openEmulated, startBureau, fixedClock } from './support.js'

describeBureau('the adapter against the emulator', openEmulated)

const found = (report: object = {}) => ({
  status: 'FOUND',
  bureau: 'first',
  reference: 'R-1',
  currency: 'XAF',
  report: {
    reported_at: '2026-02-27T10:00:00Z',
    credit_score: 999,
    has_fraud: false,
    account_info: [],
    enquiries_90_days: 2,
    bounced_cheques_12_months: 0,
    ...report,
  },
})

const account = (more: object = {}) => ({
  account_number: 77,
  account_status: 'Active',
  performing: true,
  original_amount: 1000,
  current_balance: '600.4',
  past_due_amount: '0.5',
  days_in_arrears: 0,
  highest_days_in_arrears: 3,
  ...more,
})

describe('the adapter', () => {
  let server: ScriptedServer

  const answering = async (handler: Handler) => {
    server = await startBureau(handler)
    return bureauAt(server.url)
  }
  const answeringWith = (body: unknown, status = 200) =>
    answering((_request, response) => answerJson(response, status, body))

  afterEach(() => server.close())

  test('sends its key and the same correlation id with each try', async () => {
    const bureau = await answeringWith({}, 503)
    const query = queryOf('1')
    await bureau(query)
    expect(server.requests).toEqual(Array(3).fill('POST /v1/reports'))
    expect(server.headers.map((headers) => [headers['x-api-key'], headers['x-correlation-id']])).toEqual(
      [1, 2, 3].map(() => ['key', query.correlationId]),
    )
    expect(server.bodies[2]).toEqual({
      identity_type: 'NATIONAL_ID',
      identity_number: '1',
      first_name: 'Aïcha',
      middle_name: null,
      last_name: 'Mbarga',
      phone_number: '+254712345678',
      dob: '1990-05-17',
      consent: { given: true, by: 'client-1', at: '2026-03-01T08:00:00.000Z' },
      purpose: 'CREDIT_SCORING',
      correlation_id: query.correlationId,
    })
  })

  test.each([500, 502, 503, 504])('tries three times when the answer is %d', async (status) => {
    const bureau = await answeringWith({}, status)
    expect(await bureau(queryOf('1'))).toEqual({ kind: 'Unavailable', reason: `answered ${status}` })
    expect(server.requests).toHaveLength(3)
  })

  test.each([301, 400, 401, 403, 404, 409, 422, 429, 501])(
    'does not try again when the answer is %d, and reports the bureau as unavailable',
    async (status) => {
      const bureau = await answeringWith({ error: 'no' }, status)
      expect((await bureau(queryOf('1'))).kind).toBe('Unavailable')
      expect(server.requests).toHaveLength(1)
    },
  )

  test.each([
    ['an HTML page', '<html></html>'],
    ['an empty body', ''],
    ['a report without its accounts', { ...found(), report: {} }],
    ['an unknown status', { ...found(), status: 'MAYBE' }],
    ['a list', []],
  ])('reports the bureau as unavailable when the answer is %s', async (_name, body) => {
    const bureau = await answering((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
    expect(await bureau(queryOf('1'))).toEqual({
      kind: 'Unavailable',
      reason: 'answered 200 with a body that is not its own',
    })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['days_in_arrears', account({ days_in_arrears: -1 })],
    ['days_in_arrears', account({ days_in_arrears: '12' })],
    ['performing', account({ performing: undefined })],
    ['account_status', account({ account_status: 'constructor' })],
    ['current_balance', account({ current_balance: '1e9' })],
    ['current_balance', account({ current_balance: '1234567890123' })],
    ['date_opened', account({ date_opened: '2026-02-30' })],
  ])('names an invalid field %s, but not its value', async (field, bad) => {
    const bureau = await answeringWith(found({ account_info: [account(), bad] }))
    expect(await bureau(queryOf('1'))).toEqual({
      kind: 'Unavailable',
      reason: expect.stringMatching(new RegExp(`^gave a report whose ${field} is not [a-z0 ]+$`)),
    })
  })

  test('reads alternative field names, rounds amounts to the smallest unit of the currency, and reads the score 999 as no score', async () => {
    const bureau = await answeringWith(found({ account_info: [account()] }))
    expect(await bureau(queryOf('1'))).toEqual({
      kind: 'Found',
      report: {
        bureau: 'first',
        reference: 'R-1',
        currency: 'XAF',
        reportedAt: '2026-02-27',
        reportedName: null,
        nameMatches: null,
        bureauScore: null,
        hasFraud: false,
        enquiries90Days: 2,
        bouncedCheques12Months: 0,
        oldestAccountOn: null,
        accounts: [
          {
            accountNumber: '77',
            lender: null,
            sector: null,
            productType: null,
            status: 'OPEN',
            performing: true,
            openedOn: null,
            originalAmount: 1000,
            currentBalance: 600,
            overdueBalance: 1,
            daysInArrears: 0,
            highestDaysInArrears: 3,
            instalment: null,
            delinquencyCode: null,
          },
        ],
        responseDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  test('stops when the call is aborted, even between two tries', async () => {
    const given = new AbortController()
    server = await startBureau((_request, response) => {
      answerJson(response, 500, {})
      setImmediate(() => given.abort())
    })
    const bureau = bureauAt(server.url, { retryDelayMs: 600_000, random: () => 1 })
    expect((await bureau(queryOf('1'), given.signal)).kind).toBe('Unavailable')
    expect((await bureau(queryOf('1'), given.signal)).kind).toBe('Unavailable')
    expect(server.requests).toHaveLength(1)
  })

  test('sends nothing for 30 s after five failures, then one call at a time until one succeeds', async () => {
    let status = 500
    let now = 0
    server = await startBureau((_request, response) =>
      answerJson(response, status, status === 200 ? found() : {}),
    )
    const bureau = bureauAt(server.url, { circuit: { failuresMax: 5, openMs: 30_000 }, now: () => now })
    const ask = async () => (await bureau(queryOf('1'))).kind

    for (let calls = 0; calls < 5; calls++) expect(await ask()).toBe('Unavailable')
    expect(server.requests).toHaveLength(15)
    status = 200
    expect(await ask()).toBe('Unavailable')
    expect(server.requests).toHaveLength(15)

    now = 30_000
    const [first, second] = [ask(), ask()]
    expect([await first, await second]).toEqual(['Found', 'Unavailable'])
    expect(await ask()).toBe('Found')
    expect(server.requests).toHaveLength(17)
  })
})

describe('the bureau emulator', () => {
  test('requires a key and a complete request', async () => {
    const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, clock: fixedClock })
    const post = async (headers: Record<string, string>, body: object) => {
      const answer = await fetch(`${emulator.url}/v1/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return [answer.status, await answer.json()]
    }
    try {
      expect(await post({}, {})).toEqual([401, { error: 'UNAUTHENTICATED' }])
      expect(await post({ 'x-api-key': 'k' }, { identity_type: 'NATIONAL_ID' })).toEqual([
        422,
        { status: 'REJECTED', reason: 'identity_number' },
      ])
    } finally {
      await emulator.close()
    }
  })

  test('stops while a caller waits for an answer that never comes', async () => {
    const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, clock: fixedClock })
    const answer = bureauAt(emulator.url, { timeoutMs: 60_000 })(queryOf(fixedIds.timeout))
    await emulator.close()
    expect((await answer).kind).toBe('Unavailable')
  })
})
