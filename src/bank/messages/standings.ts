/**
 * Where money stands that is on its way, or was, by what it is. Screens, texts, GraphQL, balances and papers all read it
 * here; docs/waiting-money.md shows each.
 */
export interface Standings {
  /** From the wallet to us. CLOSING: asked for, of a closing account. */
  readonly DEPOSIT: 'REQUESTED' | 'CLOSING' | 'CHECKING'
  /**
   * From us to the wallet. FROZEN: not sent, of an account that money may not leave. DELAYED: the provider refused it; it is
   * offered again, or people decide.
   */
  readonly PAYOUT:
    'HELD' | 'FROZEN' | 'SENDING' | 'DELAYED' | 'CHECKING' | 'SENT' | 'GIVEN_BACK' | 'CANCELLED'
  /** A deposit that came for a closing account, back to the wallet. */
  readonly REFUND: 'FROZEN' | 'SENDING' | 'DELAYED' | 'CHECKING' | 'REFUNDED'
}
