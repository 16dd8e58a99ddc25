import { Readable } from 'node:stream'
import type { Database } from '../../platform/database/database.js'
import { databaseNow, selectOne, update } from '../../platform/database/rows.js'
import { claimDue, keepClaim, releaseClaim } from '../../platform/queue/queue.js'
import { dueSql, stillClaimedBy, type Queue } from '../../platform/queue/queue.rules.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import { ResultAddress } from '../model/scoring.entity.js'
import { openBody, type OpenBody } from './stored-body.js'

const notUsed = 'consumed_at IS NULL'

/** The lease of a transfer. After it a transfer that was cut off can be repeated. */
const queue: Queue = {
  table: 'scoring_addresses',
  until: 'lease_until',
  empty: 'FREE',
  fence: 'fence',
  whileClaimed: notUsed,
  leaseMs: 30_000,
  beatMs: 10_000,
}

const addressUsed = (): ScoringRefusal =>
  new ScoringRefusal('GONE', 'This address was used; ask for the results again to get a new one', {
    details: 'already_used',
  })

export const addressExpired = (): ScoringRefusal =>
  new ScoringRefusal('GONE', 'This address has expired; ask for the results again to get a new one', {
    details: 'expired',
  })

/** The transfer of a body to the one caller that gets it. */
export interface Transfer {
  readonly stream: Readable
  readonly bytes: number
  /** To be called when the connection has ended, for whatever reason. */
  end(): void
}

const lease = async (database: Database, id: string): Promise<ResultAddress> => {
  const address = await database.inTransaction(async (tx) => {
    const due = { where: `id = ? AND ${notUsed}`, parameters: [id], limit: 1, waits: true }
    const [claim] = await claimDue(tx, queue, due)
    return claim && selectOne(tx, ResultAddress, 'WHERE id = ?', [id])
  })
  if (!address) throw addressUsed()
  return address
}

/** Uses up the address. Refuses: GONE if the lease was lost to another caller, who then gets the body. */
const consume = async ({ database }: ScoringDeps, address: ResultAddress): Promise<void> => {
  const consumed = await database.inOneStatement((tx) =>
    update(tx, ResultAddress, { consumedAt: databaseNow }, ...stillClaimedBy(queue, address)),
  )
  if (consumed === 0) throw addressUsed()
}

/**
 * Sends the last piece only after the address is used up in SQL. If the process is killed or the connection breaks
 * between the two, the caller needs a new address; in the other order a whole result could be sent twice. A transfer
 * that ends before the last piece does not use up the address.
 */
async function* useBeforeLast(
  pieces: AsyncIterable<Buffer>,
  use: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  for await (const piece of pieces) {
    if (last) yield last
    last = piece
  }
  await use()
  if (last) yield last
}

const open = async (deps: ScoringDeps, address: ResultAddress): Promise<OpenBody> => {
  try {
    const body = await openBody(deps, address.objectKey)
    if (body) return body
  } catch (error) {
    // Nothing was sent, so the lease is released at once.
    await releaseClaim(deps.database, queue, { claim: address, waitMs: null })
    throw error
  }
  throw addressExpired()
}

/**
 * Begins the only transfer of a result address: if several callers come at once, one gets it. A transfer that was cut
 * off before its last piece can be repeated after its lease.
 * Refuses: GONE for other callers, and after the address was used up. Throws when the body's sealing key is missing.
 */
export const takeResult = async (deps: ScoringDeps, id: string): Promise<Transfer> => {
  const address = await lease(deps.database, id)
  const { bytes, pieces, source } = await open(deps, address)
  const stopBeating = keepClaim(deps, queue, address)
  return {
    bytes,
    stream: Readable.from(
      useBeforeLast(pieces, () => consume(deps, address)),
      { objectMode: false },
    ),
    end: () => {
      stopBeating()
      source.destroy()
    },
  }
}

/** For HEAD, which does not use up the address. Refuses: GONE if a GET would be refused. */
export const peekResult = async ({ database }: ScoringDeps, id: string): Promise<void> => {
  const free = `WHERE id = ? AND ${notUsed} AND ${dueSql(queue, database.dialect)}`
  if (!(await selectOne(database.read, ResultAddress, free, [id]))) throw addressUsed()
}
