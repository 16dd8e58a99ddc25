import { gunzipSync, gzipSync } from 'node:zlib'
import type { Sql, Tx } from '../../database/database.js'
import { inList } from '../../database/in-list.js'
import { insert, selectAll } from '../../database/rows.js'
import { ScoreResultPart } from '../score.entity.js'

/** Base64 is ASCII, so that this many characters are as many bytes of MySQL's 65,535. */
const partLength = 60_000
/** A result that unfolds to more was never stored by us. */
const bodyBytesMax = 64 * 1024 * 1024

/** Writes one body as it came, in place of an earlier one from the same position. */
export const storeBody = async (tx: Tx, scoreId: string, position: number, body: Buffer): Promise<void> => {
  await tx.run('DELETE FROM score_result_parts WHERE score_id = ? AND position = ?', [scoreId, position])
  const text = gzipSync(body).toString('base64')
  for (let part = 0; part * partLength < text.length; part++) {
    const piece = text.slice(part * partLength, (part + 1) * partLength)
    await insert(tx, ScoreResultPart, { scoreId, position, part, body: piece })
  }
}

/** The bodies of many completed requests in one statement, byte for byte and in the order of their addresses; `scoreIds` has at least one. */
export const readBodies = async (sql: Sql, scoreIds: readonly string[]): Promise<Map<string, Buffer[]>> => {
  const { places, parameters } = inList(scoreIds)
  const completed = `JOIN score_requests ON score_requests.id = score_id AND status = 'COMPLETED'`
  const clauses = `${completed} WHERE score_id IN (${places}) ORDER BY score_id, position, part`
  const texts = new Map<string, string[]>()
  for (const { scoreId, position, body } of await selectAll(sql, ScoreResultPart, clauses, parameters)) {
    const known = texts.get(scoreId) ?? []
    texts.set(scoreId, known)
    known[position] = (known[position] ?? '') + body
  }
  const unfold = (text: string): Buffer =>
    gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: bodyBytesMax })
  return new Map([...texts].map(([scoreId, found]) => [scoreId, found.map(unfold)]))
}
