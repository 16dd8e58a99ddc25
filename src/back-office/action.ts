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
  /** The dependencies of booking an answer of the provider, or the resolution of a review case. */
  readonly recordDeps: Omit<RecordDeps, 'database'>
  readonly onUnfinishedClosing: () => void
  /** The dependencies of erasing a person, also from our own score requests, or a request of the scoring service. */
  readonly erasing: EraseDeps & { readonly objects: ObjectStore }
  /** The keys that seal our own score requests; they also seal the input and the preview of every approval. */
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
  /** The journals that would be posted. */
  readonly journals: readonly { readonly reference: string; readonly lines: readonly PreviewLine[] }[]
  /** The texts that the customer would then read. */
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

/** What the action would do; computed under the locks of its transaction. */
export interface Plan {
  /** What the action is about: a subject has at most one open approval of each kind. */
  readonly subject: string
  /** The facts that make the proposal OUTDATED if they have changed when it is approved; null for none. */
  readonly basis: object | null
  /** Shown to the proposer and to the approver. */
  readonly preview: Preview | (() => Promise<Preview>)
  /** The amount that the approver's limit must allow. */
  readonly amount?: Minor
}

export interface ActionResult {
  /** The stored result; without personal data. */
  readonly outcome?: object
  /** Called after the commit, and awaited before the answer. */
  readonly after?: () => void | Promise<void>
}

/** What an action gets: its caller, its customer and its input. */
export interface ActionContext<Input> {
  readonly call: Call
  /** The customer that the action is about, whose row is locked; undefined when it is about no customer. */
  readonly facts: CustomerFacts | undefined
  readonly input: Input
  readonly deps: ActionDeps
}

/**
 * An action that one person proposes and another approves; it is executed in the transaction of the approval. `Input`
 * is plain JSON.
 */
export interface Action<Input> {
  /** How long a proposal waits for an approval before it expires; 7 days by default. */
  readonly openMs?: (input: Input) => number
  /**
   * Whether subject and preview are personal data. If so, they are stored only while the proposal is open, the subject only within
   * `openKey`.
   */
  readonly isPersonal?: boolean
  /** Whether evidence is required, for the auditor: a letter, a ticket, the provider's statement. */
  readonly needsEvidence?: (input: Input) => boolean
  /** Whether the action is also allowed while the customer's test clock is moving. */
  readonly isAllowedWhileWalking?: boolean
  /** Computes what the action would do. Refuses what cannot be done. */
  readonly plan: (tx: Tx, acting: ActionContext<Input>) => Promise<Plan>
  readonly carryOut: (
    tx: Tx,
    acting: ActionContext<Input>,
    proposed: Pick<Proposed, 'id' | 'reason'>,
  ) => Promise<ActionResult>
  /** What already takes effect with the proposal; it is undone unless the proposal is approved. */
  readonly applyAtProposal?: (tx: Tx, acting: ActionContext<Input>, proposed: Proposed) => Promise<void>
  /** Undoes what `applyAtProposal` did, if it did anything, when the proposal ends without being carried out. */
  readonly undoApplied?: (tx: Tx, call: Call, input: Input) => Promise<void>
}

/** What `applyAtProposal` and `carryOut` are told of the proposal. */
export interface Proposed {
  readonly id: string
  readonly expiresAt: Instant
  readonly reason: string
  readonly evidence: string | null
}

export const emptyPreview: Preview = { changes: [], journals: [], texts: [] }
