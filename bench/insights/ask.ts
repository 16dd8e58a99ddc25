import { addDays } from '../../src/kernel/calendar.js'
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { today } from '../clocks.js'
import { median } from '../compare.js'
import type { Server } from '../processes.js'
import { limitLine, type Line } from '../report.js'

const readings = 5
const msMax = 300

const keyOfReader = { 'the house': 'dev-back-office-key', 'an analyst': 'dev-analyst-key' } as const
export type Reader = keyof typeof keyOfReader

const dates = `dates: { from: "${addDays(today, -365)}", before: "${addDays(today, 1)}" }`
export type Period = 'DAY' | 'MONTH'

/** A query for every insight, with all of its fields, over twelve months and today. */
const asked = {
  deposits: `(by: PERIOD, ${dates}) { period product basis count amount isPartial }`,
  tickets: `(by: PERIOD, ${dates}) { period product from below count amount isPartial }`,
  withdrawals: `(by: PERIOD, ${dates}) { period product basis event count principal interest forfeited isPartial isRounded }`,
  payouts: `(by: PERIOD, ${dates}) { period outcome reason purpose count amount medianMinutes p95Minutes isPartial isRounded }`,
  funnel: `(by: PERIOD, ${dates}) { period operation asked shown confirmed paid isPartial isRounded }`,
  failures: `(by: PERIOD, ${dates}) { period operation reason count isPartial isRounded }`,
  customers: `(${dates}) { week joined returned left active isPartial isRounded }`,
  cohorts: `(${dates}) { cohort month monthsSince joined saving balance isRounded }`,
  liabilities: '{ product maturesIn monthsToMaturity savings principal isRounded }',
  projection: '(days: 366) { on product savings principal isRounded }',
  interestExpense: `(${dates}) { month product expense accrued isRounded }`,
  balances: '{ from below customers balance isRounded }',
  renewal: `(by: PERIOD, ${dates}) { period product matured renewed principal renewedPrincipal isPartial isRounded }`,
  rateChange: `(days: 180, ${dates}) { product version rate publishedOn countBefore amountBefore countAfter amountAfter isPartial }`,
  scores: `(by: PERIOD, ${dates}) { period product decision riskBand failure count medianMinutes p95Minutes isPartial }`,
  scoreReasons: `(by: PERIOD, ${dates}) { period product decision reason count isPartial isRounded }`,
} as const

type Insight = keyof typeof asked

/** How long one insight takes over HTTP until its last byte, and how many rows it has. */
const ask = async (origin: string, key: string, insight: Insight, by: Period) => {
  const begun = performance.now()
  const sent = request(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
  })
  const query = `{ insights { rows: ${insight}${asked[insight].replace('PERIOD', by)} } }`
  sent.end(JSON.stringify({ query }))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await text(response)
  const ms = performance.now() - begun
  const answer = JSON.parse(body) as { data?: { insights: { rows: readonly unknown[] } }; errors?: unknown }
  if (!answer.data || answer.errors) throw new Error(`${insight}: ${body.slice(0, 500)}`)
  const { rows } = answer.data.insights
  if (rows.length === 0) throw new Error(`${insight} has no rows`)
  return { ms, rows: rows.length }
}

interface Waited {
  readonly insight: Insight
  readonly ms: number
  /** The time that the service itself takes, without the database. */
  readonly processorMs: number
  readonly rows: number
}

/** Measures all insights for a role and prints each. Returns the line of the slowest. */
export const slowestOf = async (
  service: Server,
  { reader, by, when }: { readonly reader: Reader; readonly by: Period; readonly when: string },
): Promise<Line> => {
  const waited: Waited[] = []
  for (const insight of Object.keys(asked) as Insight[]) {
    const { rows } = await ask(service.origin, keyOfReader[reader], insight, by)
    const before = service.processorMs()
    const ms: number[] = []
    for (let i = 0; i < readings; i++)
      ms.push((await ask(service.origin, keyOfReader[reader], insight, by)).ms)
    waited.push({
      insight,
      ms: median(ms),
      processorMs: (service.processorMs() - before) / readings,
      rows,
    })
  }
  const what = `insights of 12 months by ${by.toLowerCase()} for ${reader}, ${when}`
  const slowest = waited.toSorted((a, b) => b.ms - a.ms)
  process.stdout.write(`${what}\n`)
  for (const { insight, ms, processorMs, rows } of slowest)
    process.stdout.write(
      `  ${insight}: ${ms.toFixed(0)} ms, ${processorMs.toFixed(0)} of processor, ${rows} rows\n`,
    )
  const { insight, ms, processorMs, rows } = slowest[0]!
  return {
    ...limitLine(`${what}, slowest: ${insight}`, ms, msMax, 'ms'),
    other: `${processorMs.toFixed(0)} ms of processor, ${rows.toLocaleString('en')} rows`,
  }
}
