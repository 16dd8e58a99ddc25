import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { keyOfId } from '../../src/kernel/ids.js'
import { freePort } from '../support/free-port.js'
import { eventually } from '../support/wait.js'
import { onSqlite } from '../support/services.js'
import { declareScoreReport } from './score-report.js'
import { backOfficeKey, submitScoreRequest } from './score-request.js'
import { startService, type Service } from './service.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** Submits an unreadable statement, uploaded with the mutation. */
const submit = (url: string): Promise<string> =>
  submitScoreRequest(url, {
    person: {
      nationalId: '29384756',
      firstName: 'Wanjiku',
      lastName: 'Kamau',
      phoneNumber: '+254712345678',
    },
    productCode: 'PA',
    password: 'x1',
    statement: Buffer.from('%PDF-1.5\nnothing that can be read'),
  })

const ended = async (service: Service, id: string): Promise<object> => {
  const query = `{ scoreRequest(id: "${id}") { status submissions serviceRequestId failure { code message } } }`
  let score: { status?: string } = {}
  await eventually('the score request has ended', async () => {
    const { data } = await service.graphql(query, backOfficeKey)
    score = shaped(z.object({ scoreRequest: z.object({ status: z.string() }) }), data).scoreRequest
    return score.status === 'COMPLETED' || score.status === 'FAILED'
  })
  return score
}

let service: Service
beforeAll(async () => {
  // A fixed port: upload addresses contain it, and must stay valid after a restart.
  service = await startService(onSqlite, { PORT: String(await freePort()) })
})
afterAll(() => service?.close())

declareScoreReport(() => service)

test('a score request is sent once to the scoring service, also if the process is killed meanwhile', async () => {
  for (const waitMs of [0, 150]) {
    const id = await submit(service.url())
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await service.kill9()
    await service.start()
    expect(await ended(service, id)).toMatchObject({
      status: 'FAILED',
      submissions: 1,
      failure: { code: expect.stringMatching(/^(UNSUPPORTED_LAYOUT|CORRUPT_PDF)$/) },
    })
    const taken = await service.withDatabase((database) =>
      database.read.all('SELECT id FROM scoring_requests WHERE idempotency_key = ?', [
        `${keyOfId('ScoreRequest', id)}.1`,
      ]),
    )
    expect(taken).toHaveLength(1)
  }
  const erase = `mutation { proposeErasure(input: { nationalId: "29384756", reason: "ticket", idempotencyKey: "1" }) {
    approval { id } } }`
  const { data } = await service.graphql(erase, backOfficeKey)
  const { id } = shaped(
    z.object({ proposeErasure: z.object({ approval: z.object({ id: z.string() }) }) }),
    data,
  ).proposeErasure.approval
  const confirm = `mutation { approve(input: { id: "${id}", idempotencyKey: "1" }) { approval { erased { requests } } } }`
  expect(await service.graphql(confirm, backOfficeKey)).toMatchObject({ codes: ['FORBIDDEN'] })
  // Our two score requests, and the two requests of the scoring service that they became.
  expect(await service.graphql(confirm, 'dev-approver-key')).toMatchObject({
    data: { approve: { approval: { erased: { requests: 4 } } } },
  })
  expect(service.printed()).not.toContain('29384756')
  expect(service.printed()).not.toContain('254712345678')
}, 180_000)
