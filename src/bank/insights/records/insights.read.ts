import { toBigint, toNumber } from '../../../platform/database/columns.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { addDays, beginningOf, maxDate, minDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { readProgress } from '../roll-up.js'
import { periodOf, type Dates, type Period } from '../rules/periods.rules.js'
import {
  monthsAround,
  noFigures,
  plus,
  released,
  stepSql,
  type Figures,
  type Keys,
  type Released,
  type SmallGroup,
} from '../rules/release.rules.js'
import { releaseByFamily, roundedByDay, type Release } from './release-by-family.js'
import { dayCovered, fewMax, withoutRollUpSql, type FlowFamily } from './flows.sql.js'

/** STAFF see every figure. To an ANALYST, and in exports and print, figures are released (docs/glossary.md#time-and-books). */
export type Audience = 'STAFF' | 'ANALYST'

export interface Reader {
  readonly sql: Sql
  readonly audience: Audience
  readonly today: LocalDate
  readonly now: Instant
  readonly zone: string
}

/** At most this many days without a roll-up are computed on request; with more, none is, and figures end at `completeTo`. */
const daysWithoutRollUpMax = 3

const periodColumn: Readonly<Record<Period, string>> = { DAY: 'day', WEEK: 'week_on', MONTH: 'month_on' }

/** Families without amounts have no such column in the result. */
const amountOf = (row: Row, column: string): bigint =>
  row[column] === undefined ? 0n : toBigint(row[column])

const figuresOf = (row: Row): Figures => ({
  n: toNumber(row['n']),
  amount: amountOf(row, 'amount'),
  amount2: amountOf(row, 'amount_2'),
  amount3: amountOf(row, 'amount_3'),
})

const keysOf = (row: Row): Keys => [String(row['key_1']), String(row['key_2']), String(row['key_3'])]

/**
 * The keys by which a family is read, from 1; the others are empty. A family that is rounded is read by all keys, since the
 * rounding must be the same wherever its figures are added up.
 */
type KeysRead = readonly (1 | 2 | 3)[]

const allKeys: KeysRead = [1, 2, 3]

/** The range of dates, the period of a row, and the keys by which a family is read. */
export interface FlowQuery {
  readonly dates: Dates
  readonly by: Period
  readonly keysRead?: KeysRead
}

/** Families without amounts. */
const countedOnly: ReadonlySet<FlowFamily> = new Set([
  'TRANSFER_MINUTES',
  'LOSSES',
  'SCORES',
  'SCORE_MINUTES',
  'SCORE_REASONS',
])

const amountsOf = (family: FlowFamily): readonly string[] =>
  countedOnly.has(family) ? [] : ['amount', 'amount_2', 'amount_3']

/** Sums of groups. With `release`, only of groups of more than `fewMax` customers, each sum as `release` returns it. */
const readSums = async (
  sql: Sql,
  family: FlowFamily,
  { dates: { from, before }, by, keysRead = allKeys }: FlowQuery,
  release?: Release,
): Promise<Released[]> => {
  const columns = allKeys.map((key) => (keysRead.includes(key) ? `key_${key}` : `'' AS key_${key}`))
  const groups = [periodColumn[by], ...keysRead.map((key) => `key_${key}`)]
  // By day and all keys, each stored row is a group of its own, so the rows are not added up.
  const isRaw = by === 'DAY' && keysRead.length === allKeys.length
  const sums = ['n', ...amountsOf(family)].map((column) => (isRaw ? column : `SUM(${column}) AS ${column}`))
  const rows = await sql.all(
    `SELECT ${[`${periodColumn[by]} AS period`, ...columns, ...sums].join(', ')},
       ${isRaw ? `customers, ${stepSql('customers')} AS customers_rounded` : `MAX(customers) AS customers, SUM(${stepSql('customers')}) AS customers_rounded`}
     FROM insight_flows WHERE family = ? AND day >= ? AND day < ? AND customers > ?
     ${isRaw ? '' : `GROUP BY ${groups.join(', ')}`}`,
    [family, from, before, release ? fewMax : -1],
  )
  return rows.map((row) => {
    const { n, amount, amount2, amount3 } = figuresOf(row)
    // Assigned one by one, since a spread into tens of thousands of objects is much slower.
    const sum: Released = {
      period: row['period'] as LocalDate,
      keys: keysOf(row),
      n,
      amount,
      amount2,
      amount3,
      customers: toNumber(row['customers']),
      customersRounded: toNumber(row['customers_rounded']),
      isPartial: false,
    }
    return release ? release(sum) : sum
  })
}

const readSmall = async (sql: Sql, family: FlowFamily, { from, before }: Dates): Promise<SmallGroup[]> => {
  const rows = await sql.all(
    `SELECT ${['day', 'key_1', 'key_2', 'key_3', 'n', ...amountsOf(family), 'few'].join(', ')}
     FROM insight_flows WHERE family = ? AND day >= ? AND day < ? AND customers <= ?`,
    [family, from, before, fewMax],
  )
  return rows.map((row) => ({
    day: row['day'] as LocalDate,
    keys: keysOf(row),
    ...figuresOf(row),
    who: row['few'] === null ? [] : String(row['few']).split(','),
  }))
}

