import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Tx } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import { makeDirectory } from '../make-directory.js'
import type { Call } from '../shared/call.js'
import { firstIdOf } from '../shared/ids.js'
import { firstHash, linkOf, readContents, tableOf } from './contents.read.js'
import { EvidenceSeal, type EvidenceKind } from './seal.entity.js'

export interface SealDeps {
  readonly database: Database
  /** Outside the database: where the head of the chain is written down each day. */
  readonly anchorDirectory: string
  readonly jobCall: () => Call
}

const batchSizeMax = 200
/** What commits is younger than this; what a long night commits late is found by the look that goes back further. */
const usualMs = 10 * 60_000
const longMs = 2 * 86_400_000
const longLookEveryMs = 600_000
const kinds: readonly EvidenceKind[] = ['AUDIT', 'JOURNAL']

const unsealed = async (tx: Tx, kind: EvidenceKind, after: string): Promise<string[]> => {
  const rows = await tx.all(
    `SELECT id FROM ${tableOf[kind]} WHERE id > ? AND NOT EXISTS (
       SELECT 1 FROM evidence_seals WHERE kind = '${kind}' AND row_id = ${tableOf[kind]}.id)
     ORDER BY id LIMIT ${batchSizeMax}`,
    [after],
  )
  return rows.map((row) => String(row['id']))
}

/** Seals the next rows behind the head, in the order in which they are found here; returns how many. */
const sealBatch = async (tx: Tx, after: string): Promise<number> => {
  // Whoever seals holds the head: two at once make one chain.
  const head = await selectOne(tx, EvidenceSeal, `ORDER BY number DESC LIMIT 1 ${tx.dialect.forUpdate}`, [])
  let number = head?.number ?? 0n
  let hash = head?.hash ?? firstHash
  const values: unknown[] = []
  for (const kind of kinds) {
    const ids = await unsealed(tx, kind, after)
    if (ids.length === 0) continue
    const contents = await readContents(tx, kind, ids)
    for (const id of ids) {
      number += 1n
      hash = linkOf(hash, number, contents.get(id)!)
      values.push(number, kind, id, hash)
    }
  }
  const count = values.length / 4
  if (count === 0) return 0
  const places = Array<string>(count).fill('(?, ?, ?, ?)').join(', ')
  await tx.run(`INSERT INTO evidence_seals (number, kind, row_id, hash) VALUES ${places}`, values)
  return count
}

/** Of a day, once in this process: later the head may be another. */
const anchorFile = (directory: string): string => join(directory, 'heads.jsonl')

/**
 * Seals what was committed since, behind the commits: no confirm waits for the head of the chain. The head of each day is
 * appended to a file outside the database. Safe twice, at once, late and never: what is missed is sealed by the next.
 */
export const createSealing = ({ database, anchorDirectory, jobCall }: SealDeps) => {
  let longLookAt = 0
  let anchoredOn: string | undefined

  const anchor = async (today: string): Promise<void> => {
    if (anchoredOn === today) return
    const head = await selectOne(database.read, EvidenceSeal, 'ORDER BY number DESC LIMIT 1', [])
    if (!head) return
    makeDirectory(anchorDirectory, 0o700)
    const file = anchorFile(anchorDirectory)
    const known = await readFile(file, 'utf8').catch(() => '')
    const line = JSON.stringify({ on: today, number: head.number.toString(), hash: head.hash })
    if (!known.includes(`"on":"${today}"`)) await appendFile(file, `${line}\n`, { mode: 0o600, flush: true })
    anchoredOn = today
  }

  return async (signal: AbortSignal): Promise<void> => {
    const { now, today } = jobCall()
    const isLong = now >= longLookAt
    const after = isLong ? (longLookAt === 0 ? '' : firstIdOf(now - longMs)) : firstIdOf(now - usualMs)
    while (!signal.aborted) {
      if ((await database.inTransaction((tx) => sealBatch(tx, after))) > 0) continue
      if (isLong) longLookAt = now + longLookEveryMs
      await anchor(today)
      return
    }
  }
}

/** The heads that were written down, by their numbers. */
export const readAnchors = async (directory: string): Promise<Map<bigint, { on: string; hash: string }>> => {
  const text = await readFile(anchorFile(directory), 'utf8').catch(() => '')
  const heads = text.split('\n').filter(Boolean)
  return new Map(
    heads.map((line) => {
      const { on, number, hash } = JSON.parse(line) as { on: string; number: string; hash: string }
      return [BigInt(number), { on, hash }]
    }),
  )
}
