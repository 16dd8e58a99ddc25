import { describe, expect, test } from '@jest/globals'
import { postTo } from '../facade/post-to.js'
import { audits, runAudits } from '../../src/cli/conformance/audits.js'
import { gatewayKey } from './client.js'
import type { Service } from './service.js'
import { first } from '../support/present.js'

const error = (code: string) => ({ error: { code, message: expect.stringMatching(/\w/) } })
const json = { 'content-type': 'application/json' }
const ours = { ...json, 'x-api-key': gatewayKey }

/** The rules of the wire, checked on an empty service. */
export const declareWireAudits = (service: () => Service): void => {
  const answer = async (path: string, init: RequestInit) => {
    const response = await fetch(service().url() + path, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  test('every audit of the wire passes, and none of them writes anything', async () => {
    const results = await runAudits(postTo(service().url(), { 'x-api-key': gatewayKey }))
    expect(results).toHaveLength(audits.length)
    expect(results.filter(({ problems }) => problems.length > 0)).toEqual([])
    const written = await service().withDatabase(({ read }) =>
      read.all('SELECT (SELECT COUNT(*) FROM customers) + (SELECT COUNT(*) FROM payment_orders) AS n'),
    )
    expect(Number(first(written)['n'])).toBe(0)
  })

  describe.each(['/getdynamicarguments', '/getdynamicoptions'])('%s', (path) => {
    test.each<[number, string, string, RequestInit]>([
      [401, 'UNAUTHENTICATED', 'a call without a key', { method: 'POST', headers: json, body: '{}' }],
      [
        401,
        'UNAUTHENTICATED',
        'an unknown key',
        { method: 'POST', headers: { ...json, 'x-api-key': 'guessed' }, body: '{}' },
      ],
      [
        401,
        'UNAUTHENTICATED',
        'an unknown key as a Bearer token',
        { method: 'POST', headers: { ...json, authorization: 'Bearer x' }, body: '{}' },
      ],
      [
        403,
        'FORBIDDEN',
        'the key of an analyst',
        { method: 'POST', headers: { ...json, 'x-api-key': 'dev-analyst-key' }, body: '{}' },
      ],
      [405, 'METHOD_NOT_ALLOWED', 'the method GET', { method: 'GET', headers: ours }],
      [
        413,
        'PAYLOAD_TOO_LARGE',
        'a body of more than 64 KiB',
        { method: 'POST', headers: ours, body: ' '.repeat(64 * 1024 + 1) },
      ],
      [
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        'a body of type text/xml',
        { method: 'POST', headers: { ...ours, 'content-type': 'text/xml' }, body: '<a/>' },
      ],
      [
        400,
        'INVALID_JSON',
        'a body of 64 KiB that is not JSON',
        { method: 'POST', headers: ours, body: ' '.repeat(64 * 1024) },
      ],
    ])('answers %i %s to %s', async (status, code, _what, init) => {
      const { status: found, body } = await answer(path, init)
      expect([found, body]).toEqual([status, error(code)])
    })

    test('takes the key as a Bearer token too', async () => {
      const headers = { ...json, authorization: `Bearer ${gatewayKey}` }
      expect(await answer(path, { method: 'POST', headers, body: '{}' })).toMatchObject({
        status: 400,
        body: error('MALFORMED_ENVELOPE'),
      })
    })
  })

  test.each(['/', '/getdynamicargument', '/getdynamicarguments/x', '/emulator/orders'])(
    'answers 404 at %s',
    async (path) => {
      const { status, body } = await answer(path, { method: 'POST', headers: ours, body: '{}' })
      expect([status, body]).toEqual([404, error('NOT_FOUND')])
    },
  )

  test('serves health, readiness and metrics without a key', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await answer(path, {})).status).toBe(200)
    expect(await (await fetch(`${service().url()}/metrics`)).text()).toContain(
      'http_request_duration_seconds',
    )
  })

  test('logs neither keys nor whole numbers', async () => {
    await service().record('register_savings_account', { ACCOUNT_HOLDER_MSISDN: '237670000777' })
    expect(service().printed()).not.toMatch(/237670000777|dev-\w+-key/)
  })
}
