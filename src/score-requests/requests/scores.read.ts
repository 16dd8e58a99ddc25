import pLimit from 'p-limit'
import type { Database, Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { parseJson } from '../../kernel/json.js'
import { rawBytesMax, readBodies, readIdsWithBodies, readOutlines } from '../drive/result-parts.js'
import { inTurn } from '../model/in-turn.js'
import { failureText } from '../model/failure.rules.js'
import type { ReadScore } from '../report/facts.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import { outlinesOf, parseResult } from '../model/parse-result.js'

/** The id is compared again, since MySQL also finds `X` for `X ` (with a blank). */
export const findScore = async (sql: Sql, id: string): Promise<ScoreRequest | undefined> => {
  const score = await selectOne(sql, ScoreRequest, 'WHERE id = ?', [id])
  return score?.id === id ? score : undefined
}

/** Several requests in one statement; `ids` has at least one. */
export const readScoresById = (sql: Sql, ids: readonly string[]): Promise<ScoreRequest[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, ScoreRequest, `WHERE id IN (${places})`, parameters)
}

/** The documents of several requests in one statement, in their order; `ids` has at least one. */
export const readDocumentsOf = (sql: Sql, ids: readonly string[]): Promise<ScoreDocument[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(
    sql,
    ScoreDocument,
    `WHERE score_id IN (${places}) ORDER BY score_id, position`,
    parameters,
  )
}

/**
 * Results are processed one at a time, since decrypting and decompressing megabytes blocks the event loop for a moment.
 */
const oneAtATime = pLimit(1)

/**
 * The bodies of completed requests as unparsed JSON texts, in the order of their addresses: each `{ status, code, data
 * }` as the service gave it. Throws ResultsTooLarge for more than `rawBytesMax`.
 */
export const readResultsOf = async (
  sql: Sql,
  sealing: KeyRing,
  ids: readonly string[],
): Promise<Map<string, string[]>> =>
  oneAtATime(async () => {
    const found = await readBodies(sql, sealing, ids, rawBytesMax)
    return new Map([...found].map(([id, bodies]) => [id, bodies.map((body) => body.toString('utf8'))]))
  })

/** Outlines, and the length of their JSON text. */
export interface Outlines {
  readonly bodies: readonly unknown[]
  readonly length: number
}

/**
 * The outlines of completed requests, with the number of transactions. An earlier version stored no outlines: for its
 * requests they are computed now, outside of the event loop and one at a time. Throws ResultsTooLarge for more than
 * `outlineBytesMax`.
 */
export const readOutlinesOf = async (
  sql: Sql,
  sealing: KeyRing,
  ids: readonly string[],
): Promise<Map<string, Outlines>> => {
  const stored = await readOutlines(sql, sealing, ids)
  const others = ids.filter((id) => !stored.has(id))
  const older = others.length === 0 ? [] : await readIdsWithBodies(sql, others)
  const outlines = new Map<string, Outlines>()
  for (const id of [...stored.keys(), ...older]) {
    const text = stored.get(id) ?? (await computeOutlines(sql, sealing, id))
    if (text === undefined) continue
    const bodies = ((await inTurn(() => parseJson(text))) as unknown[] | undefined) ?? []
    outlines.set(id, { bodies, length: text.length })
  }
  return outlines
}

const computeOutlines = async (sql: Sql, sealing: KeyRing, id: string): Promise<string | undefined> => {
  const bodies = (await readBodies(sql, sealing, [id])).get(id)
  if (!bodies) return undefined
  const outlines: string[] = []
  for (const body of bodies) outlines.push((await parseResult(body)).outline)
  return outlinesOf(outlines)
}

/**
 * The facts for the report of a score request; undefined when no request has this id. Not masked: the report masks
 * them.
 */
export const readScoreReport =
  ({ read }: Pick<Database, 'read'>, sealing: KeyRing): ReadScore =>
  async (id, language) => {
    const score = await findScore(read, id)
    if (!score) return undefined
    const names = [score.firstName, score.middleName, score.lastName]
    const bodies = (await readOutlinesOf(read, sealing, [id])).get(id)?.bodies ?? []
    return {
      id,
      product: score.productCode,
      state: score.status,
      reason: score.failureCode && failureText(score.failureCode, language),
      detail: score.failureDetail,
      subject: {
        name: names.filter(Boolean).join(' '),
        phoneNumber: score.phoneNumber,
        nationalId: score.nationalId,
      },
      askedAt: score.askedAt,
      results: bodies.map((body) => JSON.stringify(body)),
    }
  }
