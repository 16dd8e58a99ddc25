import type { Sql } from '../../../platform/database/database.js'
import { firstIdOf } from '../../../kernel/ids.js'
import { minutesBandSql } from '../rules/bands.rules.js'
import { monthOf } from '../rules/periods.rules.js'
import { eventSql, reasonSql, type MarketDay, type SqlStatement } from './event.sql.js'

/** A score request ends within this many days. */
const scoreDaysMax = 31

/** The third key of a failed score, in place of its risk band; its second key is the reason of the failure. */
export const failedKey = 'FAILED'

const endedScoresSql = `score_requests.id >= ? AND score_requests.status IN ('COMPLETED', 'FAILED')
  AND score_requests.ended_at >= ? AND score_requests.ended_at < ?`

const endedParameters = ({ from, before }: Pick<MarketDay, 'from' | 'before'>): readonly unknown[] => [
  firstIdOf(from - scoreDaysMax * 86_400_000),
  from,
  before,
]

/** A lower bound of the ids of all requests that ended in the month of the day. */
const requestedSince = ({ day }: Pick<MarketDay, 'day'>): string =>
  firstIdOf(Date.parse(monthOf(day)) - (scoreDaysMax + 2) * 86_400_000)

const parametersWithPerson = (day: MarketDay): readonly unknown[] => [
  requestedSince(day),
  ...endedParameters(day),
]

/**
 * A person, customer or not, is identified by the id of their first request, which is the same on all days of a month. Requests
 * of erased persons are not counted as people, since several may have been of one person.
 */
const personSql = `(SELECT MIN(same.id) FROM score_requests same
  WHERE same.person_hash = score_requests.person_hash AND same.id >= ?)`

const product = 'score_requests.product_code'
const hasFailed = `score_requests.status = '${failedKey}'`

export const scores = (day: MarketDay): SqlStatement => ({
  sql: `${eventSql(
    [
      product,
      `CASE WHEN ${hasFailed} THEN ${reasonSql('score_requests.failure_code')} ELSE ${reasonSql('score_requests.decision')} END`,
      `CASE WHEN ${hasFailed} THEN '${failedKey}' ELSE ${reasonSql('score_requests.risk_band')} END`,
    ],
    personSql,
  )} FROM score_requests WHERE ${endedScoresSql}`,
  parameters: parametersWithPerson(day),
})

export const scoreMinutes = (day: MarketDay): SqlStatement => ({
  sql: `${eventSql(
    [
      product,
      reasonSql('score_requests.failure_code'),
      minutesBandSql('(score_requests.ended_at - score_requests.asked_at)'),
    ],
    personSql,
  )} FROM score_requests WHERE ${endedScoresSql}`,
  parameters: parametersWithPerson(day),
})

export const scoreReasons = (day: MarketDay): SqlStatement => ({
  sql: `${eventSql([product, reasonSql('score_requests.decision'), 'score_reasons.code'], personSql)}
   FROM score_requests JOIN score_reasons ON score_reasons.score_id = score_requests.id WHERE ${endedScoresSql}`,
  parameters: parametersWithPerson(day),
})

/** Whether the person of a score that ended on the day has been erased since, together with its result. */
export const hasErasedScores = async (sql: Sql, day: MarketDay): Promise<boolean> => {
  const erased = `SELECT 1 AS found FROM score_requests WHERE ${endedScoresSql} AND score_requests.person_hash IS NULL LIMIT 1`
  return (await sql.all(erased, endedParameters(day))).length > 0
}
