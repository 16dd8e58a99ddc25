import { toBigint, toNumber } from '../../platform/database/columns.js'
import type { Database, Row, Sql, Tx } from '../../platform/database/database.js'
import { idRanges, type IdRange } from '../../platform/database/id-ranges.js'
import { inSets } from '../../platform/database/in-sets.js'
import { insertAll } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import type { RolledDay, SqlStatement } from './records/event.sql.js'
import {
  collectedSql,
  dayTold,
  fewMax,
  flowFamilies,
  rolledSql,
  sentBackKeys,
  type FlowFamily,
} from './records/flows.sql.js'
import { InsightFlow } from './records/insight.entity.js'
import { changedPositionsSql } from './records/stocks.sql.js'
import { monthOf, weekOf } from './rules/periods.rules.js'
import type { Keys } from './rules/release.rules.js'

/** The events of a family on a day, as written. */
interface FlowsOfDay {
  readonly family: FlowFamily
  readonly day: LocalDate
  readonly rows: readonly InsightFlow[]
}

/** The customers of a group where they are few, else their number, as far as they were counted. */
const customersOf = (who: ReadonlySet<string>, counted: number): Pick<InsightFlow, 'customers' | 'few'> =>
  who.size > fewMax
    ? { customers: Math.max(fewMax + 1, counted), few: null }
    : { customers: who.size, few: [...who].toSorted().join(',') || null }

const both = (a: InsightFlow, b: InsightFlow): InsightFlow => ({
  ...a,
  n: a.n + b.n,
  amount: a.amount + b.amount,
  amount2: a.amount2 + b.amount2,
  amount3: a.amount3 + b.amount3,
  ...(a.customers > fewMax || b.customers > fewMax
    ? { customers: Math.max(a.customers, b.customers), few: null }
    : customersOf(new Set([a, b].flatMap(({ few }) => few?.split(',') ?? [])), 0)),
})

/** Rows of several statements with the same keys are one group. */
const onePerKeys = (flows: readonly InsightFlow[]): InsightFlow[] =>
  [...Map.groupBy(flows, ({ key1, key2, key3 }) => [key1, key2, key3].join('\n')).values()].map((same) =>
    same.reduce(both),
  )

const keysOf = (row: Row): Keys => [String(row['key_1']), String(row['key_2']), String(row['key_3'])]

const flowOf = (
  family: FlowFamily,
  day: LocalDate,
  row: Row,
  [key1, key2, key3] = keysOf(row),
): InsightFlow => ({
  family,
  day,
  weekOn: weekOf(day),
  monthOn: monthOf(day),
  key1,
  key2,
  key3,
  n: toNumber(row['n']),
  amount: toBigint(row['amount']),
  amount2: toBigint(row['amount_2']),
  amount3: toBigint(row['amount_3']),
  ...customersOf(
    new Set(row['who'] === null ? [] : String(row['who']).split(',')),
    toNumber(row['customers'] ?? 0),
  ),
})

const readAll = async (sql: Sql, statements: readonly SqlStatement[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (const statement of statements) rows.push(...(await sql.all(statement.sql, statement.parameters)))
  return rows
}

export const readFlows = async (sql: Sql, family: FlowFamily, rolled: RolledDay): Promise<FlowsOfDay> => {
  const day = dayTold(family, rolled.day)
  const rows = await readAll(sql, rolledSql(family, rolled, sql.dialect))
  return { family, day, rows: onePerKeys(rows.map((row) => flowOf(family, day, row))) }
}

export const writeFlows = async (tx: Tx, { family, day, rows }: FlowsOfDay): Promise<void> => {
  await tx.run('DELETE FROM insight_flows WHERE family = ? AND day = ?', [family, day])
  for (const some of inSets(rows)) await insertAll(tx, InsightFlow, some)
}

/** What a day changed of the savings of a product that mature on a date. */
export interface SavingsChange {
  readonly product: string
  readonly maturesOn: string
  /** How many more are open. */
  readonly n: number
  /** Of how many more customers, who are counted once a product and month of maturity. */
  readonly customers: number
  readonly amount: Minor
}

const paidInOf = (rows: readonly Row[]): SavingsChange[] =>
  [...Map.groupBy(rows, (row) => `${row['key_1']} ${row['matures_on']}`).values()].map((same) => ({
    product: String(same[0]!['key_1']),
    maturesOn: String(same[0]!['matures_on']),
    n: same.reduce((sum, row) => sum + (row['key_2'] === 'NEW' ? toNumber(row['n']) : 0), 0),
    customers: same.reduce((sum, row) => sum + toNumber(row['amount_2']), 0),
    amount: same.reduce((sum, row) => sum + toBigint(row['amount']), 0n),
  }))

/** Ranges of ids in which all journals of a day are. */
export const journalsOf = async (sql: Sql, day: LocalDate, atOnce: number): Promise<IdRange[]> => {
  const ranges: IdRange[] = []
  const ofDay = { table: 'journals', where: 'book = ? AND business_on = ?', parameters: [systemClockId, day] }
  for await (const range of idRanges(sql, ofDay, atOnce)) ranges.push(range)
  return ranges
}

/** Few journals of a day ended savings: so many ranges are read concurrently. */
const rangesAtOnce = 5

const readEnded = async (
  sql: Sql,
  day: LocalDate,
  journals: readonly IdRange[],
): Promise<SavingsChange[]> => {
  const rows: Row[] = []
  for (let i = 0; i < journals.length; i += rangesAtOnce) {
    const some = journals.slice(i, i + rangesAtOnce)
    const range = { after: some[0]!.after, upTo: some.at(-1)!.upTo }
    rows.push(...(await readAll(sql, [changedPositionsSql(day, range, sql.dialect)])))
  }
  return rows.map((row) => ({
    product: String(row['key_1']),
    maturesOn: String(row['key_2']),
    n: toNumber(row['n']),
    customers: toNumber(row['n_2']),
    amount: toBigint(row['amount']),
  }))
}

/** All that happened on a closed day but for what customers became, and what of it changed what stands. */
interface ClosedDay {
  readonly flows: readonly FlowsOfDay[]
  readonly changes: readonly SavingsChange[]
}

const readFrom = async (sql: Sql, rolled: RolledDay, journals: readonly IdRange[]): Promise<ClosedDay> => {
  const { day } = rolled
  const collected = await readAll(sql, collectedSql(rolled))
  const booked = collected.filter((row) => row['key_1'] !== '')
  const sentBack = collected.filter((row) => row['key_1'] === '')
  const flows: FlowsOfDay[] = []
  for (const family of flowFamilies) {
    if (family === 'CUSTOMERS') continue
    const read = await readFlows(sql, family, rolled)
    const also =
      family === 'DEPOSITS'
        ? booked.map((row) => ({ ...flowOf(family, day, row), amount2: 0n }))
        : family === 'LOSSES'
          ? sentBack.map((row) => ({ ...flowOf(family, day, row, sentBackKeys), amount: 0n }))
          : []
    flows.push(also.length === 0 ? read : { ...read, rows: onePerKeys([...read.rows, ...also]) })
  }
  return { flows, changes: [...paidInOf(booked), ...(await readEnded(sql, day, journals))] }
}

/**
 * What happened on a closed day, all of one moment and beside the transaction that writes it: nobody changes it any more, but a
 * deposit that is voided meanwhile goes from one table to another.
 */
export const readClosed = async (
  { snapshot }: Database,
  rolled: RolledDay,
  journals: readonly IdRange[],
): Promise<ClosedDay> => {
  const { sql, close } = await snapshot()
  try {
    return await readFrom(sql, rolled, journals)
  } finally {
    await close()
  }
}
