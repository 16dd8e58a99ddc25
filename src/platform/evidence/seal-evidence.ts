import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Database, Tx } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { parseJson } from '../../kernel/json.js'
import type { Call } from '../../kernel/call.js'
import { firstIdOf } from '../../kernel/ids.js'
import { firstHash, linkOf, readContents, tableOf } from './contents.read.js'
import { EvidenceSeal, type EvidenceKind } from './seal.entity.js'

export interface SealDeps {
  readonly database: Database
  /** A directory outside the database, with the file to which the head of the chain is appended each day. */
  readonly headsDirectory: string
  readonly jobCall: () => Call
}

const batchSizeMax = 200
/** Rows that are read per batch: in a long scan most are sealed, and no statement may read them all. */
const pageSizeMax = 2_000
/** A row is usually committed within this time after its id was made; later ones (of a long night) are found by the longer scan. */
const usualScanMs = 10 * 60_000
const longScanMs = 2 * 86_400_000
const longScanEveryMs = 600_000
const kinds: readonly EvidenceKind[] = ['AUDIT', 'JOURNAL']

/** For each kind of rows, the id up to which a scan has read them; undefined when it has read all. */
type ScanCursors = Readonly<Record<EvidenceKind, string | undefined>>

/** The unsealed rows among the next ones, and where to continue. */
const nextUnsealed = async (
  tx: Tx,
  kind: EvidenceKind,
  after: string,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> => {
  const rows = await tx.all(
    `SELECT page.id, seals.number FROM
       (SELECT id FROM ${tableOf[kind]} WHERE id > ? ORDER BY id LIMIT ${pageSizeMax}) page
     LEFT JOIN evidence_seals seals ON seals.kind = '${kind}' AND seals.row_id = page.id ORDER BY page.id`,
    [after],
  )
  const unsealedIds = rows.filter(({ number }) => number === null).map(({ id }) => String(id))
  const ids = unsealedIds.slice(0, batchSizeMax)
  if (unsealedIds.length > batchSizeMax) return { ids, next: ids.at(-1) }
  return { ids, next: rows.length < pageSizeMax ? undefined : String(rows.at(-1)!['id']) }
}

/** Whether this transaction seals: of several workers one does, and the others skip. */
const isSealer = async (tx: Tx): Promise<boolean> => {
  const { skipLocked } = tx.dialect
  const first = await tx.all(`SELECT number FROM evidence_seals WHERE number = 1 ${skipLocked}`)
  return first.length > 0 || (await tx.all('SELECT number FROM evidence_seals LIMIT 1')).length === 0
}

/** Seals the next rows after these cursors, in the order in which they are found; returns the cursors after them. */
const sealBatch = async (tx: Tx, cursors: ScanCursors): Promise<ScanCursors> => {
  const allRead: ScanCursors = { AUDIT: undefined, JOURNAL: undefined }
  if (!(await isSealer(tx))) return allRead
  const head = await selectOne(tx, EvidenceSeal, 'ORDER BY number DESC LIMIT 1', [])
  let number = head?.number ?? 0n
  let hash = head?.hash ?? firstHash
  const values: unknown[] = []
  const next = { ...allRead }
  for (const kind of kinds) {
    const after = cursors[kind]
    if (after === undefined) continue
    const found = await nextUnsealed(tx, kind, after)
    next[kind] = found.next
    if (found.ids.length === 0) continue
    const contents = await readContents(tx, kind, found.ids)
    for (const id of found.ids) {
      number += 1n
      hash = linkOf(hash, number, contents.get(id)!)
      values.push(number, kind, id, hash)
    }
  }
  const count = values.length / 4
  if (count === 0) return next
  const rows = Array<string>(count).fill('(?, ?, ?, ?)').join(', ')
  await tx.run(`INSERT INTO evidence_seals (number, kind, row_id, hash) VALUES ${rows}`, values)
  return next
}

const headsFile = (directory: string): string => join(directory, 'heads.jsonl')

const readHeadsFile = (directory: string): Promise<string> =>
  readFile(headsFile(directory), 'utf8').catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return ''
    throw error
  })

const headLine = z.object({ on: z.string(), number: z.string().regex(/^\d+$/), hash: z.string() })

/** The complete lines of the file: a full disk may have cut one off, and its head is then written again. */
const headsIn = (text: string): z.output<typeof headLine>[] =>
  text.split('\n').flatMap((line) => headLine.safeParse(parseJson(line)).data ?? [])

/**
 * Seals the committed rows that are not sealed yet. If the transactions sealed their own rows, each would wait for the head of the chain,
 * and so would the confirmation of a payment. The head of each day is appended to a file outside the database. Idempotent, and safe to
 * run concurrently, late or not at all: what is missed is sealed by the next run.
 */
export const createSealing = ({ database, headsDirectory, jobCall }: SealDeps) => {
  let nextLongScanAt = 0
  let recordedOn: string | undefined

  const recordHead = async (today: string): Promise<void> => {
    if (recordedOn === today) return
    const last = await selectOne(database.read, EvidenceSeal, 'ORDER BY number DESC LIMIT 1', [])
    if (!last) return
    await mkdir(headsDirectory, { recursive: true, mode: 0o700 })
    const recorded = await readHeadsFile(headsDirectory)
    const line = JSON.stringify({ on: today, number: last.number.toString(), hash: last.hash })
    const text = `${recorded === '' || recorded.endsWith('\n') ? '' : '\n'}${line}\n`
    if (!headsIn(recorded).some(({ on }) => on === today))
      await appendFile(headsFile(headsDirectory), text, { mode: 0o600, flush: true })
    recordedOn = today
  }

  return async (signal: AbortSignal): Promise<void> => {
    const { now, today } = jobCall()
    const isLong = now >= nextLongScanAt
    const isFirst = nextLongScanAt === 0
    const after = isFirst ? '' : firstIdOf(now - (isLong ? longScanMs : usualScanMs))
    let cursors: ScanCursors = { AUDIT: after, JOURNAL: after }
    while (cursors.AUDIT !== undefined || cursors.JOURNAL !== undefined) {
      if (signal.aborted) return
      cursors = await database.inTransaction((tx) => sealBatch(tx, cursors))
    }
    if (isLong) nextLongScanAt = now + longScanEveryMs
    await recordHead(today)
  }
}

/** The recorded heads, by number. Throws the error of the system where they cannot be read. */
export const readHeads = async (directory: string): Promise<Map<bigint, { on: string; hash: string }>> => {
  const heads = headsIn(await readHeadsFile(directory))
  return new Map(heads.map(({ on, number, hash }) => [BigInt(number), { on, hash }]))
}
