import type { CustomerFacts } from '../bank/customers/customers.repository.js'
import type { LedgerAccount } from '../bank/ledger/chart.js'
import type { NewJournal } from '../bank/ledger/post-journal.js'
import type { Language, Call } from '../kernel/call.js'
import type { Instant } from '../kernel/clock.js'
import { formatAmount, type Minor } from '../kernel/money.js'
import type { Database, Tx } from '../platform/database/database.js'
import type { RecordDeps } from '../bank/payments/drive/record-answer.js'
import type { ReleaseDeps } from '../bank/savings/payouts/release-payout.js'
import type { EraseDeps } from '../scoring-service/erasure/erase-scores.js'
import type { ObjectStore } from '../platform/files/object-store.js'
import type { KeyRing } from '../platform/crypto/key-ring.js'

export interface ActionDeps extends ReleaseDeps {
  readonly database: Database
  readonly onOrder: () => void
  /** Books a resolution like the provider's own answer: both take the same path. */
  readonly answers: Omit<RecordDeps, 'database'>
  readonly onUnfinishedClosing: () => void
  readonly scoring: EraseDeps & { readonly objects: ObjectStore }
  readonly scores: { readonly sealing: KeyRing }
}

export interface PreviewLine {
  readonly account: LedgerAccount
  readonly dimension: string | null
  /** A debit is positive, a credit negative. */
  readonly amount: string
  readonly currency: string
}

/** The preview of an approval, as computed at the proposal. */
export interface Preview {
  /** Fields that change, as texts. */
  readonly changes: readonly {
    readonly field: string
    readonly before: string | null
    readonly after: string | null
  }[]
  /** What would be posted. */
  readonly journals: readonly { readonly reference: string; readonly lines: readonly PreviewLine[] }[]
  /** What the customer would read from then on. */
  readonly texts: readonly { readonly language: Language; readonly text: string }[]
}

export const journalsShown = (journals: readonly NewJournal[]): Preview['journals'] =>
  journals.map(({ reference, currency, lines }) => ({
    reference,
    lines: lines
      .filter(({ amount }) => amount !== 0n)
      .map(({ account, dimension = null, amount }) => ({
        account,
        dimension,
        amount: formatAmount(amount, currency),
        currency,
      })),
  }))

/** What the action would do; computed under the locks of this transaction. */
export interface Plan {
  /** Its subject: at most one open approval of each kind per subject. */
  readonly subject: string
  /** What must still be the same when it is approved. */
  readonly basis: object | null
  /** Shown to the proposer and to the approver. */
  readonly preview: Preview | (() => Promise<Preview>)
  /** The amount, for the approver's limit. */
  readonly amount?: Minor
}

export interface Done {
  /** The result, for later readers; without personal data. */
  readonly outcome?: object
  /** Called after the commit, and awaited before the answer. */
  readonly after?: () => void | Promise<void>
}

/** Who does what, and for whom. */
export interface Acting<Input> {
  readonly call: Call
  /** The facts of the customer that it is about, whose row is locked; undefined when it is about no customer. */
  readonly facts: CustomerFacts | undefined
  readonly input: Input
  readonly deps: ActionDeps
}

/**
 * An action that one person proposes and another approves; it is executed in the transaction of the approval. `Input`
 * is plain JSON.
 */
export interface Action<Input> {
  /** How long it may wait for an approval; 7 days when not given. */
  readonly openMs?: (input: Input) => number
  /** Whether the preview contains personal data that the rows behind it do not. */
  readonly isPersonal?: boolean
  /** Whether evidence is required, for the auditor: a letter, a ticket, the provider's statement. */
  readonly needsEvidence?: (input: Input) => boolean
  /** Whether it is also done while the customer's test clock moves. */
  readonly isDoneWhileWalking?: boolean
  /** Refuses what cannot be done. */
  readonly plan: (tx: Tx, acting: Acting<Input>) => Promise<Plan>
  readonly carryOut: (
    tx: Tx,
    acting: Acting<Input>,
    proposed: Pick<Proposed, 'id' | 'reason'>,
  ) => Promise<Done>
  /** What one person may do at once, undone unless it is approved. */
  readonly begin?: (tx: Tx, acting: Acting<Input>, proposed: Proposed) => Promise<void>
  /** Undoes `begin`; called also where nothing was done because the proposal was outdated. */
  readonly undoBegin?: (tx: Tx, call: Call, input: Input) => Promise<void>
}

/** The state of a proposal at that moment. */
export interface Proposed {
  readonly id: string
  readonly expiresAt: Instant
  readonly reason: string
  readonly evidence: string | null
}

export const nothingShown: Preview = { changes: [], journals: [], texts: [] }
