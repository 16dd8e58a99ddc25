import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService, type Service } from '../end-to-end/service.js'
import { openDatabase } from '../../src/database/open-database.js'
import { settingsOf } from '../support/world.js'
import { mysqlUrl, describeEachDatabase, type CreatedDatabase } from '../support/services.js'
import { sleep } from '../support/wait.js'
import { ContractClient } from './contract-client.js'

const customer = {
  nationalId: '12345678',
  phoneNumber: '+254712345678',
  firstName: 'Amina',
  lastName: 'Otieno',
}
const document = { documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: '123456' }
const garbage = { 'a.pdf': Buffer.from('%PDF-1.7 garbage') }

/** The service as it is started, with its jobs. */
describeEachDatabase('the started service', (database) => {
  const isSplit = database.kind === 'mysql' && mysqlUrl() !== undefined
  let created: CreatedDatabase | undefined
  let documents: string
  let api: Service
  let worker: Service | undefined

  beforeAll(async () => {
    documents = await mkdtemp(join(tmpdir(), 'cauri-documents-'))
    if (!isSplit) {
      api = await startService(database)
      return
    }
    created = await database.create()
    api = await startService(database, roleEnv('api'))
  })
  afterAll(async () => {
    await worker?.close()
    await api?.close()
    await created?.drop()
    await rm(documents, { recursive: true, force: true })
  })

  const roleEnv = (role: string) => ({
    ROLE: role,
    DATABASE_URL: created!.url,
    DOCUMENTS_DIR: documents,
    EMULATOR_URL: 'http://127.0.0.1:9',
  })

  const submit = async (path: string, name: string) => {
    const client = new ContractClient(api.url() + path, `dev-${name}-key`)
    await client.authenticate(`dev-${name}-client`, `dev-${name}-secret`)
    const submitted = await client.submit({ ...customer, productCode: 'PA', documents: [document] })
    await client.upload(submitted, garbage)
    return { client, requestId: submitted.requestId }
  }

  test('takes PA to a coded 422 for garbage, in live and in the sandbox; an api alone never processes', async () => {
    const live = await submit('/scoring', 'scoring')
    const sandbox = await submit('/scoring/sandbox', 'sandbox')
    if (isSplit) {
      await sleep(2_500)
      const shared = await openDatabase(settingsOf(created!.url))
      const untouched = `SELECT COUNT(*) AS n FROM scoring_requests WHERE status = 'QUEUED' AND attempts = 0`
      const [row] = await shared.read.all(untouched).finally(() => shared.close())
      expect(Number(row!['n'])).toBe(2)
      worker = await startService(database, roleEnv('worker'))
      expect((await fetch(`${worker.url()}/scoring/auth/token`, { method: 'POST' })).status).toBe(404)
    }
    for (const { client, requestId } of [live, sandbox])
      expect(await client.outcome(requestId)).toEqual({
        kind: 'UNPROCESSABLE',
        details: expect.stringMatching(/^[a-z_]+: /),
      })
  })
})
