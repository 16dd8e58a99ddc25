import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { median } from './compare.js'
import type { Bench } from './measure.js'
import type { Server } from './processes.js'
import { limitLine, type Line } from './report.js'
import { openScoringClient } from './scoring-client.js'
import { customers } from './world.js'

const uploads = 100
const atOnce = 16
const documentBytes = 20 * 1024 * 1024
const documentsPerRequest = 10
const pieceBytes = 64 * 1024
const facadeRate = 200
const facadeConnections = 8
const secondsPerLap = 3
const samplingMs = 50

/** Submits score requests about one person until there are enough upload addresses. */
const announce = async (origin: string, count: number): Promise<string[]> => {
  const client = await openScoringClient(origin)
  const body = {
    nationalId: '12345678',
    phoneNumber: '+254712345678',
    firstName: 'Amina',
    lastName: 'Otieno',
    productCode: 'PA',
    documents: Array.from({ length: documentsPerRequest }, (_, i) => ({
      documentName: `${i}.pdf`,
      documentType: 'WALLET_STATEMENT',
      password: '1234',
    })),
  }
  const urls: string[] = []
  while (urls.length < count) {
    const { uploadUrls } = await client.submit(body)
    urls.push(...uploadUrls.map(({ url }) => url))
  }
  return urls.slice(0, count)
}

/** Sends a document in pieces, so that the sender, on the same machine, has only one piece in memory. */
function* piecesOf(): Generator<Buffer> {
  const piece = Buffer.alloc(pieceBytes, 32)
  const first = Buffer.from(piece)
  first.write('%PDF-1.7\n')
  yield first
  for (let sent = pieceBytes; sent < documentBytes; sent += pieceBytes) yield piece
}

const upload = async (url: string): Promise<void> => {
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-length': documentBytes },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    put.once('error', reject)
    put.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  await Promise.all([pipeline(Readable.from(piecesOf()), put), answered])
  if ((await answered) !== 200) throw new Error(`an upload was answered ${await answered}`)
}

const uploadAll = async (urls: readonly string[]): Promise<void> => {
  const left = [...urls]
  const sender = async (): Promise<void> => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) await upload(url)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
}

/** The peak memory of the service above its value at the start, in MB. */
export const memoryGrowthDuring = async (service: Server, work: () => Promise<void>): Promise<number> => {
  const before = service.memory().resident
  let peak = before
  const sample = (): void => void (peak = Math.max(peak, service.memory().resident))
  const sampling = setInterval(sample, samplingMs)
  await work().finally(() => clearInterval(sampling))
  sample()
  return peak - before
}

/** Uploads documents while the gateway is called; without uploads the gateway is measured too, for comparison. */
export const measureUploads = async ({ world: { service }, generator }: Bench): Promise<Line[]> => {
  const lap = async (): Promise<number> => {
    const { p99 } = await generator.run({
      origin: service.origin,
      subject: { kind: 'facade', operation: 'get_savings_balance' },
      connections: facadeConnections,
      seconds: secondsPerLap,
      rate: facadeRate,
      firstCustomer: 0,
      customers,
    })
    return p99
  }
  const alone = [await lap(), await lap(), await lap()]
  const urls = await announce(service.origin, uploads)
  const beside: number[] = []
  const uploading = new AbortController()
  const asking = (async () => {
    while (!uploading.signal.aborted) beside.push(await lap())
  })()
  const begun = performance.now()
  const growth = await memoryGrowthDuring(service, () => uploadAll(urls)).finally(() => uploading.abort())
  const rate = (uploads * documentBytes) / 1024 / 1024 / ((performance.now() - begun) / 1000)
  await asking
  const what = `${uploads} uploads of 20 MB, ${atOnce} at a time`
  return [
    { ...limitLine(`${what}: memory growth`, growth, 100, 'MB'), other: `at ${rate.toFixed(0)} MB/s` },
    {
      ...limitLine(`p99 of get_savings_balance meanwhile, ${facadeRate}/s`, median(beside), 50, 'ms', 1),
      other: `alone ${median(alone).toFixed(1)} ms`,
    },
  ]
}
