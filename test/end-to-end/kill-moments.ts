import type { Kill, KillCase } from './kill.js'

const at = (call: 'TOKEN' | 'SEND' | 'STATUS', stage: 'ARRIVED' | 'DONE' | 'ANSWERED', ms = 0): Kill => ({
  at: { call, stage },
  ms,
})
/** Of the one status query that tells that the money moved. */
const paid = (stage: 'DONE' | 'ANSWERED', ms = 0): Kill => ({
  at: { call: 'STATUS', stage, status: 'SUCCESSFUL' },
  ms,
})

/** Between each pair of steps of a settlement. The token comes first: a process asks for one once, for all customers. */
export const moments: readonly KillCase[] = [
  { name: 'a token is asked for', kill: at('TOKEN', 'ARRIVED') },
  { name: 'the token was given', kill: at('TOKEN', 'ANSWERED') },
  { name: 'the confirm has just been asked', kill: { msAfter: 'ASKED', ms: 1 } },
  { name: 'the confirm is being answered', kill: { msAfter: 'ASKED', ms: 4 } },
  { name: 'the confirm was answered', kill: { msAfter: 'CONFIRMED', ms: 0 } },
  { name: 'the wallet is about to be asked', kill: at('SEND', 'ARRIVED') },
  { name: 'the wallet took the order and has not said so', kill: at('SEND', 'DONE') },
  { name: 'the wallet said that it took the order', kill: at('SEND', 'ANSWERED') },
  { name: 'the order is being noted as taken', kill: at('SEND', 'ANSWERED', 1) },
  { name: 'the order was noted as taken', kill: at('SEND', 'ANSWERED', 5) },
  { name: 'the status is asked', kill: at('STATUS', 'ARRIVED') },
  { name: 'the money has moved and nobody knows', kill: paid('DONE') },
  { name: 'the wallet said that the money moved', kill: paid('ANSWERED') },
  ...[1, 2, 5, 20].map((ms) => ({
    name: `the wallet said ${ms} ms ago that the money moved`,
    kill: paid('ANSWERED', ms),
  })),
]

/** The same of a withdrawal that is sent at once. */
const ofWithdrawal: readonly KillCase[] = [
  { name: 'a withdrawal is being answered', kill: { msAfter: 'ASKED', ms: 4 } },
  { name: 'a withdrawal was answered', kill: { msAfter: 'CONFIRMED', ms: 0 } },
  { name: 'a transfer is about to be asked', kill: at('SEND', 'ARRIVED') },
  { name: 'the wallet took the transfer and has not said so', kill: at('SEND', 'DONE') },
  { name: 'the transfer is being noted as taken', kill: at('SEND', 'ANSWERED', 1) },
  { name: 'the status of a transfer is asked', kill: at('STATUS', 'ARRIVED') },
  { name: 'the transfer was paid and nobody knows', kill: paid('DONE') },
  { name: 'the wallet said that the transfer was paid', kill: paid('ANSWERED') },
  { name: 'the wallet said 3 ms ago that the transfer was paid', kill: paid('ANSWERED', 3) },
]
export const withdrawalMoments = ofWithdrawal.map((moment) => ({ ...moment, of: 'WITHDRAWAL' as const }))

const ofOptOut: readonly KillCase[] = [
  { name: 'an opt-out is being answered', kill: { msAfter: 'ASKED', ms: 4 } },
  { name: 'an opt-out was answered', kill: { msAfter: 'CONFIRMED', ms: 0 } },
  { name: 'the wallet took the last payout and has not said so', kill: at('SEND', 'DONE') },
  { name: 'the last payout was paid and nobody knows', kill: paid('DONE') },
  { name: 'the wallet said that the last payout was paid', kill: paid('ANSWERED') },
  { name: 'the account is being closed', kill: paid('ANSWERED', 2) },
]

/** Of somebody who leaves with a deposit on its way: first the deposit succeeds, then it is paid back. */
const ofRefund: readonly KillCase[] = [
  { name: 'an opt-out with a deposit on its way was answered', kill: { msAfter: 'CONFIRMED', ms: 0 } },
  { name: 'the late deposit was paid and nobody knows', kill: paid('DONE') },
  { name: 'the wallet said that the late deposit was paid', kill: paid('ANSWERED') },
  { name: 'the refund is being placed', kill: paid('ANSWERED', 2) },
  { name: 'the refund is on its way', kill: paid('ANSWERED', 40) },
]

/** Of a reset, whose worker sends what is open and asks the emulator for its end. */
const ofReset: readonly KillCase[] = [
  { name: 'a reset is being answered', kill: { msAfter: 'ASKED', ms: 4 } },
  { name: 'a reset was answered', kill: { msAfter: 'CONFIRMED', ms: 0 } },
  { name: 'a reset looks whether the wallet has the order', kill: at('STATUS', 'DONE') },
  { name: 'the wallet took what a reset sends and has not said so', kill: at('SEND', 'DONE') },
  { name: 'a reset asks for the end of what it has sent', kill: at('SEND', 'ANSWERED', 2) },
  { name: 'what a reset has sent was paid and nobody knows', kill: paid('DONE') },
  { name: 'the end of what a reset has sent is being booked', kill: paid('ANSWERED', 2) },
]

export const leavingMoments: readonly KillCase[] = [
  ...ofReset.map((moment) => ({ ...moment, of: 'RESET' as const })),
  ...ofOptOut.map((moment) => ({ ...moment, of: 'OPT_OUT' as const })),
  ...ofRefund.map((moment) => ({ ...moment, of: 'REFUND' as const })),
]

/** Anywhere in the life of an order, other moments in each run; the name says which. */
export const randomMoments = (count: number): KillCase[] =>
  Array.from({ length: count }, (_, index) => {
    const ms = Math.round(Math.random() * 1_200)
    return { name: `random ${index + 1}, ${ms} ms after the confirm`, kill: { msAfter: 'ASKED', ms } }
  })
