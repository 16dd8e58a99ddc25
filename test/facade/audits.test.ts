import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Endpoint, FacadeCall } from '../../facade/facade.js'
import { messagesFor } from '../../src/bank/messages/messages.js'
import { postTo } from './post-to.js'
import { audits, runAudits } from '../../src/cli/conformance/audits.js'
import { stubFacade } from './stub-facade.js'
import { addressOf } from '../support/typed.js'

// Answers a confirm as the service does for an unregistered number. The GraphQL context is here the call itself, which has the language.
const facade = stubFacade({
  confirmDeposit: (_args, call) => ({
    status: 'FAILED',
    failureReason: 'NOT_REGISTERED',
    message: messagesFor((call as FacadeCall).languageCode).confirmRefusal.NOT_REGISTERED,
  }),
})
let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const endpoint = request.url?.slice(1) as Endpoint
      const { status, body } = await facade.handle(endpoint, await buffer(request), (call) => call)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${addressOf(server).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the wire', () => {
  test.each(audits.map(({ id, must, run }) => ({ id, must, run })))('$id $must', async ({ run }) => {
    expect(await run(postTo(url))).toEqual([])
  })

  test('no audit caused a failure of the facade', () => {
    expect(facade.failures).toEqual([])
  })
})

describe('the audits themselves', () => {
  test('have ids that are unique and never change', () => {
    const ids = audits.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.join(' ')).toBe(
      [
        'JSN-001 JSN-002 JSN-003 JSN-004 JSN-005',
        'ENV-001 ENV-002 ENV-003 ENV-004 ENV-005 ENV-006 ENV-007 ENV-008 ENV-009 ENV-010 ENV-011 ENV-012',
        'ENV-013 ENV-014 ENV-015 ENV-016 ENV-017 ENV-018 ENV-019 ENV-020 ENV-021 ENV-022 ENV-023 ENV-024',
        'ENV-025 ENV-026 ENV-027 ENV-028 ENV-029 ENV-030 ENV-031 ENV-032 ENV-033 ENV-034 ENV-035 ENV-036',
        'ENV-037 ENV-038',
        'LNG-001 LNG-002 LNG-003 LNG-004 LNG-005',
        'OPN-001 OPN-002 OPN-003 OPN-004 OPN-005 OPN-006 OPN-007 OPN-008',
        'ARG-001 ARG-002 ARG-003 ARG-004 ARG-005 ARG-006 ARG-007 ARG-008',
        'RES-001 RES-002 RES-003 RES-004 RES-005',
      ].join(' '),
    )
  })

  test('fail a service that answers everything with an empty 200', async () => {
    const results = await runAudits(async () => ({ status: 200, body: '{}' }))
    expect(results.filter(({ problems }) => problems.length === 0)).toEqual([])
  })

  test('fail a service that refuses everything with a stack', async () => {
    const body = JSON.stringify({ error: { code: 'INTERNAL', message: 'no', stack: 'at x.ts:1' } })
    const results = await runAudits(async () => ({ status: 500, body }))
    expect(results.filter(({ problems }) => problems.length === 0)).toEqual([])
  })
})
