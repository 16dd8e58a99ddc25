import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { ScoreRequest } from '../model/score.entity.js'

/** A worker that dies leaves its claim for this long. */
export const leaseMs = 15_000
const heartbeatMs = 4_000

const ours = 'id = ? AND fence = ? AND due_at IS NOT NULL'

type Claim = Pick<ScoreRequest, 'id' | 'fence'>

const take = async (tx: Tx, due: string): Promise<ScoreRequest | undefined> => {
  const found = await selectOne(tx, ScoreRequest, due, [])
  if (!found) return undefined
  await tx.run(
    `UPDATE score_requests SET due_at = ${tx.dialect.nowMs} + ${leaseMs}, fence = fence + 1 WHERE id = ?`,
    [found.id],
  )
  return selectOne(tx, ScoreRequest, 'WHERE id = ?', [found.id])
}

/** Takes the request that has been due longest, until its lease ends; undefined when none is due. */
export const claimScore = async (database: Database): Promise<ScoreRequest | undefined> => {
  const { nowMs, skipLocked } = database.dialect
  const due = `due_at <= ${nowMs} ORDER BY due_at LIMIT 1`
  // Most ticks find nothing, and need no transaction for it.
  if ((await database.read.all(`SELECT id FROM score_requests WHERE ${due}`)).length === 0) return undefined
  return database.inTransaction((tx) => take(tx, `WHERE ${due} ${skipLocked}`))
}

/** Keeps the claim while its work goes on; a lost one is noticed when something is written. */
export const keepClaim = (database: Database, { id, fence }: Claim, log: Log): NodeJS.Timeout =>
  setInterval(() => {
    database
      .inOneStatement((tx) =>
        tx.run(`UPDATE score_requests SET due_at = ${tx.dialect.nowMs} + ${leaseMs} WHERE ${ours}`, [
          id,
          fence,
        ]),
      )
      .catch((err: unknown) => log.warn({ err, score: id }, 'a claim of a score request could not be kept'))
  }, heartbeatMs)

/** The claim was lost to another worker: what this one knows is old. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** Changes the request of a claim. Throws ClaimLost, which undoes the transaction around it. */
export const updateClaimed = async (
  tx: Tx,
  { id, fence }: Claim,
  values: Parameters<typeof update<ScoreRequest>>[2],
): Promise<void> => {
  if ((await update(tx, ScoreRequest, values, ours, [id, fence])) === 0) throw new ClaimLost()
}

/** Gives the claim back, to be taken up again after a while. */
export const release = (
  database: Database,
  { id, fence }: Claim,
  next: { readonly waitMs: number; readonly attempts: number; readonly problem: string | null },
): Promise<number> =>
  database.inOneStatement((tx) =>
    tx.run(
      `UPDATE score_requests SET due_at = ${tx.dialect.nowMs} + ?, attempts = ?, problem = ? WHERE ${ours}`,
      [Math.ceil(next.waitMs), next.attempts, next.problem?.slice(0, 64) ?? null, id, fence],
    ),
  )

/** The moment of the database, so that no other clock decides when a service is given up. */
export const databaseMoment = async ({ dialect, read }: Database): Promise<Instant> => {
  const [row] = await read.all(`SELECT ${dialect.nowMs} AS now_ms`)
  return Number(row?.['now_ms'])
}
