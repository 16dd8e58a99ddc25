import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Sql, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { insert, selectAll } from '../../platform/database/rows.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { seal, unsealBytes } from '../../platform/crypto/sealing.js'
import { ScoreResultPart } from '../model/score.entity.js'
import { only, text } from '../../platform/database/read-row.js'

/** The length of one part in characters. Base64 is ASCII, so these are as many bytes; a MySQL text holds 65,535. */
const partLength = 60_000
/** How many bytes `readBodies` reads at most, uncompressed, if its caller gives no limit. */
export const bodyBytesMax = 64 * 1024 * 1024
/** The limit on all outlines of one GraphQL operation; a page of usual outlines is a fraction of it. */
export const outlineBytesMax = 4 * 1024 * 1024
/** The limit on all raw results of one GraphQL operation; larger ones are fetched one by one, or read as a report. */
export const rawBytesMax = 4 * 1024 * 1024
/** The position under which the outline is stored; bodies are counted from 0. */
export const outlinePosition = -1

const compress = promisify<Buffer, Buffer>(gzip)
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

const placeOf = (scoreId: string, position: number): string =>
  `score_result_parts.body ${scoreId} ${position}`

/**
 * The stored form of a body: compressed, and sealed for its row and position. It is compressed outside of the event
 * loop, before a transaction is open.
 */
export const sealBody = async (
  sealing: KeyRing,
  scoreId: string,
  position: number,
  body: Buffer,
): Promise<string> => seal(sealing, placeOf(scoreId, position), await compress(body))

/**
 * A stored body of an earlier version is not sealed; only a sealed one contains a dot, which is no letter of base64.
 */
const unsealed = (sealing: KeyRing, place: string, text: string): Buffer =>
  text.includes('.') ? unsealBytes(sealing, place, text) : Buffer.from(text, 'base64')

/** Writes one sealed body, or the outlines, in place of what was stored at the same position. */
export const storeBody = async (tx: Tx, scoreId: string, position: number, sealed: string): Promise<void> => {
  await tx.run('DELETE FROM score_result_parts WHERE score_id = ? AND position = ?', [scoreId, position])
  for (let part = 0; part * partLength < sealed.length; part++) {
    const piece = sealed.slice(part * partLength, (part + 1) * partLength)
    await insert(tx, ScoreResultPart, { scoreId, position, part, body: piece })
  }
}

/** Thrown when the results to be read are longer than their limit. */
export class ResultsTooLarge extends Error {
  override readonly name = 'ResultsTooLarge'
}

const outlineCondition = `position = ${outlinePosition}`

const joinCompleted = `JOIN score_requests ON score_requests.id = score_id AND status = 'COMPLETED'`

/** The ids of those score requests that have a result; `scoreIds` must not be empty. */
export const readIdsWithBodies = async (sql: Sql, scoreIds: readonly string[]): Promise<string[]> => {
  const { places, parameters } = inList(scoreIds)
  const rows = await sql.all(
    `SELECT DISTINCT score_id FROM score_result_parts ${joinCompleted}
     WHERE score_id IN (${places}) AND position >= 0`,
    parameters,
  )
  return rows.map((row) => only(row, text))
}

const read = async (
  sql: Sql,
  sealing: KeyRing,
  scoreIds: readonly string[],
  { positions, bytesMax }: { readonly positions: string; readonly bytesMax: number },
): Promise<Map<string, Buffer[]>> => {
  const { places, parameters } = inList(scoreIds)
  const joinAndWhere = `${joinCompleted} WHERE score_id IN (${places}) AND ${positions}`
  // The lengths are checked first, so that a text over the limit is not even read.
  const [stored] = await sql.all(
    `SELECT SUM(LENGTH(body)) AS length FROM score_result_parts ${joinAndWhere}`,
    parameters,
  )
  if ((Number(stored?.['length'] ?? 0) * 3) / 4 > bytesMax) throw new ResultsTooLarge()
  const texts = new Map<string, string[]>()
  const clauses = `${joinAndWhere} ORDER BY score_id, position, part`
  for (const { scoreId, position, body } of await selectAll(sql, ScoreResultPart, clauses, parameters)) {
    const textsOfScore = texts.get(scoreId) ?? []
    texts.set(scoreId, textsOfScore)
    const at = Math.max(0, position)
    textsOfScore[at] = (textsOfScore[at] ?? '') + body
  }
  let bytesLeft = bytesMax
  const bodies = new Map<string, Buffer[]>()
  for (const [scoreId, textsOfScore] of texts) {
    const decompressed: Buffer[] = []
    for (const [at, text] of textsOfScore.entries()) {
      const position = positions === outlineCondition ? outlinePosition : at
      const compressed = unsealed(sealing, placeOf(scoreId, position), text)
      const body = await decompress(compressed, { maxOutputLength: Math.max(1, bytesLeft) }).catch(
        (error: unknown) => {
          throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new ResultsTooLarge() : error
        },
      )
      bytesLeft -= body.length
      decompressed.push(body)
    }
    bodies.set(scoreId, decompressed)
  }
  return bodies
}

/**
 * The bodies of several completed requests, byte for byte and in the order of their addresses; `scoreIds` has at least
 * one. Throws ResultsTooLarge when they are longer together than the limit.
 */
export const readBodies = (
  sql: Sql,
  sealing: KeyRing,
  scoreIds: readonly string[],
  bytesMax = bodyBytesMax,
): Promise<Map<string, Buffer[]>> => read(sql, sealing, scoreIds, { positions: 'position >= 0', bytesMax })

/**
 * The outlines of bodies (without transactions), as one JSON list per request; absent where it was not stored. Throws
 * ResultsTooLarge.
 */
export const readOutlines = async (
  sql: Sql,
  sealing: KeyRing,
  scoreIds: readonly string[],
): Promise<Map<string, string>> => {
  const outlines = await read(sql, sealing, scoreIds, {
    positions: outlineCondition,
    bytesMax: outlineBytesMax,
  })
  return new Map([...outlines].map(([id, [text]]) => [id, text?.toString('utf8') ?? '[]']))
}
