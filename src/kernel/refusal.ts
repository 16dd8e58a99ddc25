/**
 * The codes of all refusals (docs/design/graphql-and-facade.md#refusals-on-the-wire). A closed union: a new code does not
 * compile until each boundary maps it.
 */
export const refusalCodes = [
  'NOT_REGISTERED',
  'ACCOUNT_CLOSING',
  'ACCOUNT_BLOCKED',
  'INVALID_EMAIL',
  'INVALID_PERIOD',
  'INVALID_AMOUNT',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'PRODUCT_NOT_AVAILABLE',
  'INVALID_REFERENCE',
  'REFERENCE_EXPIRED',
  'TERMS_CHANGED',
  'POSITION_NOT_OPEN',
  'ALREADY_PAYING_OUT',
  'CLOCK_NOT_FOUND',
  'CLOCK_ADVANCING',
  'CLOCK_CANNOT_MOVE_BACK',
  'WALK_TOO_LONG',
  'INVALID_ARGUMENT',
  'ALREADY_BLOCKED',
  'ALREADY_PROPOSED',
  'EVIDENCE_REQUIRED',
  'NOT_ON_HOLD',
  'NUMBER_TAKEN',
  'MONTH_NOT_READY',
  'PAYMENTS_UNDER_WAY',
  'EXPIRED',
  'OUTDATED',
  'OVER_LIMIT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/**
 * An expected refusal. Thrown, so that the transaction around it rolls back; anything else thrown is a bug or an
 * outage.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  /** @param cause the reason, where one code has several with a text of their own */
  constructor(
    readonly code: RefusalCode,
    detail: string = code,
    override readonly cause?: string,
  ) {
    super(detail)
  }
}
