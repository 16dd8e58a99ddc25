import { expect, test } from '@jest/globals'
import { prefixOf } from '../../src/scoring-contract/environment.js'
import { describeEachDatabase } from '../support/services.js'
import { ContractClient } from '../../src/cli/conformance/scoring-client.js'
import { readsAll, scoringWorldFor } from './world.js'

const credentials = {
  live: ['dev-scoring-client', 'dev-scoring-secret', 'dev-scoring-key'],
  sandbox: ['dev-sandbox-client', 'dev-sandbox-secret', 'dev-sandbox-key'],
} as const

const customer = {
  nationalId: '12345678',
  phoneNumber: '+254712345678',
  firstName: 'Amina',
  lastName: 'Otieno',
}

const wallet = (documentName: string) => ({
  documentName,
  documentType: 'WALLET_STATEMENT',
  password: '123456',
})

describeEachDatabase('a client that knows only the contract', (database) => {
  const world = scoringWorldFor(database)

  const start = async (environment: 'live' | 'sandbox') => {
    const [clientId, secret, apiKey] = credentials[environment]
    const client = new ContractClient(world().url + prefixOf[environment], apiKey)
    await client.authenticate(clientId, secret)
    return client
  }

  test.each(['live', 'sandbox'] as const)(
    'gets the code unsupported_layout with a 422 for unreadable documents of PA: %s',
    async (environment) => {
      const client = await start(environment)
      const submitted = await client.submit({
        ...customer,
        productCode: 'PA',
        documentsDetails: [wallet('march.pdf'), wallet('april.pdf')],
      })
      expect(submitted.totalDocuments).toBe(2)
      const garbage = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 7)])
      await client.upload(submitted, { 'march.pdf': garbage, 'april.pdf': garbage })
      const [outcome] = await Promise.all([client.outcome(submitted.requestId), world().process()])
      expect(outcome).toEqual({
        kind: 'UNPROCESSABLE',
        details: expect.stringMatching(/^unsupported_layout\b/),
      })
    },
  )

  test.each(['live', 'sandbox'] as const)(
    'gets a result of P7 without sending documents: %s',
    async (environment) => {
      const client = await start(environment)
      const submitted = await client.submit({ ...customer, productCode: 'P7', documents: [] })
      expect(submitted).toMatchObject({ documents: [], uploadUrls: [], totalDocuments: 0 })
      const [outcome] = await Promise.all([client.outcome(submitted.requestId), world().process()])
      expect(outcome).toMatchObject({
        kind: 'READY',
        productCode: 'P7',
        bodies: [{ status: 'success', code: 200, data: { bureau: { kind: 'NoRecord' } } }],
      })
    },
  )

  test('gets one body for each document of PA', async () => {
    world().engine.current = readsAll
    const client = await start('live')
    const submitted = await client.submit({
      ...customer,
      productCode: 'PA',
      documents: [wallet('one.pdf'), wallet('two.pdf')],
    })
    const file = Buffer.from('%PDF-1.7 one')
    await client.upload(submitted, { 'one.pdf': file, 'two.pdf': file })
    const [outcome] = await Promise.all([client.outcome(submitted.requestId), world().process()])
    expect(outcome).toMatchObject({
      productCode: 'PA',
      bodies: [{ data: { documentName: 'one.pdf' } }, { data: { documentName: 'two.pdf' } }],
    })
  })
})
