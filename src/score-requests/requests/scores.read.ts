import type { Database, Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import type { ProductCode } from '../../scoring-service/model/engine.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { parseJson } from '../../kernel/json.js'
import { outlineOf } from '../drive/outline.js'
import { readBodies, readOutlines } from '../drive/result-parts.js'
import { inTurn } from '../model/in-turn.js'
import { failureText } from '../model/failure.rules.js'
import type { ReadScore } from '../report/facts.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import type { ScoreStatus } from '../model/states.js'

/** MySQL finds `X` for `X ` too, hence the second look. */
export const findScore = async (sql: Sql, id: string): Promise<ScoreRequest | undefined> => {
  const score = await selectOne(sql, ScoreRequest, 'WHERE id = ?', [id])
  return score?.id === id ? score : undefined
}

/** Documents of many requests in one statement, in their order; `ids` has at least one. */
export const readDocumentsOf = (sql: Sql, ids: readonly string[]): Promise<ScoreDocument[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(
    sql,
    ScoreDocument,
    `WHERE score_id IN (${places}) ORDER BY score_id, position`,
    parameters,
  )
}

export interface ScoreFilter {
  readonly customerId?: string | undefined
  readonly productCode?: ProductCode | undefined
  readonly status?: ScoreStatus | undefined
  /** Asked on this date or later. */
  readonly from?: LocalDate | undefined
  /** Asked on an earlier date. */
  readonly before?: LocalDate | undefined
}

/** The newest first, those after the id of the last one seen. */
export const readScores = (
  sql: Sql,
  filter: ScoreFilter,
  page: { readonly limit: number; readonly after: string | null },
): Promise<ScoreRequest[]> => {
  const wanted: readonly [string, unknown][] = [
    ['customer_id = ?', filter.customerId],
    ['product_code = ?', filter.productCode],
    ['status = ?', filter.status],
    ['asked_on >= ?', filter.from],
    ['asked_on < ?', filter.before],
    ['id < ?', page.after],
  ]
  const used = wanted.filter(([, value]) => value !== undefined && value !== null)
  const where = used.length === 0 ? '' : `WHERE ${used.map(([condition]) => condition).join(' AND ')}`
  return selectAll(
    sql,
    ScoreRequest,
    `${where} ORDER BY id DESC LIMIT ${page.limit}`,
    used.map(([, value]) => value),
  )
}

/** What a page or an operation may have of raw results; larger ones are fetched one by one, or read as a report. */
export const rawBytesMax = 4 * 1024 * 1024

/**
 * The bodies of completed requests as JSON, in the order of their addresses: each `{ status, code, data }` as its
 * service gave it. Throws ResultsTooLarge for more than `rawBytesMax`.
 */
export const readResultsOf = async (
  sql: Sql,
  sealing: KeyRing,
  ids: readonly string[],
): Promise<Map<string, unknown[]>> => {
  const results = new Map<string, unknown[]>()
  for (const [id, found] of await readBodies(sql, sealing, ids, rawBytesMax)) {
    const bodies: unknown[] = []
    for (const body of found) bodies.push(await inTurn(() => parseJson(body.toString('utf8'))))
    results.set(id, bodies)
  }
  return results
}

/**
 * The same without their transactions, of which the number is told. They are stored when a request completes; those of a
 * request that completed before they were are made now, beside the loop and one at a time. Throws ResultsTooLarge for more
 * than `outlineBytesMax`.
 */
export const readOutlinesOf = async (
  sql: Sql,
  sealing: KeyRing,
  ids: readonly string[],
): Promise<Map<string, unknown[]>> => {
  const stored = await readOutlines(sql, sealing, ids)
  const outlines = new Map<string, unknown[]>()
  for (const id of ids) {
    const text = stored.get(id) ?? (await madeNow(sql, sealing, id))
    if (text !== undefined)
      outlines.set(id, ((await inTurn(() => parseJson(text))) as unknown[] | undefined) ?? [])
  }
  return outlines
}

const madeNow = async (sql: Sql, sealing: KeyRing, id: string): Promise<string | undefined> => {
  const bodies = (await readBodies(sql, sealing, [id])).get(id)
  return bodies && outlineOf(bodies)
}

/** What a report of a score is made of; undefined when there is none with this id. Not masked: the report does that. */
export const readScoreReport =
  ({ read }: Pick<Database, 'read'>, sealing: KeyRing): ReadScore =>
  async (id) => {
    const score = await findScore(read, id)
    if (!score) return undefined
    const names = [score.firstName, score.middleName, score.lastName]
    const bodies = (await readOutlinesOf(read, sealing, [id])).get(id) ?? []
    return {
      id,
      product: score.productCode,
      state: score.status,
      reason: score.failureCode && failureText(score.failureCode, 'en'),
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
