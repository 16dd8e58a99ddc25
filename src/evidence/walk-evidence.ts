import type { Sql } from '../database/database.js'
import { selectAll } from '../database/rows.js'
import { firstHash, linkOf, readContents, tableOf } from './contents.read.js'
import { EvidenceSeal, type EvidenceKind } from './seal.entity.js'

const batchSizeMax = 500
const kinds: readonly EvidenceKind[] = ['AUDIT', 'JOURNAL']

export type Anchors = ReadonlyMap<bigint, { readonly on: string; readonly hash: string }>

/** How far the chain fits, and the first row that does not. */
export interface Walked {
  readonly sealed: bigint
  readonly problem: string | null
}

const seals = (sql: Sql, after: bigint): Promise<EvidenceSeal[]> =>
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

/** Whether the balances of accounts are the sums of their postings. */
export const totalsProblem = async (sql: Sql): Promise<string | null> => {
  const [odd] = await sql.all(
    `SELECT book, account, dimension, currency, business_on FROM (
       SELECT book, account, dimension, currency, business_on, amount FROM ledger_totals
       UNION ALL
       SELECT book, account, '', currency, business_on, amount FROM ledger_shared_totals
       UNION ALL
       SELECT postings.book, account, dimension, currency, business_on, -SUM(amount) FROM postings
       JOIN journals ON journals.id = journal_id
       GROUP BY postings.book, account, dimension, currency, business_on) AS both_sides
     GROUP BY book, account, dimension, currency, business_on HAVING SUM(amount) <> 0 LIMIT 1`,
  )
  return odd ? `ledger_totals ${Object.values(odd).join(' ')} is not the sum of its postings` : null
}

/** Walks the chain from its beginning, against the heads that were written down outside the database. */
export const walkEvidence = async (sql: Sql, anchors: Anchors): Promise<Walked> => {
  let sealed = 0n
  let hash = firstHash
  const stop = (problem: string): Walked => ({ sealed, problem })
  for (;;) {
    const batch = await seals(sql, sealed)
    if (batch.length === 0) break
    const contents = await contentsOf(sql, batch)
    for (const seal of batch) {
      const row = `${tableOf[seal.kind]} ${seal.rowId}`
      const content = contents.get(`${seal.kind} ${seal.rowId}`)
      if (seal.number !== sealed + 1n) return stop(`the seal ${sealed + 1n} is missing`)
      if (content === undefined) return stop(`${row} is gone: seal ${seal.number}`)
      hash = linkOf(hash, seal.number, content)
      if (hash !== seal.hash) return stop(`${row} was changed: seal ${seal.number}`)
      const anchor = anchors.get(seal.number)
      if (anchor && anchor.hash !== hash) return stop(`${row} differs from the head of ${anchor.on}`)
      sealed = seal.number
    }
  }
  const last = [...anchors].reduce((most, [number]) => (number > most ? number : most), 0n)
  if (last > sealed)
    return stop(`the chain ends at ${sealed}, and a head of ${anchors.get(last)!.on} is ${last}`)
  return { sealed, problem: null }
}
