/**
 * The states of money that is, or was, on its way, by its kind. Pages, texts, GraphQL, balances and statements all use these;
 * docs/waiting-money.md shows each.
 */
export interface Standings {
  /** From the wallet to us. CLOSING: after the request, the closing of the account has begun. */
  readonly DEPOSIT: 'REQUESTED' | 'CLOSING' | 'CHECKING'
  /**
   * From us to the wallet. FROZEN: not sent, held back by a block. DELAYED: the provider refused it; it is retried, or
   * under review.
   */
  readonly PAYOUT:
    'HELD' | 'FROZEN' | 'SENDING' | 'DELAYED' | 'CHECKING' | 'SENT' | 'GIVEN_BACK' | 'CANCELLED'
  /** The refund of a deposit that arrived for a closing account. */
  readonly REFUND: 'FROZEN' | 'SENDING' | 'DELAYED' | 'CHECKING' | 'REFUNDED'
}
