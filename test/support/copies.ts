import { generatedColumns } from '../../src/app/personal-data-map.js'
import type { Database, Row } from '../../src/platform/database/database.js'

/** A statement that copies a row many times. */
interface Copying {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** SQL for the part in which copies differ: the number of the copy, from 1, in six digits. */
const own = 'SUBSTR(1000001 + n, 2)'

/** Ids of rows, references and ids at the provider: six of their characters are replaced by the number of the copy. */
const idPattern =
  /(?<![\dA-Z])([\dA-HJKMNP-TV-Z]{4})[\dA-HJKMNP-TV-Z]{6}(?=[\dA-HJKMNP-TV-Z]{16}(?![\dA-Z]))|(?<![\da-f])([\da-f]{2})[\da-f]{6}(?=-[\da-f]{4}-4[\da-f]{3}-)/g

const numbers = (from: number, before: number): string =>
  `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999),
   numbered AS (SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b
     WHERE a.d < ${Math.ceil(before / 1000)} AND a.d * 1000 + b.d < ${before} AND a.d * 1000 + b.d >= ${from})`

interface Copies {
  readonly times: number
  /** The number of the first copy, to add more copies of the same rows; 0 by default. */
  readonly from?: number
  /** Numbers of customers, ending with six zeros, which copies replace by their own digits. */
  readonly msisdns: readonly string[]
}

/**
 * Statements that copy each row that contains an id, in any table, with the ids replaced: rows that belong together
 * do so in each copy. Totals over a whole bank are not updated.
 */
export const copyingAll = async (
  { read }: Database,
  { times, from = 0, msisdns }: Copies,
): Promise<Copying[]> => {
  const separator = '\u0000'
  const said = (value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const ofIds = value.replaceAll(
      idPattern,
      (_all, row = '', provider = '') => `${row}${provider}${separator}`,
    )
    return msisdns.reduce(
      (text, msisdn) => text.replaceAll(msisdn, `${msisdn.slice(0, -6)}${separator}`),
      ofIds,
    )
  }
  const copying = (table: string, row: Row): Copying[] => {
    const names = Object.keys(row).filter((name) => !generatedColumns.includes(`${table}.${name}`))
    const values = names.map((name) => said(row[name]))
    if (!values.some((value) => String(value).includes(separator))) return []
    const cells = names.map((name, i) => {
      if (name === 'msisdn_end') return { sql: `SUBSTR(1000001 + n, 4)`, parameters: [] }
      const pieces = String(values[i]).split(separator)
      if (pieces.length === 1) return { sql: '?', parameters: [row[name]] }
      return { sql: `CONCAT(${pieces.map(() => '?').join(`, ${own}, `)})`, parameters: pieces }
    })
    return [
      {
        sql: `INSERT INTO ${table} (${names.join(', ')}) ${numbers(from, from + times)} SELECT ${cells.map(({ sql }) => sql).join(', ')} FROM numbered`,
        parameters: cells.flatMap(({ parameters }) => parameters),
      },
    ]
  }
  const found: Copying[] = []
  for (const { tableName } of read.dataSource.entityMetadatas) {
    for (const row of await read.all(`SELECT * FROM ${tableName}`)) found.push(...copying(tableName, row))
  }
  return found
}
