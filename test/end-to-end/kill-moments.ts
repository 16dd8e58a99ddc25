import type { PaymentKind } from './kill-journeys.js'
import type { WalletMoment } from './wallet-holds.js'

/** Where a payment is when its process is killed. */
export interface KillMoment {
  readonly of: PaymentKind
  /** Its confirm was asked or answered, or something happened between the service and its wallet. */
  readonly after: 'ASKED' | 'CONFIRMED' | WalletMoment
  /** How long ago. */
  readonly ms: number
}

type Call = WalletMoment['call']
type Stage = WalletMoment['stage']

const momentsOf = (of: PaymentKind) => {
  const after = (moment: KillMoment['after'], ms: number): KillMoment => ({ of, after: moment, ms })
  return {
    asked: (ms: number) => after('ASKED', ms),
    answered: after('CONFIRMED', 0),
    at: (call: Call, stage: Stage, ms = 0) => after({ call, stage }, ms),
    /** At the status query that answers that the money moved. */
    paid: (stage: 'DONE' | 'ANSWERED', ms = 0) => after({ call: 'STATUS', stage, status: 'SUCCESSFUL' }, ms),
  }
}

const deposit = momentsOf('DEPOSIT')
const withdrawal = momentsOf('WITHDRAWAL')
const optOut = momentsOf('OPT_OUT')
/** Of somebody who leaves with a deposit on its way: first the deposit succeeds, then it is paid back. */
const refund = momentsOf('REFUND')
/** A reset's worker sends what is open and asks the emulator for its end. */
const reset = momentsOf('RESET')

/** Between each pair of steps of a settlement, and of a withdrawal that is sent at once. */
export const settling = {
  'a token is asked for': deposit.at('TOKEN', 'ARRIVED'),
  'the token was given': deposit.at('TOKEN', 'ANSWERED'),
  'the confirm has just been asked': deposit.asked(1),
  'the confirm is being answered': deposit.asked(4),
  'the confirm was answered': deposit.answered,
  'the wallet is about to be asked': deposit.at('SEND', 'ARRIVED'),
  'the wallet took the order and has not said so': deposit.at('SEND', 'DONE'),
  'the wallet said that it took the order': deposit.at('SEND', 'ANSWERED'),
  'the order is being noted as taken': deposit.at('SEND', 'ANSWERED', 1),
  'the order was noted as taken': deposit.at('SEND', 'ANSWERED', 5),
  'the status is asked': deposit.at('STATUS', 'ARRIVED'),
  'the money has moved and nobody knows': deposit.paid('DONE'),
  'the wallet said that the money moved': deposit.paid('ANSWERED'),
  'the wallet said 2 ms ago that the money moved': deposit.paid('ANSWERED', 2),
  'the wallet said 20 ms ago that the money moved': deposit.paid('ANSWERED', 20),

  'a withdrawal is being answered': withdrawal.asked(4),
  'a withdrawal was answered': withdrawal.answered,
  'a transfer is about to be asked': withdrawal.at('SEND', 'ARRIVED'),
  'the wallet took the transfer and has not said so': withdrawal.at('SEND', 'DONE'),
  'the transfer is being noted as taken': withdrawal.at('SEND', 'ANSWERED', 1),
  'the status of a transfer is asked': withdrawal.at('STATUS', 'ARRIVED'),
  'the transfer was paid and nobody knows': withdrawal.paid('DONE'),
  'the wallet said that the transfer was paid': withdrawal.paid('ANSWERED'),
  'the wallet said 3 ms ago that the transfer was paid': withdrawal.paid('ANSWERED', 3),
}

/** In a reset, in an opt-out, and in an opt-out with a deposit in flight. */
export const leaving = {
  'a reset is being answered': reset.asked(4),
  'a reset was answered': reset.answered,
  'a reset looks whether the wallet has the order': reset.at('STATUS', 'DONE'),
  'the wallet took what a reset sends and has not said so': reset.at('SEND', 'DONE'),
  'a reset asks for the end of what it has sent': reset.at('SEND', 'ANSWERED', 2),
  'what a reset has sent was paid and nobody knows': reset.paid('DONE'),
  'the end of what a reset has sent is being booked': reset.paid('ANSWERED', 2),

  'an opt-out is being answered': optOut.asked(4),
  'an opt-out was answered': optOut.answered,
  'the wallet took the last payout and has not said so': optOut.at('SEND', 'DONE'),
  'the last payout was paid and nobody knows': optOut.paid('DONE'),
  'the wallet said that the last payout was paid': optOut.paid('ANSWERED'),
  'the account is being closed': optOut.paid('ANSWERED', 2),

  'an opt-out with a deposit on its way was answered': refund.answered,
  'the late deposit was paid and nobody knows': refund.paid('DONE'),
  'the wallet said that the late deposit was paid': refund.paid('ANSWERED'),
  'the refund is being placed': refund.paid('ANSWERED', 2),
  'the refund is on its way': refund.paid('ANSWERED', 40),
}

/**
 * Moments of several payments that one kill meets, in the order in which they are brought about. A call that is held
 * holds up all others of its turn, so each of these turns gives at most one: the sending of orders, the asking for their
 * status, and a reset's, which does both. Statuses come first, since their orders must have been sent; then what is sent;
 * then confirms, which wait for no turn.
 */
export type Wave = readonly (KillMoment & { readonly name: string })[]

export const wavesOf = <Name extends string>(
  moments: Readonly<Record<Name, KillMoment>>,
  names: readonly (readonly Name[])[],
): Wave[] => names.map((wave) => wave.map((name) => ({ name, ...moments[name] })))

/** All moments of a settlement. The tokens come first, before any order is left that is due: a process asks for one once, for all customers. */
export const settlingWaves = wavesOf(settling, [
  ['a token is asked for'],
  ['the token was given', 'the confirm was answered', 'the confirm has just been asked'],
  ['the status is asked', 'the wallet is about to be asked', 'the confirm is being answered'],
  ['the money has moved and nobody knows', 'the wallet took the order and has not said so'],
  ['the wallet said that the money moved', 'the wallet said that it took the order'],
  ['the wallet said 2 ms ago that the money moved', 'a transfer is about to be asked'],
  ['the wallet said 20 ms ago that the money moved', 'the order is being noted as taken'],
  [
    'the status of a transfer is asked',
    'the wallet took the transfer and has not said so',
    'a withdrawal is being answered',
  ],
  [
    'the transfer was paid and nobody knows',
    'the transfer is being noted as taken',
    'a withdrawal was answered',
  ],
  ['the wallet said that the transfer was paid', 'the order was noted as taken'],
  ['the wallet said 3 ms ago that the transfer was paid'],
])

/** At any point of an order's life, other moments in each run, each in its own wave; the name has the moment. */
export const randomWaves = (count: number): Wave[] =>
  Array.from({ length: count }, (_, index) => {
    const ms = Math.round(Math.random() * 1_200)
    return [{ name: `random ${index + 1}, ${ms} ms after the confirm`, ...deposit.asked(ms) }]
  })
