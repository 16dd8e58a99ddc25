import { changeEmail } from '../bank/customers/change-email.js'
import { findCustomer } from '../bank/customers/customers.repository.js'
import { checkedEmail } from '../bank/customers/email.rules.js'
import type { Database } from '../platform/database/database.js'
import { hashNationalId } from '../platform/identity/keys.js'
import { confirmOptOut } from '../bank/savings/closing/confirm-opt-out.js'
import type { ReleaseDeps } from '../bank/savings/payouts/release-payout.js'
import {
  eraseScoringPerson,
  eraseScoringRequest,
  type EraseDeps,
} from '../scoring-service/erasure/erase-scores.js'
import type { Call } from '../kernel/call.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import type { KeyRing } from '../platform/crypto/key-ring.js'

export interface ProposalDeps extends ReleaseDeps {
  readonly database: Database
  readonly onOrder: () => void
  readonly onLeave: () => void
  readonly scoring: Omit<EraseDeps, 'database'>
  readonly scores: { readonly sealing: KeyRing }
}

/** What was asked for, as its kind needs it. */
export type Wish =
  | { readonly kind: 'OPT_OUT'; readonly msisdn: Msisdn }
  | { readonly kind: 'CHANGE_EMAIL'; readonly msisdn: Msisdn; readonly email: string }
  | { readonly kind: 'ERASE_PERSON'; readonly nationalId: string }
  | { readonly kind: 'ERASE_REQUEST'; readonly requestId: string }

/** The same, with the account that it is about: whoever has the number later is somebody else. */
export type Input = Wish & { readonly accountId?: string }

/** Whom it is about, found while it is proposed. Refuses: NOT_REGISTERED, INVALID_EMAIL, INVALID_ARGUMENT. */
export const subjectOf = async (
  deps: ProposalDeps,
  call: Call,
  wish: Wish,
): Promise<{ readonly customerId: string | null; readonly subject: string; readonly input: Input }> => {
  switch (wish.kind) {
    case 'OPT_OUT':
    case 'CHANGE_EMAIL': {
      const found = await findCustomer(deps.database.read, call, wish.msisdn)
      if (!found?.account) throw new Refusal('NOT_REGISTERED')
      const customerId = found.customer.id
      const checked = wish.kind === 'CHANGE_EMAIL' ? { ...wish, email: checkedEmail(wish.email) } : wish
      return { customerId, subject: customerId, input: { ...checked, accountId: found.account.id } }
    }
    case 'ERASE_PERSON': {
      const nationalId = wish.nationalId.trim()
      if (nationalId === '' || nationalId.length > 100)
        throw new Refusal('INVALID_ARGUMENT', 'nationalId must have 1 to 100 characters')
      const subject = hashNationalId(deps.scoring.pepper, nationalId)
      return { customerId: null, subject, input: { ...wish, nationalId } }
    }
    case 'ERASE_REQUEST': {
      const requestId = wish.requestId.toLowerCase()
      const [row] = await deps.database.read.all('SELECT id FROM scoring_requests WHERE id = ?', [requestId])
      if (!row) throw new Refusal('INVALID_REFERENCE', 'There is no such score request')
      return { customerId: null, subject: requestId, input: { ...wish, requestId } }
    }
  }
}

/** Does what two people want; twice is once. Gives what came of it. Refuses what the use case refuses. */
export const carryOut = async (
  deps: ProposalDeps,
  call: Call,
  {
    input,
    reason,
    customerId,
  }: { readonly input: Input; readonly reason: string; readonly customerId: string | null },
): Promise<object | null> => {
  switch (input.kind) {
    case 'OPT_OUT':
      await confirmOptOut(deps, call, { msisdn: input.msisdn, accountId: input.accountId })
      return null
    case 'CHANGE_EMAIL':
      await changeEmail(deps, call, {
        customerId: customerId ?? '',
        accountId: input.accountId ?? '',
        email: input.email,
      })
      return null
    case 'ERASE_PERSON':
      return eraseScoringPerson({ ...deps.scoring, database: deps.database }, call, {
        nationalId: input.nationalId,
        reason,
      })
    case 'ERASE_REQUEST':
      return eraseScoringRequest({ ...deps.scoring, database: deps.database }, call, {
        requestId: input.requestId,
        reason,
      })
  }
}
