import { inList } from '../../platform/database/in-list.js'
import { databaseNow, selectAll, update } from '../../platform/database/rows.js'
import type { Tx } from '../../platform/database/database.js'
import { wipe } from './record.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'

/** How long we keep a result: as long as the scoring service does. */
export const resultKeptMs = 30 * 24 * 3_600_000

const anonymised = {
  firstName: '',
  middleName: null,
  lastName: '',
  byFirstName: null,
  byLastName: null,
  phoneNumber: '',
  nationalId: '',
  customerId: null,
  personHash: null,
  orderKey: null,
  orderHash: null,
  failureDetail: null,
  decision: null,
  riskBand: null,
  serviceRequestId: null,
  forgetAt: null,
} as const

/**
 * Anonymises a score request: deletes its result, its documents and the person's data, and keeps when and by whom it
 * was ordered. A worker that is processing the request loses its claim, and the request fails.
 */
export const anonymiseScore = async (
  tx: Tx,
  { id, status, fence }: Pick<ScoreRequest, 'id' | 'status' | 'fence'>,
): Promise<void> => {
  await wipe(tx, id)
  for (const table of ['score_result_parts', 'score_reasons'])
    await tx.run(`DELETE FROM ${table} WHERE score_id = ?`, [id])
  await update(tx, ScoreDocument, { documentName: '', bankName: null, problemDetail: null }, 'score_id = ?', [
    id,
  ])
  const isOpen = status !== 'COMPLETED' && status !== 'FAILED'
  const ended = { status: 'FAILED', failureCode: 'ERASED', dueAt: null, endedAt: databaseNow } as const
  await update(tx, ScoreRequest, { ...anonymised, fence: fence + 1, ...(isOpen && ended) }, 'id = ?', [id])
}

/** Anonymises all our score requests about the person with these hashes. Returns their number. */
export const anonymiseScoresOf = async (tx: Tx, hashes: readonly string[]): Promise<number> => {
  const { places, parameters } = inList(hashes)
  const where = `WHERE person_hash IN (${places}) ${tx.dialect.forUpdate}`
  const scores = await selectAll(tx, ScoreRequest, where, parameters)
  for (const score of scores) await anonymiseScore(tx, score)
  return scores.length
}
