import { expect, test } from '@jest/globals'
import { createServer, type AddressInfo } from 'node:net'
import { eventually } from '../support/wait.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'

const key = 'dev-back-office-key'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** A statement that nobody can read, sent as a file of the mutation. */
const submit = async (url: string): Promise<string> => {
  const input = {
    nationalId: '29384756',
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    phoneNumber: '+254712345678',
    productCode: 'PA',
    documents: [{ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: 'x1', file: null }],
  }
  const query = 'mutation($input: ScoreRequestInput!) { submitScoreRequest(input: $input) { id } }'
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { input } }))
  form.append('map', JSON.stringify({ 0: ['variables.input.documents.0.file'] }))
  form.append('0', new Blob(['%PDF-1.5\nnothing that can be read']), 'a.pdf')
  const headers = { 'x-api-key': key, 'apollo-require-preflight': 'yes' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', body: form, headers })
  const { data } = (await response.json()) as { data: { submitScoreRequest: { id: string } } }
  return data.submitScoreRequest.id
}

const ended = async (service: Service, id: string): Promise<object> => {
  const query = `{ scoreRequest(id: "${id}") { status submissions serviceRequestId failure { code message } } }`
  let score: { status?: string } = {}
  await eventually(
    'the score request has ended',
    async () => {
      const { data } = await service.graphql(query, key)
      score = (data as { scoreRequest: { status: string } }).scoreRequest
      return score.status === 'COMPLETED' || score.status === 'FAILED'
    },
    25_000,
  )
  return score
}

test('the service asks itself for scores over HTTP, and one that is killed meanwhile asks once', async () => {
  // Upload addresses of the service in this process name its port.
  const service = await startService(onSqlite, { PORT: String(await freePort()) })
  try {
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
        database.read.all('SELECT id FROM scoring_requests WHERE idempotency_key = ?', [`${id}.1`]),
      )
      expect(taken).toHaveLength(1)
    }
    const erase = 'mutation { eraseScoringPerson(nationalId: "29384756", reason: "ticket") { requests } }'
    expect(await service.graphql(erase, key)).toMatchObject({ data: { eraseScoringPerson: { requests: 2 } } })
    expect(service.printed()).not.toContain('29384756')
    expect(service.printed()).not.toContain('254712345678')
  } finally {
    await service.close()
  }
}, 90_000)
