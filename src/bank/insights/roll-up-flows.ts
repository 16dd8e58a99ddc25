import { toBigint, toNumber } from '../../platform/database/columns.js'
import type { Row, Sql, Tx } from '../../platform/database/database.js'
import { inSets } from '../../platform/database/in-sets.js'
import { insertAll } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { RolledDay } from './records/event.sql.js'
import { dayTold, fewMax, flowFamilies, rolledSql, type FlowFamily } from './records/flows.sql.js'
import { InsightFlow } from './records/insight.entity.js'
import { monthOf, weekOf } from './rules/periods.rules.js'

/** What happened on a day of one family, as it is written. */
interface FlowsOfDay {
  readonly family: FlowFamily
  readonly day: LocalDate
  readonly rows: readonly InsightFlow[]
}

const both = (a: InsightFlow, b: InsightFlow): InsightFlow => {
  const sums = {
    n: a.n + b.n,
    amount: a.amount + b.amount,
    amount2: a.amount2 + b.amount2,
    amount3: a.amount3 + b.amount3,
  }
  const isEither = a.customers > fewMax || b.customers > fewMax
  const who = new Set([a, b].flatMap(({ few }) => few?.split(',') ?? []))
  // Who is in both is counted twice where they are many: what is asked of them is whether they are few.
  if (isEither || who.size > fewMax)
    return { ...a, ...sums, customers: isEither ? a.customers + b.customers : who.size, few: null }
  return { ...a, ...sums, customers: who.size, few: [...who].toSorted().join(',') || null }
}

/** What several statements say of the same keys is one group. */
const onePerKeys = (flows: readonly InsightFlow[]): InsightFlow[] =>
  [...Map.groupBy(flows, ({ key1, key2, key3 }) => [key1, key2, key3].join('\n')).values()].map((same) =>
    same.reduce(both),
  )

export const readFlows = async (sql: Sql, family: FlowFamily, rolled: RolledDay): Promise<FlowsOfDay> => {
  const day = dayTold(family, rolled.day)
  const rows: Row[] = []
  for (const statement of rolledSql(family, rolled, sql.dialect))
    rows.push(...(await sql.all(statement.sql, statement.parameters)))
  const ofDay = { family, day, weekOn: weekOf(day), monthOn: monthOf(day) }
  return {
    family,
    day,
    rows: onePerKeys(
      rows.map((row) => ({
        ...ofDay,
        key1: String(row['key_1']),
        key2: String(row['key_2']),
        key3: String(row['key_3']),
        n: toNumber(row['n']),
        amount: toBigint(row['amount']),
        amount2: toBigint(row['amount_2']),
        amount3: toBigint(row['amount_3']),
        customers: toNumber(row['customers']),
        few: row['few'] === null ? null : String(row['few']).split(',').toSorted().join(','),
      })),
    ),
  }
}

export const writeFlows = async (tx: Tx, { family, day, rows }: FlowsOfDay): Promise<void> => {
  await tx.run('DELETE FROM insight_flows WHERE family = ? AND day = ?', [family, day])
  for (const some of inSets(rows)) await insertAll(tx, InsightFlow, some)
}

/** Those of a closed day, which nobody changes any more: read beside the transaction that writes them. */
export const readClosed = async (sql: Sql, rolled: RolledDay): Promise<FlowsOfDay[]> => {
  const read: FlowsOfDay[] = []
  for (const family of flowFamilies)
    if (family !== 'CUSTOMERS') read.push(await readFlows(sql, family, rolled))
  return read
}