const readWithoutRollUp = async (
  { sql, now, zone }: Reader,
  family: FlowFamily,
  day: LocalDate,
  { by, keysRead = allKeys }: Pick<FlowQuery, 'by' | 'keysRead'>,
): Promise<Released[]> => {
  const range = { from: beginningOf(day, zone), before: beginningOf(addDays(day, 1), zone) }
  const period = periodOf[by](day)
  const statements = withoutRollUpSql(family, { day, ...range, now }, keysRead, sql.dialect)
  const reads = statements.map(async (statement) => {
    const rows = await sql.all(statement.sql, statement.parameters)
    return rows.map((row) => ({
      period,
      keys: keysOf(row),
      ...figuresOf(row),
      customers: 0,
      customersRounded: 0,
      isPartial: false,
    }))
  })
  return (await Promise.all(reads)).flat()
}

/** The requested days without a roll-up, up to `today`; none if there are more than `daysWithoutRollUpMax` up to `today`. */
const daysWithoutRollUp = (
  completeTo: LocalDate | null,
  today: LocalDate,
  { from, before }: Dates,
): LocalDate[] => {
  const first = completeTo === null ? today : addDays(completeTo, 1)
  if (addDays(first, daysWithoutRollUpMax) <= today) return []
  const days: LocalDate[] = []
  for (let day = maxDate(first, from); day < minDate(before, addDays(today, 1)); day = addDays(day, 1))
    days.push(day)
  return days
}

/** The requested days up to this `completeTo`. A day that is rolled up meanwhile may be read without it, and must not count twice. */
const rolledUpOf = ({ from, before }: Dates, completeTo: LocalDate | null): Dates => ({
  from,
  before: completeTo === null ? from : minDate(before, addDays(completeTo, 1)),
})

/** The last day with a final roll-up; null before the first. */
export const readCompleteTo = async (sql: Sql): Promise<LocalDate | null> =>
  (await readProgress(sql))?.completeTo ?? null

const onlyKeys =
  (keysRead: KeysRead) =>
  ({ keys }: Pick<Released, 'keys'>): Keys =>
    keysRead.length === allKeys.length
      ? keys
      : [
          keysRead.includes(1) ? keys[0] : '',
          keysRead.includes(2) ? keys[1] : '',
          keysRead.includes(3) ? keys[2] : '',
        ]

/**
 * The figures of one family, by period and keys, and in that order. Staff also get `daysWithoutRollUp`. Other readers get closed days
 * only; small groups are merged first, and only then are the keys dropped that are not read.
 */
export const readFlows = async (
  reader: Reader,
  family: FlowFamily,
  { dates, by, keysRead = allKeys }: FlowQuery,
): Promise<Released[]> => {
  const { sql, audience, today } = reader
  const completeTo = await readCompleteTo(sql)
  const byKeys = (parts: readonly Released[]) => grouped(parts, onlyKeys(keysRead))
  if (audience === 'STAFF') {
    const parts = [
      readSums(sql, family, { dates: rolledUpOf(dates, completeTo), by, keysRead }),
      ...daysWithoutRollUp(completeTo, today, dates).map((day) =>
        readWithoutRollUp(reader, family, day, { by, keysRead }),
      ),
    ]
    return byKeys((await Promise.all(parts)).flat())
  }
  if (completeTo === null) return []
  const closed = rolledUpOf(dates, completeTo)
  const isByDay = roundedByDay.has(family)
  const release = releaseByFamily[family]
  const [large, small] = await Promise.all([
    readSums(sql, family, isByDay ? { dates: closed, by: 'DAY' } : { dates: closed, by, keysRead }, release),
    readSmall(sql, family, rolledUpOf(monthsAround(dates), completeTo)),
  ])
  const parts = [...large, ...released(small, dates, by, dayCovered(family, completeTo)).map(release)]
  return byKeys(isByDay ? parts.map((part) => ({ ...part, period: periodOf[by](part.period) })) : parts)
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** By period, then by each key: concatenating the keys of tens of thousands of rows is slow. */
const compareByPeriodAndKeys = (a: Released, b: Released): number =>
  compareTexts(a.period, b.period) ||
  compareTexts(a.keys[0], b.keys[0]) ||
  compareTexts(a.keys[1], b.keys[1]) ||
  compareTexts(a.keys[2], b.keys[2])

const sumOf = (group: readonly Released[]): Released => ({
  ...group.reduce<Figures>(plus, noFigures),
  period: group[0]!.period,
  keys: group[0]!.keys,
  customers: Math.max(...group.map(({ customers }) => customers)),
  customersRounded: group.reduce((sum, { customersRounded }) => sum + customersRounded, 0),
  isPartial: group.some(({ isPartial }) => isPartial),
})

/** The rows under the keys that `keysFor` returns; those of one period with equal keys are added up. */
export const grouped = (rows: readonly Released[], keysFor: (row: Released) => Keys): Released[] => {
  const keyed = rows.map((row) => {
    const keys = keysFor(row)
    return keys === row.keys ? row : { ...row, keys }
  })
  const sorted = keyed.sort(compareByPeriodAndKeys)
  const sums: Released[] = []
  for (let from = 0, to = 1; from < sorted.length; from = to++) {
    while (to < sorted.length && compareByPeriodAndKeys(sorted[from]!, sorted[to]!) === 0) to++
    sums.push(to === from + 1 ? sorted[from]! : sumOf(sorted.slice(from, to)))
  }
  return sums
}
