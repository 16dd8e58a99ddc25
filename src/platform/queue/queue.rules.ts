/** The lease: how long the claims of a dead worker last. */
const leaseMsDefault = 15_000

/** A table whose rows workers claim for a time (docs/design/jobs-and-queues.md#claims). */
export interface Queue {
  readonly table: string
  /** The column with the end of the lease or of the backoff; from then on a row may be claimed. */
  readonly until: string
  /** Whether NULL in `until` means that a row is free. */
  readonly empty: 'FREE' | 'NEVER_DUE'
  /** The fence, which each claim increments; null where a write of an old claim does no harm. */
  readonly fence: string | null
  /** The table has a column `holder` with the process that claimed the row; empty once that has released it. */
  readonly namesHolder?: boolean
  /** The condition that holds as long as a row is claimed. */
  readonly whileClaimed?: string
  readonly leaseMs?: number
  readonly beatMs?: number
}

export interface Claim {
  readonly id: string
  readonly fence: number
}

/** The part of a dialect that the queue needs: the database's clock. */
interface Clocked {
  /** SQL: milliseconds since 1970. */
  readonly nowMs: string
}

/** SQL: the end of a lease that begins now. */
export const leaseEnd = ({ leaseMs = leaseMsDefault }: Queue, { nowMs }: Clocked): string =>
  `${nowMs} + ${leaseMs}`

/** SQL: a row may be claimed now. All instants come from the database's clock; a worker's clock decides nothing. */
export const dueSql = ({ until, empty }: Queue, { nowMs }: Clocked): string =>
  empty === 'FREE' ? `(${until} IS NULL OR ${until} <= ${nowMs})` : `${until} <= ${nowMs}`

/** The condition, with its values, for a write of a claimed row: if it matches no row, the claim was lost. */
export const stillClaimedBy = (
  { fence, namesHolder = false, whileClaimed }: Queue,
  claim: Claim,
): readonly [where: string, parameters: readonly unknown[]] => {
  const conditions = [
    'id = ?',
    ...(fence === null ? [] : [`${fence} = ?`]),
    // The fence does not show a release, after which a late heartbeat must not renew the lease.
    ...(namesHolder ? ['holder IS NOT NULL'] : []),
    ...(whileClaimed === undefined ? [] : [whileClaimed]),
  ]
  return [conditions.join(' AND '), fence === null ? [claim.id] : [claim.id, claim.fence]]
}
