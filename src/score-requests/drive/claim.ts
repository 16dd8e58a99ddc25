import { integer, only } from '../../platform/database/read-row.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { ClaimLost, claimDue, keepClaim, releaseClaim } from '../../platform/queue/queue.js'
import { dueSql, stillClaimedBy, type Queue } from '../../platform/queue/queue.rules.js'
import type { Instant } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { ScoreRequest } from '../model/score.entity.js'

const queue: Queue = {
  table: 'score_requests',
  until: 'due_at',
  empty: 'NEVER_DUE',
  fence: 'fence',
  namesHolder: true,
  whileClaimed: 'due_at IS NOT NULL',
}

type ClaimedScore = Pick<ScoreRequest, 'id' | 'fence'>

/** Claims, with a lease, the request that has been due longest; undefined when none is due. */
export const claimScore = async (database: Database): Promise<ScoreRequest | undefined> => {
  // Looks without a transaction first: most ticks find nothing.
  const due = `SELECT id FROM score_requests WHERE ${dueSql(queue, database.dialect)} LIMIT 1`
  if ((await database.read.all(due)).length === 0) return undefined
  return database.inTransaction(async (tx) => {
    const [claim] = await claimDue(tx, queue, { where: 'TRUE ORDER BY due_at', limit: 1 })
    return claim && selectOne(tx, ScoreRequest, 'WHERE id = ?', [claim.id])
  })
}

/** Renews the lease during the work; a worker notices a lost lease at its next write. */
export const renewLease = (
  deps: { readonly database: Database; readonly log: Log },
  claim: ClaimedScore,
): (() => void) => keepClaim(deps, queue, claim)

/** Changes a claimed request. Throws ClaimLost if the claim is lost, which rolls the transaction back. */
export const updateClaimed = async (
  tx: Tx,
  claim: ClaimedScore,
  values: Parameters<typeof update<ScoreRequest>>[2],
): Promise<void> => {
  if ((await update(tx, ScoreRequest, values, ...stillClaimedBy(queue, claim))) === 0) throw new ClaimLost()
}

interface Next {
  readonly waitMs: number
  readonly attempts: number
  readonly problem: string | null
  /** After how long we give up, from now on; unchanged when it is undefined. */
  readonly giveUpMs?: number | undefined
}

/** Releases the claim; the request is due again after `waitMs`. */
export const release = (
  database: Database,
  claim: ClaimedScore,
  { waitMs, attempts, problem, giveUpMs }: Next,
): Promise<number> => {
  const giveUpAt = giveUpMs === undefined ? 'give_up_at' : `${database.dialect.nowMs} + ?`
  return releaseClaim(database, queue, {
    claim,
    waitMs,
    changes: {
      sql: `, give_up_at = ${giveUpAt}, attempts = ?, problem = ?`,
      parameters: [...(giveUpMs === undefined ? [] : [giveUpMs]), attempts, problem?.slice(0, 64) ?? null],
    },
  })
}

/** The database's time: it decides when we give up on a service and when data is deleted, since clocks of machines differ. */
export const databaseMoment = async ({ dialect, read }: Database): Promise<Instant> => {
  const [row] = await read.all(`SELECT ${dialect.nowMs} AS now_ms`)
  return only(row, integer)
}
