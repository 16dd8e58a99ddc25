import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../src/platform/database/database.js'
import { databaseSettings } from '../src/platform/database/drivers/data-source.js'
import { openDatabase } from '../src/app/open-database.js'
import type { EngineDocument } from '../src/scoring-service/model/engine.js'
import { holder } from '../test/scoring-service/fixtures/wallet-statement.js'
import { connectTo } from './generator/connection.js'
import { percentile } from './generator/job.js'
import { startGenerator, type Generator } from './generator.js'
import { drawStatement, longRows } from './reading.js'
import { limitLine, type Line } from './report.js'
import { confirmRequest, envelope, quoteRequest, referenceIn } from './requests.js'
import { openScoringClient, type ScoringClient } from './scoring-client.js'
import { startService, withScratch } from './world.js'

const documents = 20
const customers = 100
const rate = 100
const connections = 4
const secondsPerLap = 5
const aloneLaps = 2
const p99MsMax = 100
const pollMs = 1_000
const waitMsMax = 15 * 60_000

/** Customers with a deposit each, created through the gateway. */
const makeCustomers = async (origin: string): Promise<void> => {
  const connection = connectTo(origin)
  for (let customer = 0; customer < customers; customer++) {
    await connection.send(envelope('register_savings_account', customer))
    const reference = referenceIn(await connection.send(quoteRequest(customer)))
    if (reference === undefined) throw new Error(`customer ${customer} got no quote`)
    await connection.send(confirmRequest(customer, reference))
  }
  const isPaid = async (): Promise<boolean> =>
    (await connection.send(envelope('get_savings_balance', customers - 1))).includes('"5000"')
  while (!(await isPaid())) await sleep(100)
  await connection.close()
}

const submit = async (client: ScoringClient, { documentType, password }: EngineDocument, nth: number) => {
  const { requestId, uploadUrls } = await client.submit({
    ...holder,
    nationalId: String(10_000_000 + nth),
    productCode: 'PARS',
    documents: [{ documentName: 'statement.pdf', documentType, password }],
  })
  return { requestId, url: uploadUrls[0]!.url }
}

/** The file is read in pieces, since the sender runs on the same machine and sends twenty files at once. */
const upload = async (url: string, path: string): Promise<void> => {
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-length': statSync(path).size },
  })
  const answered = once(put, 'response')
  await pipeline(createReadStream(path), put)
  const [response] = (await answered) as [{ statusCode?: number; resume(): void }]
  response.resume()
  if (response.statusCode !== 200) throw new Error(`an upload was answered ${response.statusCode}`)
}

const untilEnded = async (client: ScoringClient, requestIds: readonly string[]): Promise<void> => {
  const deadline = performance.now() + waitMsMax
  for (const requestId of requestIds) {
    for (;;) {
      const [url] = (await client.results(requestId)) ?? []
      if (url !== undefined) {
        const { status, data } = (await (await fetch(url)).json()) as { status: string; data?: object }
        if (status !== 'success' || data === undefined) throw new Error(`${requestId} has no report`)
        break
      }
      if (performance.now() > deadline) throw new Error(`${requestId} did not end`)
      await sleep(pollMs)
    }
  }
}

/** The latencies of requests at a fixed rate, in rising order; they are sent for as long as `goesOn`. */
const askBalances = async (
  generator: Generator,
  origin: string,
  goesOn: (laps: number) => boolean,
): Promise<number[]> => {
  const latencies: number[] = []
  for (let laps = 0; goesOn(laps); laps++) {
    const measured = await generator.run({
      origin,
      subject: { kind: 'facade', operation: 'get_savings_balance' },
      connections,
      seconds: secondsPerLap,
      rate,
      firstCustomer: 0,
      customers,
    })
    latencies.push(...measured.latencies)
  }
  return latencies.sort((a, b) => a - b)
}

/**
 * Sorts the rows by their column `from`, and counts those that are then in the order of the column `to` too: the first
 * row, and each whose `to` is not before that of the row above it.
 */
const countInOrder = (rows: readonly Row[], from: string, to: string): number => {
  const sorted = rows.toSorted((a, b) => Number(a[from]) - Number(b[from]))
  return sorted.filter((row, i) => i === 0 || Number(sorted[i - 1]![to]) <= Number(row[to])).length
}

const countLine = (what: string, count: number, other = ''): Line => ({
  what,
  target: `${documents} of ${documents}`,
  measured: `${count} of ${documents}`,
  other,
  ratio: '',
  passed: count === documents,
})

const readRows = async (dataDirectory: string): Promise<Row[]> => {
  const database = await openDatabase(databaseSettings({ databaseUrl: undefined, dataDirectory }))
  const rows = await database.read.all('SELECT status, queued_at, started_at, ended_at FROM scoring_requests')
  await database.close()
  return rows
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`

/**
 * Sends twenty long statements at once to the service as `npm start` runs it: it reads them while it answers the
 * gateway. One process runs everything but the readers, and shares the cores with them and with the load generator.
 */
export const measureDocuments = (): Promise<Line[]> =>
  withScratch(async (directory) => {
    const document = await drawStatement(directory, longRows)
    const dataDirectory = join(directory, 'data')
    const env = { NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDirectory, EMULATOR_DELAY_MS: '0' }
    const service = await startService(env)
    const generator = startGenerator()
    let beside: number[]
    let alone: number[]
    try {
      const { origin } = service
      await makeCustomers(origin)
      alone = await askBalances(generator, origin, (laps) => laps < aloneLaps)
      const client = await openScoringClient(origin)
      const requests = []
      for (let nth = 0; nth < documents; nth++) requests.push(await submit(client, document, nth))
      let isOver = false
      const asking = askBalances(generator, origin, () => !isOver)
      try {
        await Promise.all(requests.map(({ url }) => upload(url, document.path)))
        await untilEnded(
          client,
          requests.map(({ requestId }) => requestId),
        )
      } finally {
        isOver = true
      }
      beside = await asking
    } finally {
      generator.stop()
      await service.stop()
    }
    const rows = await readRows(dataDirectory)
    const completed = rows.filter(({ status }) => status === 'COMPLETED')
    const begun = Math.min(...rows.map((row) => Number(row['queued_at'])))
    const ended = Math.max(...rows.map((row) => Number(row['ended_at'])))
    const what = `${documents} statements of 200 encrypted pages at once`
    return [
      countLine(`${what}: completed`, completed.length, `in ${seconds(ended - begun)}`),
      countLine(`${what}: started in order of arrival`, countInOrder(completed, 'queued_at', 'started_at')),
      {
        ...limitLine(
          `p99 of get_savings_balance meanwhile, ${rate}/s`,
          percentile(beside, 0.99),
          p99MsMax,
          'ms',
          1,
        ),
        other: `alone ${percentile(alone, 0.99).toFixed(1)} ms`,
      },
      {
        ...limitLine(
          `p50 of get_savings_balance meanwhile, ${rate}/s`,
          percentile(beside, 0.5),
          p99MsMax,
          'ms',
          1,
        ),
        other: `alone ${percentile(alone, 0.5).toFixed(1)} ms`,
      },
    ]
  })
