import { addDays, maxDate, minDate, type LocalDate } from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import { readDurations, type Durations } from './records/durations.read.js'
import { grouped, readFlows, type FlowQuery, type Reader } from './records/insights.read.js'
import { failedKey } from './records/score-events.sql.js'
import type { PublishedVersion } from './records/versions.read.js'
import { approximateMinutes } from './rules/bands.rules.js'
import type { Dates, Period } from './rules/periods.rules.js'
import { customersMin, type Released } from './rules/release.rules.js'

const noMinutes = { medianMinutes: null, p95Minutes: null }

/**
 * Median and 95th percentile. Where some customers are withheld there is no 95th percentile: the longest durations may be
 * theirs.
 */
const minutesOf = (durations: Durations | undefined) =>
  durations === undefined
    ? noMinutes
    : {
        medianMinutes: approximateMinutes(durations.bands, 0.5),
        p95Minutes: durations.isPartial ? null : approximateMinutes(durations.bands, 0.95),
      }

export const payouts = async (reader: Reader, dates: Dates, by: Period) => {
  const [rows, durations] = await Promise.all([
    readFlows(reader, 'TRANSFERS', { dates, by }),
    readDurations(reader, 'TRANSFER_MINUTES', dates, by),
  ])
  return rows.filter(isShown).map((row) => ({
    ...row,
    ...(row.keys[0] === 'PAID' && row.n > 0
      ? minutesOf(durations.get(`${row.period} ${row.keys[2]}`))
      : noMinutes),
  }))
}

/** A group that is withheld completely has no row. */
const isShown = ({ n }: Released): boolean => n > 0

export const flowsBy = async (
  reader: Reader,
  family: Parameters<typeof readFlows>[1],
  query: FlowQuery,
): Promise<Released[]> => (await readFlows(reader, family, query)).filter(isShown)

/** By product and range of amounts, the smallest amounts first. */
export const depositsBySize = async (reader: Reader, dates: Dates, by: Period): Promise<Released[]> =>
  grouped(await readFlows(reader, 'DEPOSITS', { dates, by, keysRead: [1, 3] }), ({ keys }) => [
    keys[0],
    keys[2].padStart(12, '0'),
    '',
  ]).filter(isShown)

/** The counts of the rows in a group, each under the name that `nameOf` gives to its row. */
type Counts = Readonly<Record<string, number>>

