import type { TestClockPolicy } from '../bank/customers/register-customer.js'
import type { AccountNumbers } from '../bank/month-end/account-numbers.js'
import type { Database } from '../platform/database/database.js'
import type { Peppers } from '../platform/identity/keys/keys.js'
import type { Pseudonyms } from '../platform/identity/pseudonym.js'
import type { Watch } from '../platform/identity/watch.js'
import type { RecordDeps } from '../bank/payments/drive/record-answer.js'
import type { ScoresDomain } from '../score-requests/model/deps.js'
import type { ActionDeps } from '../back-office/action.js'
import type { Minor } from '../kernel/money.js'

/** The dependencies of use cases and reads, for resolvers; created once, by the composition root. */
export interface Domain {
  readonly database: Database
  readonly testClocks: TestClockPolicy
  /** The most that the wallet lets a customer pay at once; undefined without such a limit. */
  readonly collectionMax: Minor | undefined
  /** Called after the commit of a new payment order, to dispatch it. */
  readonly onOrder: () => void
  /** The provider's limit for one transfer; undefined without one. */
  readonly payoutMax: Minor | undefined
  /** The text that the wallet shows with a payout. */
  readonly payeeNote: string
  /** What it takes to record an answer of the provider; the resolution of a review case is booked in the same way. */
  readonly recordDeps: Omit<RecordDeps, 'database'>
  /** Called after the commit of a requested walk, to start it. */
  readonly onWalk: () => void
  /** Called after the commit of an opt-out with withdrawals left to book. */
  readonly onUnfinishedClosing: () => void
  /** Called after the commit of a requested statement, to make it. */
  readonly onStatement: () => void
  /** Called after the commit of a test customer's reset, so that a worker ends the customer's payments now. */
  readonly onReset: () => void
  /** The dependencies of score requests. */
  readonly scores: ScoresDomain
  /** What it takes to erase a person, or a request, from the scoring service and from our own score requests. */
  readonly erasing: ActionDeps['erasing']
  /** The peppers under which keys are hashed, the pseudonyms of customers, and the reload of this process's key cache. */
  readonly keys: Peppers & {
    readonly pseudonyms: Pseudonyms
    readonly refresh: () => Promise<void>
  }
  /** Limits the look-ups of customers by staff, and records who has read, or was refused, what. */
  readonly watch: Watch
  /** The numbers of our accounts in the bank's own general ledger. */
  readonly accountNumbers: AccountNumbers
  /** A walk without a heartbeat for longer than this has lost its worker. */
  readonly clockStallSeconds: number
}
