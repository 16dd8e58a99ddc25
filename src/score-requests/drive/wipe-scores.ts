import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { ScoresDeps } from '../model/deps.js'
import { ScoreRequest } from '../model/score.entity.js'
import { databaseMoment } from './claim.js'
import { anonymiseScore } from './anonymise-score.js'
import { wipe } from './record.js'

const batchSizeMax = 50
const batchesMax = 20

/**
 * Wipes the inputs of failed requests that nobody resubmitted within a day, and anonymises requests that are thirty
 * days old. Idempotent and safe concurrently.
 */
export const wipeScores = async ({ database }: ScoresDeps, signal: AbortSignal): Promise<void> => {
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
    const now = await databaseMoment(database)
    const due = `WHERE wipe_at <= ? LIMIT ${batchSizeMax}`
    const scores = await selectAll(database.read, ScoreRequest, due, [now])
    for (const { id } of scores) {
      await database.inTransaction(async (tx) => {
        // If the request was resubmitted meanwhile, its bytes have moved to the new request and the rest is wiped
        // already.
        const where = `WHERE id = ? AND wipe_at IS NOT NULL ${tx.dialect.forUpdate}`
        if (await selectOne(tx, ScoreRequest, where, [id])) await wipe(tx, id)
      })
    }
    if (scores.length > 0) await database.purgeDeleted()
    if (scores.length < batchSizeMax) break
  }
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
    const now = await databaseMoment(database)
    const due = `WHERE forget_at <= ? LIMIT ${batchSizeMax}`
    const scores = await selectAll(database.read, ScoreRequest, due, [now])
    for (const { id } of scores) {
      await database.inTransaction(async (tx) => {
        const where = `WHERE id = ? AND forget_at IS NOT NULL ${tx.dialect.forUpdate}`
        const score = await selectOne(tx, ScoreRequest, where, [id])
        if (score) await anonymiseScore(tx, score)
      })
    }
    if (scores.length > 0) await database.purgeDeleted()
    if (scores.length < batchSizeMax) return
  }
}
