import type { Sql } from '../database/database.js'
import { selectAll } from '../database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import { firstIdOf } from '../../kernel/ids.js'
import { isArchived, type Archived } from './archived.js'
import { firstHash, hasNoPostings, linkOf, readContents, tableOf } from './contents.read.js'
import { EvidenceSeal, type EvidenceKind } from './seal.entity.js'

const batchSizeMax = 500
const pageRows = 5000
const kinds: readonly EvidenceKind[] = ['AUDIT', 'JOURNAL']

export type RecordedHeads = ReadonlyMap<bigint, { readonly on: string; readonly hash: string }>

/** How many rows match the chain, and the first one that does not. */
export interface ChainReport {
  readonly sealed: bigint
  /** How many of the sealed rows are archived: their seals are verified, but their contents are not compared. */
  readonly archived: number
  readonly problem: string | null
}

const readSeals = (sql: Sql, after: bigint): Promise<EvidenceSeal[]> =>
  selectAll(sql, EvidenceSeal, `WHERE number > ? ORDER BY number LIMIT ${batchSizeMax}`, [after])

const contentsOf = async (sql: Sql, batch: readonly EvidenceSeal[]): Promise<Map<string, string>> => {
  const all = new Map<string, string>()
  for (const kind of kinds) {
    const ids = batch.filter((seal) => seal.kind === kind).map(({ rowId }) => rowId)
    if (ids.length === 0) continue
    for (const [id, content] of await readContents(sql, kind, ids)) all.set(`${kind} ${id}`, content)
  }
  return all
}

/**
 * Looks for unsealed rows of a kind. `late` is the first one whose id is lower than `before`; if there is none,
 * `waiting` is the number of all. Read in pages, as there may be millions of rows.
 */
const unsealedIn = async (
  sql: Sql,
  kind: EvidenceKind,
  before: string,
): Promise<{ readonly late: string | null; readonly waiting: number }> => {
  let waiting = 0
  for (let after = ''; ;) {
    const rows = await sql.all(
      `SELECT id, (SELECT number FROM evidence_seals WHERE kind = '${kind}' AND row_id = id) AS seal
       FROM ${tableOf[kind]} WHERE id > ? ORDER BY id LIMIT ${pageRows}`,
      [after],
    )
    const unsealed = rows.flatMap(({ id, seal }) => (seal === null ? [String(id)] : []))
    const late = unsealed.find((id) => id < before)
    if (late !== undefined) return { late, waiting }
    waiting += unsealed.length
    if (rows.length < pageRows) return { late: null, waiting }
    after = String(rows.at(-1)!['id'])
  }
}

/** The service seals its rows within this time: a row that is still unsealed is not its own, or the sealing does not run. */
const sealedWithinMs = 3_600_000

/** Unsealed rows: how many are pending, and the first that has been pending for too long. */
export const findUnsealed = async (
  sql: Sql,
  now: Instant,
): Promise<{ readonly waiting: number; readonly problem: string | null }> => {
  let sum = 0
  for (const kind of kinds) {
    const { late, waiting } = await unsealedIn(sql, kind, firstIdOf(now - sealedWithinMs))
    if (late !== null) return { waiting: sum, problem: `${tableOf[kind]} ${late} was never sealed` }
    sum += waiting
  }
  return { waiting: sum, problem: null }
}

/**
 * Whether the contents under a seal cannot be compared because they were archived: the row of an audit entry, or the postings of a journal
 * (its own row stays).
 */
const isArchivedSince = (
  archived: Archived,
  { kind, rowId }: EvidenceSeal,
  content: string | undefined,
): boolean =>
  kind === 'AUDIT'
    ? content === undefined && isArchived(archived, 'audit_log', rowId)
    : content !== undefined && hasNoPostings(content) && isArchived(archived, 'postings', rowId)

/** Verifies the chain from its beginning, against the heads that were recorded outside the database. */
export const verifyChain = async (
  sql: Sql,
  heads: RecordedHeads,
  archived: Archived = [],
): Promise<ChainReport> => {
  let sealed = 0n
  let archivedRows = 0
  let hash = firstHash
  const stop = (problem: string): ChainReport => ({ sealed, archived: archivedRows, problem })
  for (;;) {
    const batch = await readSeals(sql, sealed)
    if (batch.length === 0) break
    const contents = await contentsOf(sql, batch)
    for (const seal of batch) {
      const row = `${tableOf[seal.kind]} ${seal.rowId}`
      const content = contents.get(`${seal.kind} ${seal.rowId}`)
      if (seal.number !== sealed + 1n) return stop(`the seal ${sealed + 1n} is missing`)
      const isKeptElsewhere = isArchivedSince(archived, seal, content)
      if (isKeptElsewhere) archivedRows += 1
      else if (content === undefined) return stop(`${row} is gone: seal ${seal.number}`)
      // The seal of an archived row is verified by the next link and by the recorded heads.
      hash = isKeptElsewhere || content === undefined ? seal.hash : linkOf(hash, seal.number, content)
      if (hash !== seal.hash) return stop(`${row} was changed: seal ${seal.number}`)
      const head = heads.get(seal.number)
      if (head && head.hash !== hash) return stop(`${row} differs from the head of ${head.on}`)
      sealed = seal.number
    }
  }
  const last = [...heads].reduce((most, [number]) => (number > most ? number : most), 0n)
  if (last > sealed)
    return stop(`the chain ends at ${sealed}, and a head of ${heads.get(last)!.on} is ${last}`)
  return { sealed, archived: archivedRows, problem: null }
}
