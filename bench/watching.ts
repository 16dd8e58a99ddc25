import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Histogram, Registry } from 'prom-client'
import { operationMetric } from '../src/platform/metrics/operations.js'
import { connections, median } from './compare.js'
import { startGenerator, type Generator } from './generator.js'
import { limitLine, type Line } from './report.js'
import { startService, withScratch } from './world.js'

const laps = 5
const secondsPerLap = 3
const warmUpSeconds = 2
const callsCounted = 200_000
const people = 1_000
const cheapest = { kind: 'facade', operation: 'check_registration_status' } as const

/** How long recording the metrics of a call takes, in microseconds: the series that `observe` and the facade record. */
const metricsOfCall = (): number => {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const operations = operationMetric(registry)
  const times = Array.from({ length: laps }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < callsCounted; i++) {
      const seconds = (i % 50) / 10_000
      duration.observe({ route: '/getdynamicarguments', status: 200 }, seconds)
      operations(cheapest.operation, 200, seconds)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / callsCounted
  })
  return median(times)
}

/** The service's processor time for one read, in microseconds; it depends little on the other load of the machine. */
const processorOfRead = async (
  generator: Generator,
  env: Readonly<Record<string, string>>,
): Promise<number> =>
  withScratch(async (directory) => {
    const service = await startService({ PORT: '0', DATA_DIR: join(directory, 'data'), ...env })
    try {
      const lap = async (seconds: number): Promise<number> => {
        const before = service.processorMs()
        const job = { origin: service.origin, subject: cheapest, connections, seconds, rate: undefined }
        const { steps } = await generator.run({ ...job, firstCustomer: 0, customers: people })
        return ((service.processorMs() - before) * 1000) / steps
      }
      await lap(warmUpSeconds)
      const times: number[] = []
      for (let i = 0; i < laps; i++) times.push(await lap(secondsPerLap))
      return median(times)
    } finally {
      await service.stop()
    }
  })

/** How often Prometheus scrapes: by default every minute, at most sites every 15 seconds. */
const secondsBetweenScrapes = 15
const scrapes = 100

/**
 * The processor time of one scrape of `/metrics` in milliseconds, including the gauges that each scrape reads from SQL.
 */
const processorOfScrape = (generator: Generator): Promise<number> =>
  withScratch(async (directory) => {
    const service = await startService({ PORT: '0', DATA_DIR: join(directory, 'data') })
    try {
      const job = { origin: service.origin, subject: cheapest, connections, rate: undefined }
      await generator.run({ ...job, seconds: warmUpSeconds, firstCustomer: 0, customers: people })
      const scrape = async (): Promise<void> => {
        const reply = await fetch(`${service.origin}/metrics`)
        if (!(await reply.text()).includes('cauri_')) throw new Error(`${reply.status} of /metrics`)
      }
      await scrape()
      const before = service.processorMs()
      for (let i = 0; i < scrapes; i++) await scrape()
      return (service.processorMs() - before) / scrapes
    } finally {
      await service.stop()
    }
  })

/** A collector of traces that accepts all spans. */
const startCollector = async (): Promise<{ readonly url: string; readonly server: HttpServer }> => {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Measures the cost of monitoring: metrics, which are always on, and traces of every call. */
export const measureWatching = async (): Promise<Line[]> => {
  const generator = startGenerator()
  const collector = await startCollector()
  try {
    const plain = await processorOfRead(generator, {})
    const traced = await processorOfRead(generator, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const share = limitLine(
      'metrics of a call, of the cheapest read',
      (metricsOfCall() / plain) * 100,
      2,
      '%',
      2,
    )
    const scraped = await processorOfScrape(generator)
    const ofProcessor = limitLine(
      `a scrape of /metrics every ${secondsBetweenScrapes} s, of a processor`,
      (scraped / (secondsBetweenScrapes * 1000)) * 100,
      2,
      '%',
      2,
    )
    return [
      { ...ofProcessor, other: `${scraped.toFixed(1)} ms of the processor each` },
      { ...share, other: `${plain.toFixed(0)} µs of the processor` },
      {
        what: 'cheapest read with a trace of every call',
        target: '',
        measured: `${traced.toFixed(0)} µs of the processor`,
        other: `${plain.toFixed(0)} µs without`,
        ratio: (traced / plain).toFixed(2),
        passed: true,
      },
    ]
  } finally {
    generator.stop()
    collector.server.closeAllConnections()
    collector.server.close()
  }
}
