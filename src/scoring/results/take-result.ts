import type { Readable } from 'node:stream'
import type { Database } from '../../database/database.js'
import { databaseNow, selectOne, update } from '../../database/rows.js'
import { Declined } from '../declined.js'
import type { ScoringDeps } from '../deps.js'
import { ResultAddress } from '../scoring.entity.js'

/** A transfer that was cut off may be tried again after so long. */
const leaseMs = 30_000
const renewMs = 10_000

const used = (): Declined =>
  new Declined('GONE', 'This address was used; ask for the results again to get a new one', {
    details: 'already_used',
  })

export const addressExpired = (): Declined =>
  new Declined('GONE', 'This address has expired; ask for the results again to get a new one', {
    details: 'expired',
  })

/** One body on its way to its one reader. */
export interface Transfer {
  readonly stream: Readable
  readonly bytes: number
  /** Ends it: complete, the address is used up; cut off, it can be used again when its lease has passed. */
  end(isComplete: boolean): Promise<void>
}

const lease = async (database: Database, id: string): Promise<ResultAddress> => {
  const address = await database.inTransaction(async (tx) => {
    const { nowMs } = tx.dialect
    const taken = await tx.run(
      `UPDATE scoring_addresses SET lease_until = ${nowMs} + ${leaseMs}, fence = fence + 1
       WHERE id = ? AND consumed_at IS NULL AND (lease_until IS NULL OR lease_until <= ${nowMs})`,
      [id],
    )
    return taken === 0 ? undefined : selectOne(tx, ResultAddress, 'WHERE id = ?', [id])
  })
  if (!address) throw used()
  return address
}

/** A slow reader keeps its lease. */
const renew = ({ database, log }: ScoringDeps, { id, fence }: ResultAddress): NodeJS.Timeout =>
  setInterval(() => {
    database
      .inOneStatement((tx) =>
        tx.run(
          `UPDATE scoring_addresses SET lease_until = ${tx.dialect.nowMs} + ${leaseMs} WHERE id = ? AND fence = ?`,
          [id, fence],
        ),
      )
      .catch((err: unknown) => log.warn({ err }, 'the lease of a transfer could not be renewed'))
  }, renewMs)

/**
 * Begins the one transfer of a result address: of any number of readers at once, one gets it.
 * Refuses: GONE for the others, and once it was read to its end.
 */
export const takeResult = async (deps: ScoringDeps, id: string): Promise<Transfer> => {
  const address = await lease(deps.database, id)
  const found = await deps.objects.read(address.objectKey)
  if (!found) throw addressExpired()
  const renewing = renew(deps, address)
  return {
    ...found,
    end: async (isComplete) => {
      clearInterval(renewing)
      if (!isComplete) return
      const mine = 'id = ? AND fence = ?'
      await deps.database.inOneStatement((tx) =>
        update(tx, ResultAddress, { consumedAt: databaseNow }, mine, [address.id, address.fence]),
      )
    },
  }
}

/** For HEAD, which uses nothing up. Refuses: GONE when a GET would have nothing to give. */
export const peekResult = async ({ database }: ScoringDeps, id: string): Promise<void> => {
  const address = await selectOne(database.read, ResultAddress, 'WHERE id = ?', [id])
  if (!address || address.consumedAt !== null) throw used()
}
