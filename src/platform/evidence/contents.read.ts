import { createHash } from 'node:crypto'
import type { Row, Sql } from '../database/database.js'
import { inList } from '../database/in-list.js'
import type { EvidenceKind } from './seal.entity.js'
import { columns, text } from '../database/read-row.js'

/** The sealed columns of each kind. Columns that are added later are not sealed. */
const columnsOf = {
  AUDIT: 'id, at, actor, actor_id, address, action, customer_id, subject, state_before, state_after',
  JOURNAL: 'id, book, reference, customer_id, business_on, value_on, created_at',
} as const satisfies Readonly<Record<EvidenceKind, string>>

export const tableOf = { AUDIT: 'audit_log', JOURNAL: 'journals' } as const satisfies Readonly<
  Record<EvidenceKind, string>
>

const idOf = columns({ id: text })

/** Drivers return integers in several types. */
const textOf = (value: Row[string]): string | null => (value === null ? null : String(value))
const valuesOf = (row: Row): (string | null)[] => Object.values(row).map((value) => textOf(value ?? null))

/** The contents of rows, in one form for both databases; missing rows are left out. */
export const readContents = async (
  sql: Sql,
  kind: EvidenceKind,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const { places, parameters } = inList(ids)
  const rows = await sql.all(
    `SELECT ${columnsOf[kind]} FROM ${tableOf[kind]} WHERE id IN (${places})`,
    parameters,
  )
  const lines = new Map<string, unknown[]>()
  if (kind === 'JOURNAL') {
    const postings = await sql.all(
      `SELECT journal_id, line, book, account, dimension, currency, amount FROM postings
       WHERE journal_id IN (${places}) ORDER BY journal_id, line`,
      parameters,
    )
    for (const posting of postings) {
      const [journal, ...line] = valuesOf(posting)
      lines.set(journal ?? '', [...(lines.get(journal ?? '') ?? []), line])
    }
  }
  return new Map(
    rows.map((row) => {
      const { id } = idOf(row)
      return [id, JSON.stringify([kind, valuesOf(row), lines.get(id) ?? []])]
    }),
  )
}

/** Whether a journal has no postings, by the end of its contents. */
export const hasNoPostings = (content: string): boolean => content.endsWith(',[]]')

/** The hash before the first link. */
export const firstHash = '0'.repeat(64)

export const linkOf = (before: string, number: bigint, content: string): string =>
  createHash('sha256').update(`${before}\n${number}\n${content}`).digest('hex')
