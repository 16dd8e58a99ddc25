import { toNumber } from '../../platform/database/columns.js'
import type { Database, Row, Sql, Tx } from '../../platform/database/database.js'
import { idRanges, type IdRange } from '../../platform/database/id-ranges.js'
import { inSets } from '../../platform/database/in-sets.js'
import { insertAll } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import type { MarketDay, SqlStatement } from './records/event.sql.js'
import {
  collectedSql,
  dayCovered,
  fewMax,
  flowFamilies,
  rollUpSql,
  type FlowFamily,
} from './records/flows.sql.js'
import { sentBackKeys } from './records/losses.sql.js'
import { InsightFlow } from './records/insight.entity.js'
import { changedPositionsSql } from './records/stocks.sql.js'
import { monthOf, weekOf } from './rules/periods.rules.js'
import { amount, column, columns, integer, orNull, text } from '../../platform/database/read-row.js'

/** The events of a family on a day, as they are stored. */
interface FlowsOfDay {
  readonly family: FlowFamily
  readonly day: LocalDate
  readonly rows: readonly InsightFlow[]
}

/** The customers of a group: their ids where they are few, else their number (a lower bound where they were not counted). */
const customersOf = (who: ReadonlySet<string>, counted: number): Pick<InsightFlow, 'customers' | 'few'> =>
  who.size > fewMax
    ? { customers: Math.max(fewMax + 1, counted), few: null }
    : { customers: who.size, few: [...who].toSorted().join(',') || null }

const merged = (a: InsightFlow, b: InsightFlow): InsightFlow => ({
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
const mergedByKeys = (flows: readonly InsightFlow[]): InsightFlow[] =>
  [...Map.groupBy(flows, ({ key1, key2, key3 }) => [key1, key2, key3].join('\n')).values()].map((same) =>
    same.reduce(merged),
  )

const groupOf = columns({
  key1: column('key_1', text),
  key2: column('key_2', text),
  key3: column('key_3', text),
  n: integer,
  amount,
  amount2: column('amount_2', amount),
  amount3: column('amount_3', amount),
  who: orNull(text),
})

const flowOf = (family: FlowFamily, day: LocalDate, row: Row): InsightFlow => {
  const { who, ...group } = groupOf(row)
  return {
    family,
    day,
    weekOn: weekOf(day),
    monthOn: monthOf(day),
    ...group,
    // Some statements have no column `customers`.
    ...customersOf(new Set(who === null ? [] : who.split(',')), toNumber(row['customers'] ?? 0)),
  }
}

const readAll = async (sql: Sql, statements: readonly SqlStatement[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (const statement of statements) rows.push(...(await sql.all(statement.sql, statement.parameters)))
  return rows
}

export const readFlowsOfDay = async (
  sql: Sql,
  family: FlowFamily,
  marketDay: MarketDay,
): Promise<FlowsOfDay> => {
  const day = dayCovered(family, marketDay.day)
  const rows = await readAll(sql, rollUpSql(family, marketDay, sql.dialect))
  return { family, day, rows: mergedByKeys(rows.map((row) => flowOf(family, day, row))) }
}

export const writeFlows = async (tx: Tx, { family, day, rows }: FlowsOfDay): Promise<void> => {
  await tx.run('DELETE FROM insight_flows WHERE family = ? AND day = ?', [family, day])
  for (const some of inSets(rows)) await insertAll(tx, InsightFlow, some)
}

/** The changes of a day to the savings of a product that mature on a date. */
export interface SavingsChange {
  readonly product: string
  readonly maturesOn: string
  /** The change of the number of open savings. */
  readonly n: number
  /** The change of the number of customers, who are counted once per product and month of maturity. */
  readonly customers: number
  readonly amount: Minor
}

const paidInGroupOf = columns({
  product: column('key_1', text),
  kind: column('key_2', text),
  maturesOn: text,
  n: integer,
  customers: column('amount_2', integer),
  amount,
})

const paidInOf = (rows: readonly Row[]): SavingsChange[] =>
  [
    ...Map.groupBy(rows.map(paidInGroupOf), ({ product, maturesOn }) => `${product} ${maturesOn}`).values(),
  ].map((same) => ({
    product: same[0]!.product,
    maturesOn: same[0]!.maturesOn,
    n: same.reduce((sum, { kind, n }) => sum + (kind === 'NEW' ? n : 0), 0),
    customers: same.reduce((sum, { customers }) => sum + customers, 0),
    amount: same.reduce((sum, { amount }) => sum + amount, 0n),
  }))

/** Ranges of ids in which all journals of a day are. */
export const journalRangesOf = async (sql: Sql, day: LocalDate, batchSize: number): Promise<IdRange[]> => {
  const ranges: IdRange[] = []
  const ofDay = { table: 'journals', where: 'book = ? AND business_on = ?', parameters: [systemClockId, day] }
  for await (const range of idRanges(sql, ofDay, batchSize)) ranges.push(range)
  return ranges
}

const changeOf = columns({
  product: column('key_1', text),
  maturesOn: column('key_2', text),
  n: integer,
  customers: column('n_2', integer),
  amount,
})

/** How many ranges one statement reads: few journals of a day end or restore savings, so it returns little. */
const rangesAtOnce = 5

const readChangedPositions = async (
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
  return rows.map(changeOf)
}

/** The flows of a closed day except CUSTOMERS, and its changes of the stocks. */
interface ClosedDay {
  readonly flows: readonly FlowsOfDay[]
  readonly changes: readonly SavingsChange[]
}

const readFrom = async (sql: Sql, marketDay: MarketDay, journals: readonly IdRange[]): Promise<ClosedDay> => {
  const { day } = marketDay
  const collected = await readAll(sql, collectedSql(marketDay))
  const booked = collected.filter((row) => groupOf(row).key1 !== '')
  const sentBack = collected.filter((row) => groupOf(row).key1 === '')
  const flows: FlowsOfDay[] = []
  for (const family of flowFamilies) {
    if (family === 'CUSTOMERS') continue
    const read = await readFlowsOfDay(sql, family, marketDay)
    const moreRows =
      family === 'DEPOSITS'
        ? booked.map((row) => ({ ...flowOf(family, day, row), amount2: 0n }))
        : family === 'LOSSES'
          ? sentBack.map((row) => ({ ...flowOf(family, day, row), ...sentBackKeys, amount: 0n }))
          : []
    flows.push(moreRows.length === 0 ? read : { ...read, rows: mergedByKeys([...read.rows, ...moreRows]) })
  }
  return { flows, changes: [...paidInOf(booked), ...(await readChangedPositions(sql, day, journals))] }
}

/**
 * Reads a closed day in one snapshot, outside of the transaction that writes the roll-up. A closed day no longer changes, except
 * that a voided deposit moves from one table to another: the snapshot has it in exactly one of them.
 */
export const readClosed = async (
  { snapshot }: Database,
  marketDay: MarketDay,
  journals: readonly IdRange[],
): Promise<ClosedDay> => {
  const { sql, close } = await snapshot()
  try {
    return await readFrom(sql, marketDay, journals)
  } finally {
    await close()
  }
}
