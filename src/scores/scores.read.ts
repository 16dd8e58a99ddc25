import type { Database, Sql } from '../database/database.js'
import { inList } from '../database/in-list.js'
import { selectAll, selectOne } from '../database/rows.js'
import type { PersonalData } from '../identity/personal-data.js'
import type { ProductCode } from '../scoring/engine.js'
import type { LocalDate } from '../shared/calendar.js'
import { parseJson } from '../shared/json.js'
import { readBodies } from './drive/result-parts.js'
import { maskResult } from './mask-result.rules.js'
import { ScoreDocument, ScoreRequest } from './score.entity.js'
import type { ScoreStatus } from './states.js'

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

/** The bodies of completed requests as JSON, in the order of their addresses: each `{ status, code, data }` of contract 2.4 or 2.5. */
export const readResultsOf = async (sql: Sql, ids: readonly string[]): Promise<Map<string, unknown[]>> => {
  const bodies = [...(await readBodies(sql, ids))]
  return new Map(bodies.map(([id, found]) => [id, found.map((body) => parseJson(body.toString('utf8')))]))
}

/** One score as a page shows it. */
export interface ScoreView {
  readonly id: string
  readonly customerId: string | null
  readonly person: {
    readonly firstName: string
    readonly middleName: string | null
    readonly lastName: string
    readonly phoneNumber: string
    /** All but its last three characters hidden, for everybody. */
    readonly nationalId: string
  }
  readonly product: ProductCode
  readonly state: ScoreStatus
  readonly failureCode: ScoreRequest['failureCode']
  readonly askedOn: LocalDate
  readonly askedAt: number
  readonly endedAt: number | null
  /** Empty until it is completed. */
  readonly results: readonly unknown[]
}

export const personOf = (score: ScoreRequest, personal: PersonalData): ScoreView['person'] => ({
  firstName: personal.name(score.firstName),
  middleName: personal.name(score.middleName),
  lastName: personal.name(score.lastName),
  phoneNumber: personal.msisdn(score.phoneNumber),
  nationalId: score.nationalId,
})

/**
 * A score with its result, for whoever this reader is: pass `context.personal`, which masks for analysts what names a person,
 * in the result too. Undefined when there is none with this id.
 */
export const readScore = async (
  { read }: Pick<Database, 'read'>,
  id: string,
  personal: PersonalData,
): Promise<ScoreView | undefined> => {
  const score = await findScore(read, id)
  if (!score) return undefined
  const results = (await readResultsOf(read, [id])).get(id) ?? []
  return {
    id,
    customerId: score.customerId,
    person: personOf(score, personal),
    product: score.productCode,
    state: score.status,
    failureCode: score.failureCode,
    askedOn: score.askedOn,
    askedAt: score.askedAt,
    endedAt: score.endedAt,
    results: results.map((result) => maskResult(result, personal)),
  }
}