const countsBy = (
  rows: readonly Released[],
  groupOf: (row: Released) => string,
  nameOf: (row: Released) => string,
): {
  readonly key: string
  readonly period: LocalDate
  readonly counts: Counts
  readonly isPartial: boolean
}[] =>
  [...Map.groupBy(rows, (row) => `${row.period} ${groupOf(row)}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => {
      const counts: Record<string, number> = {}
      for (const row of group) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + row.n
      const [first] = group
      return {
        key: groupOf(first!),
        period: first!.period,
        counts,
        isPartial: group.some(({ isPartial }) => isPartial),
      }
    })

/**
 * Counts each journey on the day on which it ended, by its ending: PAID, FAILED, SENT_BACK, LAPSED or REFUSED. A withdrawal that is
 * paid in several transfers counts once for each. `paid`,
 * `confirmed`, `shown` and `asked` are sums of these counts, each of which may be shown by itself. So the difference of two of
 * them is a sum of such counts too, and reveals nothing about a group that may not be shown.
 */
export const funnel = async (reader: Reader, dates: Dates, by: Period) => {
  const [losses, paidIn, transfers] = await Promise.all([
    readFlows(reader, 'LOSSES', { dates, by, keysRead: [1, 2] }),
    readFlows(reader, 'DEPOSITS', { dates, by, keysRead: [] }),
    readFlows(reader, 'TRANSFERS', { dates, by }),
  ])
  const sent = transfers.filter(({ keys }) => keys[2] === 'WITHDRAWAL' && keys[0] !== 'REFUSED')
  const withEnding = (
    rows: readonly Released[],
    operation: string,
    endingOf: (row: Released) => string,
  ): Released[] => rows.map((row) => ({ ...row, keys: [operation, endingOf(row), ''] }))
  const journeys = [
    ...losses,
    ...withEnding(paidIn, 'DEPOSIT', () => 'PAID'),
    ...withEnding(sent, 'WITHDRAWAL', ({ keys }) => (keys[0] === 'GIVEN_BACK' ? 'FAILED' : 'PAID')),
  ]
  return countsBy(
    journeys,
    ({ keys }) => keys[0],
    ({ keys }) => keys[1],
  )
    .map(({ key, period, counts, isPartial }) => {
      const countOf = (ending: string) => counts[ending] ?? 0
      const paid = countOf('PAID')
      const confirmed = paid + countOf('FAILED') + countOf('SENT_BACK')
      const shown = confirmed + countOf('LAPSED')
      return { period, operation: key, asked: shown + countOf('REFUSED'), shown, confirmed, paid, isPartial }
    })
    .filter(({ asked }) => asked > 0)
}

export const failures = async (reader: Reader, dates: Dates, by: Period) => {
  const [lost, transfers] = await Promise.all([
    readFlows(reader, 'LOSSES', { dates, by }),
    readFlows(reader, 'TRANSFERS', { dates, by }),
  ])
  const losses = lost.map(({ keys: [operation, ending, reason], ...row }) => ({
    ...row,
    keys: [
      ending === 'FAILED' || ending === 'SENT_BACK' ? 'COLLECTION' : `${operation}_SUMMARY`,
      ending === 'LAPSED' ? 'NOT_CONFIRMED' : ending === 'SENT_BACK' ? 'ACCOUNT_CLOSING' : reason,
      '',
    ] as const,
  }))
  const refused = transfers
    .filter(({ keys }) => keys[0] === 'REFUSED')
    .map(({ keys: [, reason, purpose], ...row }) => ({
      ...row,
      keys: [purpose === 'REFUND' ? 'REFUND' : 'PAYOUT', reason, ''] as const,
    }))
  return grouped([...losses, ...refused], ({ keys }) => keys).filter(isShown)
}

export const customers = async (reader: Reader, dates: Dates) => {
  const rows = await readFlows(reader, 'CUSTOMERS', { dates, by: 'WEEK' })
  const activeByWeek = new Map<LocalDate, number>()
  for (const { period, amount } of rows)
    activeByWeek.set(period, (activeByWeek.get(period) ?? 0) + Number(amount))
  return countsBy(
    rows,
    () => '',
    ({ keys }) => keys[0],
  )
    .map(({ period, counts, isPartial }) => {
      const active = activeByWeek.get(period) ?? 0
      const isFew = reader.audience === 'ANALYST' && active < customersMin
      const countOf = (change: string) => counts[change] ?? 0
      return {
        week: period,
        joined: countOf('JOINED'),
        returned: countOf('RETURNED'),
        left: countOf('LEFT'),
        active: isFew ? null : active,
        isPartial,
      }
    })
    .filter(({ joined, returned, left, active }) => joined + returned + left + (active ?? 0) > 0)
}

export const renewals = async (reader: Reader, dates: Dates, by: Period) => {
  const rows = (await readFlows(reader, 'RENEWAL', { dates, by })).filter(isShown)
  return [...Map.groupBy(rows, ({ period, keys }) => `${period} ${keys[0]}`).values()].map((group) => {
    const sum = (some: readonly Released[]) => ({
      n: some.reduce((total, { n }) => total + n, 0),
      amount: some.reduce((total, { amount }) => total + amount, 0n),
    })
    const renewed = sum(group.filter(({ keys }) => keys[1] === 'RENEWED'))
    const all = sum(group)
    return {
      period: group[0]!.period,
      product: group[0]!.keys[0],
      matured: all.n,
      renewed: renewed.n,
      principal: all.amount,
      renewedPrincipal: renewed.amount,
      isPartial: group.some(({ isPartial }) => isPartial),
    }
  })
}

export const scores = async (reader: Reader, dates: Dates, by: Period) => {
  const [rows, durations] = await Promise.all([
    flowsBy(reader, 'SCORES', { dates, by }),
    readDurations(reader, 'SCORE_MINUTES', dates, by),
  ])
  return rows.map(({ period, keys: [product, ending, band], n, isPartial }) => {
    const hasFailed = band === failedKey
    const failure = hasFailed ? ending : ''
    return {
      period,
      product,
      decision: hasFailed ? null : ending || null,
      riskBand: hasFailed ? null : band || null,
      failure: failure || null,
      count: n,
      ...minutesOf(durations.get(`${period} ${product} ${failure}`)),
      isPartial,
    }
  })
}

const comparedDaysMax = 180

/** Refuses: INVALID_ARGUMENT. */
export const rateChange = async (reader: Reader, versions: readonly PublishedVersion[], days: number) => {
  if (days < 1 || days > comparedDaysMax)
    throw new Refusal('INVALID_ARGUMENT', `days: ${days} is not from 1 to ${comparedDaysMax}`)
  // Several versions may be published on one day: each range of dates is read once, for all products.
  const reads = new Map<string, Promise<readonly Released[]>>()
  const readOf = (dates: Dates): Promise<readonly Released[]> => {
    const key = `${dates.from} ${dates.before}`
    const reading = reads.get(key) ?? readFlows(reader, 'DEPOSITS', { dates, by: 'MONTH', keysRead: [1] })
    reads.set(key, reading)
    return reading
  }
  const sumOf = async (dates: Dates, product: string) => {
    const read = dates.from < dates.before ? await readOf(dates) : []
    const rows = read.filter(({ keys }) => keys[0] === product)
    return {
      count: rows.reduce((total, { n }) => total + n, 0),
      amount: rows.reduce((total, { amount }) => total + amount, 0n),
      isPartial: rows.some(({ isPartial }) => isPartial),
    }
  }
  return Promise.all(
    versions.map(async ({ product, version, ratePpm, publishedOn }) => {
      const end = maxDate(publishedOn, minDate(addDays(publishedOn, days), addDays(reader.today, 1)))
      const before = await sumOf({ from: addDays(publishedOn, -days), before: publishedOn }, product)
      const after = await sumOf({ from: publishedOn, before: end }, product)
      return { product, version, rate: ratePpm, publishedOn, days, before, after }
    }),
  )
}
