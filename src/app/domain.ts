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

/** What resolvers hand to use cases and reads; made once, by the composition root. */
export interface Domain {
  readonly database: Database
  readonly testClocks: TestClockPolicy
  /** The most that the wallet lets a customer pay at once; undefined without such a limit. */
  readonly collectionMax: Minor | undefined
  /** Called after the commit of a new payment order: it may be sent now. */
  readonly onOrder: () => void
  /** The most that the provider sends at once; undefined without such a limit. */
  readonly payoutMax: Minor | undefined
  /** The text that the wallet shows with a payout. */
  readonly payeeNote: string
  /** How answers about orders are booked: what two people say of one takes the same path. */
  readonly answers: Omit<RecordDeps, 'database'>
  /** Called after the commit of a walk that was asked for: it may begin now. */
  readonly onWalk: () => void
  /** Called after the commit of an opt-out whose exits are not all booked. */
  readonly onUnfinishedClosing: () => void
  /** Called after the commit of a statement that was asked for: it may be made now. */
  readonly onStatement: () => void
  /** Called after the commit of a reset whose payments a worker shall end now. */
  readonly onReset: () => void
  /** What score requests are made of. */
  readonly scores: ScoresDomain
  /** Where the scoring service keeps what may have to be erased. */
  readonly scoring: ActionDeps['scoring']
  /** How keys are kept, and how this process learns of a change at once. */
  readonly keys: Peppers & {
    readonly pseudonyms: Pseudonyms
    readonly refresh: () => Promise<void>
  }
  /** What people of the house ask for that is somebody's. */
  readonly watch: Watch
  /** Where our accounts go in the general ledger of the bank. */
  readonly accountNumbers: AccountNumbers
  /** A walk without a heartbeat for longer has lost its worker. */
  readonly clockStallSeconds: number
}
