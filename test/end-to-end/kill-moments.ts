import type { PaymentKind } from './kill-journeys.js'
import type { WalletMoment } from './wallet-holds.js'

/** A moment in a payment at which the process of the service is killed. */
export interface KillMoment {
  readonly of: PaymentKind
  /** What has happened: the confirm was sent or answered, or a call between the service and its wallet reached a stage. */
  readonly after: 'ASKED' | 'CONFIRMED' | WalletMoment
  /** How long after that the process is killed, in milliseconds. */
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
    /** At the status query whose answer is that the money has moved. */
    paid: (stage: 'DONE' | 'ANSWERED', ms = 0) => after({ call: 'STATUS', stage, status: 'SUCCESSFUL' }, ms),
  }
}

const deposit = momentsOf('DEPOSIT')
const withdrawal = momentsOf('WITHDRAWAL')
const optOut = momentsOf('OPT_OUT')
/** Moments in an opt-out with a deposit in flight: the deposit succeeds, and is then refunded. */
const refund = momentsOf('REFUND')
/** Moments in a reset, whose worker sends the open orders and polls the emulator for their end. */
const reset = momentsOf('RESET')

/** A moment between each two steps of a settlement, and of a withdrawal that is sent at once. */
export const settling = {
  'a token is requested': deposit.at('TOKEN', 'ARRIVED'),
  'the token was issued': deposit.at('TOKEN', 'ANSWERED'),
  'the confirm was sent a moment ago': deposit.asked(1),
  'the confirm is being answered': deposit.asked(4),
  'the confirm was answered': deposit.answered,
  'the order is about to reach the wallet': deposit.at('SEND', 'ARRIVED'),
  'the wallet accepted the order and has not answered': deposit.at('SEND', 'DONE'),
  'the wallet answered that it accepted the order': deposit.at('SEND', 'ANSWERED'),
  'the order is being recorded as submitted': deposit.at('SEND', 'ANSWERED', 1),
  'the order was recorded as submitted': deposit.at('SEND', 'ANSWERED', 5),
  'the status is requested': deposit.at('STATUS', 'ARRIVED'),
  'the deposit was paid and the service does not know': deposit.paid('DONE'),
  'the wallet answered that the deposit was paid': deposit.paid('ANSWERED'),
  'the wallet answered 2 ms ago that the deposit was paid': deposit.paid('ANSWERED', 2),
  'the wallet answered 20 ms ago that the deposit was paid': deposit.paid('ANSWERED', 20),

  'a withdrawal is being answered': withdrawal.asked(4),
  'a withdrawal was answered': withdrawal.answered,
  'a transfer is about to reach the wallet': withdrawal.at('SEND', 'ARRIVED'),
  'the wallet accepted the transfer and has not answered': withdrawal.at('SEND', 'DONE'),
  'the transfer is being recorded as submitted': withdrawal.at('SEND', 'ANSWERED', 1),
  'the status of a transfer is requested': withdrawal.at('STATUS', 'ARRIVED'),
  'the transfer was paid and the service does not know': withdrawal.paid('DONE'),
  'the wallet answered that the transfer was paid': withdrawal.paid('ANSWERED'),
  'the wallet answered 3 ms ago that the transfer was paid': withdrawal.paid('ANSWERED', 3),
}

/** Moments in a reset, in an opt-out, and in an opt-out with a deposit in flight. */
export const leaving = {
  'a reset is being answered': reset.asked(4),
  'a reset was answered': reset.answered,
  'a reset checks whether the wallet has the order': reset.at('STATUS', 'DONE'),
  'the wallet accepted an order of a reset and has not answered': reset.at('SEND', 'DONE'),
  'a reset polls an order that it sent': reset.at('SEND', 'ANSWERED', 2),
  'an order of a reset was paid and the service does not know': reset.paid('DONE'),
  'the outcome of an order of a reset is being booked': reset.paid('ANSWERED', 2),

  'an opt-out is being answered': optOut.asked(4),
  'an opt-out was answered': optOut.answered,
  'the wallet accepted the last payout and has not answered': optOut.at('SEND', 'DONE'),
  'the last payout was paid and the service does not know': optOut.paid('DONE'),
  'the wallet answered that the last payout was paid': optOut.paid('ANSWERED'),
  'the account is being closed': optOut.paid('ANSWERED', 2),

  'an opt-out with a deposit in flight was answered': refund.answered,
  'the late deposit was paid and the service does not know': refund.paid('DONE'),
  'the wallet answered that the late deposit was paid': refund.paid('ANSWERED'),
  'the refund is being placed': refund.paid('ANSWERED', 2),
  'the refund is in flight': refund.paid('ANSWERED', 40),
}

/**
 * Moments of several payments, all interrupted by one kill, in the order in which the test takes each payment to its moment. While a call
 * is held, all other calls of the same job wait; so of each job there is one moment at most. The jobs are: the one that sends orders, the
 * one that polls, and the reset, which does both. First come payments held at a poll, because their orders must have been sent, and a held
 * send would delay that; then those held at a send; then confirms, which wait for no job.
 */
export type Wave = readonly (KillMoment & { readonly name: string })[]

export const wavesOf = <Name extends string>(
  moments: Readonly<Record<Name, KillMoment>>,
  names: readonly (readonly Name[])[],
): Wave[] => names.map((wave) => wave.map((name) => ({ name, ...moments[name] })))

/** All moments of a settlement. Tokens come first, while no order is due, because a process requests a token once for all customers. */
export const settlingWaves = wavesOf(settling, [
  ['a token is requested'],
  ['the token was issued', 'the confirm was answered', 'the confirm was sent a moment ago'],
  ['the status is requested', 'the order is about to reach the wallet', 'the confirm is being answered'],
  [
    'the deposit was paid and the service does not know',
    'the wallet accepted the order and has not answered',
  ],
  ['the wallet answered that the deposit was paid', 'the wallet answered that it accepted the order'],
  ['the wallet answered 2 ms ago that the deposit was paid', 'a transfer is about to reach the wallet'],
  ['the wallet answered 20 ms ago that the deposit was paid', 'the order is being recorded as submitted'],
  [
    'the status of a transfer is requested',
    'the wallet accepted the transfer and has not answered',
    'a withdrawal is being answered',
  ],
  [
    'the transfer was paid and the service does not know',
    'the transfer is being recorded as submitted',
    'a withdrawal was answered',
  ],
  ['the wallet answered that the transfer was paid', 'the order was recorded as submitted'],
  ['the wallet answered 3 ms ago that the transfer was paid'],
])

/** Waves of one kill each, at a random time after the confirm; the name of the wave has the time. */
export const randomWaves = (count: number): Wave[] =>
  Array.from({ length: count }, (_, index) => {
    const ms = Math.round(Math.random() * 1_200)
    return [{ name: `random ${index + 1}, ${ms} ms after the confirm`, ...deposit.asked(ms) }]
  })
