import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'

/** Why an account is blocked. */
export type BlockCause = 'COURT' | 'FRAUD' | 'DEATH' | 'KYC'

/** DEBIT: no money may leave. CREDIT: no new deposit may be requested. */
export type BlockScope = 'DEBIT' | 'CREDIT' | 'BOTH'

/** The facts that decide whether a block is in force. */
export interface BlockTerms {
  readonly scope: BlockScope
  /** The first business date on which it is no longer in force; null for a block without an end. */
  readonly endsOn: LocalDate | null
  /** When it expires unless a second person confirms it; null for one that two people placed, or that was confirmed. */
  readonly expiresAt: Instant | null
}

/** What an account may not do. */
export interface Blocked {
  /** Money out: withdrawals, held and automatic payouts, further attempts, refunds, closing the account. */
  readonly debit: boolean
  /** New deposits. */
  readonly credit: boolean
}

export const isInForce = (
  { endsOn, expiresAt }: Pick<BlockTerms, 'endsOn' | 'expiresAt'>,
  today: LocalDate,
  now: Instant,
): boolean => (endsOn === null || today < endsOn) && (expiresAt === null || now < expiresAt)

/** What an account may not do on a business date at a moment, by all of its blocks that are not lifted. */
export const blockedBy = (
  { blocks, today }: { readonly blocks: readonly BlockTerms[]; readonly today: LocalDate },
  { now }: { readonly now: Instant },
): Blocked => {
  const inForce = blocks.filter((block) => isInForce(block, today, now))
  return {
    debit: inForce.some(({ scope }) => scope !== 'CREDIT'),
    credit: inForce.some(({ scope }) => scope !== 'DEBIT'),
  }
}
