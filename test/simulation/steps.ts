import type { Fault } from './disk.js'
import type { Random } from './random.js'
import { keysOf } from '../support/typed.js'

/**
 * One step, of the customer with the number `who`. What `a` and `b` choose depends on the act: mostly an item by its index, modulo how
 * many there are when the step is played, so that the step stays valid when others are removed.
 */
export interface Step {
  readonly act: Act
  readonly who: number
  readonly a: number
  readonly b: number
  readonly fault?: Fault
  /** A step that runs at the same time. */
  readonly beside?: Step
}

/** How often each act occurs, relative to the others. */
const weights = {
  check: 1,
  register: 4,
  email: 1,
  products: 1,
  quote: 12,
  confirm: 14,
  balance: 6,
  list: 6,
  mini: 4,
  preview: 8,
  withdraw: 8,
  leavingList: 3,
  optOut: 1,
  statementSummary: 1,
  statementRequest: 1,
  statementStatus: 1,
  createClock: 1,
  getClock: 1,
  clocked: 1,
  advanceClock: 3,
  reset: 0.5,
  staffCases: 3,
  staffDecide: 3,
  staffOptOut: 0.5,
  staffEmail: 0.5,
  staffLook: 1,
  staffBlock: 1,
  staffUnblock: 0.7,
  staffCancel: 1,
  staffRenumber: 0.7,
  staffNote: 0.4,
  staffVoid: 0.5,
  staffAdjust: 0.3,
  staffProduct: 0.4,
  staffErase: 0.2,
  staffAssign: 0.3,
  staffPrint: 0.2,
  staffResend: 0.3,
  staffKey: 0.2,
  staffQueue: 0.5,
  staffMonth: 0.4,
  staffLimit: 0.3,
  score: 0.6,
  scoreDocument: 0.6,
  scoreAgain: 0.2,
  scoring: 0.5,
  staffApprove: 2.5,
  staffReject: 0.5,
  staffWithdraw: 0.5,
  tick: 16,
  ticks: 5,
  night: 2,
  callback: 2,
  seconds: 7,
  minutes: 5,
  hours: 2,
  midnight: 2,
  evening: 0.5,
  pastMidnight: 0.5,
  boundary: 2,
  maturity: 1.5,
  days: 2,
  months: 0.6,
  walletGoesOn: 4,
  walletTurns: 0.3,
  walletAway: 0.6,
  walletSlow: 0.5,
  walletLoses: 0.5,
  together: 1,
  leaseEnds: 1,
  takenOver: 0.5,
  rates: 0.2,
} as const

export type Act = keyof typeof weights
export const acts: readonly Act[] = keysOf(weights)

const total = acts.reduce((sum, act) => sum + weights[act], 0)

const someAct = (random: Random): Act => {
  let left = random.next() * total
  for (const act of acts) if ((left -= weights[act]) < 0) return act
  return 'tick'
}

/** True for acts that are one request or one tick: a fault can occur during them, and two can run at once. */
const isWork = (act: Act): boolean =>
  ![
    'seconds',
    'minutes',
    'hours',
    'midnight',
    'evening',
    'pastMidnight',
    'boundary',
    'maturity',
    'days',
    'months',
    'walletGoesOn',
    'walletTurns',
    'walletAway',
    'walletSlow',
    'walletLoses',
    'leaseEnds',
    'rates',
  ].includes(act)

const faults = ['DIE', 'DIE', 'DIE', 'DIE_COMMITTED', 'LOST_COMMIT', 'LOST_COMMIT', 'BUSY', 'FULL'] as const

export const customersMax = 10
/** Customers from this index on have test clocks. */
export const testersFrom = 8

const someStep = (random: Random): Step => ({
  act: someAct(random),
  who: random.below(customersMax),
  a: random.below(2 ** 30),
  b: random.below(2 ** 30),
})

const sometimes = (random: Random, step: Step): Step => {
  if (!isWork(step.act)) return step
  const luck = random.next()
  if (luck < 0.07) {
    const fault = { kind: random.pick(faults), after: random.below(random.pick([2, 6, 20])) }
    return { ...step, fault }
  }
  if (luck > 0.14) return step
  const other = { ...someStep(random), who: random.chance(0.6) ? step.who : random.below(customersMax) }
  // The same act twice at the same time. If the act is a tick, the second one may run on the other worker: `b` chooses the worker.
  if (random.chance(0.5)) return { ...step, beside: { ...step, b: step.act === 'tick' ? other.b : step.b } }
  return isWork(other.act) ? { ...step, beside: other } : step
}

/** An act, whose `b` is then 1; or an act, its `b` (undefined: random), and possibly an act that runs at the same time. */
type Move = Act | readonly [act: Act, b: number | undefined, beside?: Act]

/** What a person does in sequence. `b` 1 chooses the latest reference of that person, 2 the previous one. */
const journeys: readonly (readonly Move[])[] = [
  ['quote', 'confirm'],
  ['quote', 'confirm', 'confirm'],
  ['quote', 'confirm', 'ticks'],
  ['quote', 'confirm', 'seconds', 'ticks', 'balance', 'list'],
  ['preview', 'withdraw'],
  ['preview', 'withdraw', 'ticks', 'balance'],
  ['preview', 'withdraw', 'withdraw', 'preview'],
  ['leavingList', 'balance'],
  ['statementSummary', 'statementRequest', 'ticks', 'statementStatus'],
  ['advanceClock', 'ticks'],
  ['hours', 'ticks'],
  ['staffCases', 'staffDecide', 'ticks'],
  ['months', 'balance', 'list', 'preview', 'withdraw'],
  ['quote', 'quote', 'confirm', ['confirm', 2], 'ticks'],
  ['quote', 'confirm', ['ticks', 1, 'takenOver'], 'balance'],
  ['advanceClock', ['ticks', 1, 'takenOver'], 'ticks'],
  ['midnight', ['night', 1, 'takenOver'], 'ticks'],
  ['statementSummary', 'statementRequest', ['ticks', 1, 'takenOver'], 'ticks', 'statementStatus'],
  ['score', ['ticks', 1, 'takenOver'], 'ticks', 'minutes', 'ticks'],
  ['quote', 'confirm', 'ticks', 'minutes', 'walletAway', 'ticks', 'minutes', 'ticks'],
  ['quote', 'confirm', 'optOut', 'ticks', 'register'],
  ['quote', 'confirm', 'tick', 'tick', 'optOut', 'walletGoesOn', 'ticks'],
  ['preview', 'withdraw', 'staffCancel', 'staffApprove', 'balance', 'preview'],
  [
    'preview',
    'withdraw',
    'staffBlock',
    'staffApprove',
    'days',
    'ticks',
    'staffUnblock',
    'staffApprove',
    'ticks',
  ],
  [
    'quote',
    'confirm',
    'ticks',
    'ticks',
    'preview',
    'withdraw',
    'staffBlock',
    'staffApprove',
    ['days', 3],
    'days',
    'ticks',
    'balance',
  ],
  ['staffBlock', 'quote', 'staffApprove', 'quote', 'confirm', 'preview', 'withdraw', 'optOut'],
  ['quote', 'staffBlock', ['staffApprove', 1, 'confirm'], 'preview', 'list', 'leavingList'],
  ['staffBlock', ['staffApprove', 1, 'staffReject'], 'days', 'quote', 'confirm'],
  ['staffBlock', ['days', 3], 'staffApprove', 'quote', 'preview'],
  ['staffBlock', 'staffApprove', ['days', 3], 'quote', 'preview', ['days', 3], 'quote', 'preview'],
  ['staffBlock', 'staffReject', 'quote', 'preview', 'optOut'],
  ['staffBlock', 'staffWithdraw', 'quote', 'preview'],
  [['quote', 3], 'confirm', 'ticks', 'minutes', 'ticks', 'staffBlock', 'staffApprove', 'months', 'months'],
  ['quote', 'confirm', 'staffRenumber', 'staffApprove', 'ticks'],
  ['staffRenumber', 'staffApprove', 'check', 'register', 'quote', 'confirm', 'balance'],
  ['score', 'ticks', 'scoreDocument', 'ticks', 'minutes', 'ticks'],
  ['scoring', 'ticks', 'seconds', 'ticks'],
  ['quote', 'preview', 'staffRenumber', 'staffApprove', 'confirm', 'withdraw'],
  ['evening', 'quote', 'preview', 'pastMidnight', 'confirm', 'withdraw'],
  ['evening', 'quote', 'confirm', 'pastMidnight', 'ticks', 'night', 'balance'],
  ['evening', 'quote', 'confirm', 'ticks', 'seconds', 'ticks', 'pastMidnight', 'together', 'ticks'],
  ['quote', 'confirm', 'ticks', 'minutes', 'ticks', 'days', 'together'],
  ['evening', 'preview', 'withdraw', 'pastMidnight', 'together', 'balance'],
  ['evening', 'staffBlock', 'staffApprove', 'pastMidnight', 'quote', 'preview'],
  ['quote', ['boundary', 0], 'confirm'],
  ['preview', ['boundary', 0], 'withdraw'],
  ['preview', 'withdraw', 'boundary', 'ticks', 'balance'],
  ['staffBlock', 'boundary', 'quote', 'preview'],
  ['quote', 'confirm', 'ticks', 'walletGoesOn', 'ticks', 'maturity', 'list', 'preview', 'balance', 'quote'],
  ['maturity', 'list', 'preview', 'balance', 'withdraw', 'ticks'],
  ['maturity', 'leavingList', 'quote', 'confirm', 'night', 'mini'],
  ['quote', 'confirm', 'walletLoses', 'ticks', 'minutes', 'ticks', 'minutes', 'ticks', 'minutes', 'ticks'],
  ['preview', 'withdraw', 'walletLoses', 'ticks', 'minutes', 'ticks', 'minutes', 'ticks', 'hours', 'ticks'],
  ['quote', 'confirm', 'walletSlow', ['ticks', 1, 'takenOver'], ['ticks', 1, 'takenOver'], 'balance'],
  [['staffCases', undefined], ['staffDecide', undefined], 'ticks'],
  [['staffCases', 2], ['staffDecide', 2], 'ticks'],
  [['staffBlock', 2], ['staffApprove', 3], 'quote', 'preview'],
  [
    'quote',
    'confirm',
    'ticks',
    'walletGoesOn',
    'ticks',
    'staffVoid',
    'staffApprove',
    'balance',
    'list',
    'mini',
  ],
  ['preview', 'withdraw', 'staffVoid', 'staffApprove', 'balance', 'preview', 'ticks'],
  ['staffAdjust', 'staffApprove'],
  [
    'months',
    'night',
    'staffMonth',
    'staffApprove',
    'staffAdjust',
    'staffApprove',
    'quote',
    'confirm',
    'ticks',
  ],
  ['quote', 'staffProduct', 'staffApprove', 'confirm', 'products', 'quote', 'confirm'],
  ['staffProduct', 'staffApprove', 'evening', 'quote', 'pastMidnight', 'products', 'quote', 'confirm'],
  ['scoring', 'ticks', 'staffErase', 'staffApprove', 'ticks'],
  [['staffQueue', 0], 'seconds', 'quote', 'confirm', 'ticks', 'balance', ['staffQueue', 1], 'ticks'],
]

const journeyOf = (random: Random): Step[] => {
  const { who, a } = someStep(random)
  return random.pick(journeys).map((move) => {
    const [act, b, beside] = typeof move === 'string' ? [move, 1] : move
    const some = someStep(random)
    const step = { ...some, act, who, a, b: b ?? some.b }
    return beside ? { ...step, beside: { ...someStep(random), act: beside, who } } : sometimes(random, step)
  })
}

/** The steps of the history of a seed. */
export const stepsOf = (random: Random, count: number): Step[] => {
  const steps: Step[] = []
  for (let who = 0; who < customersMax; who++)
    if (random.chance(0.8)) {
      if (who >= testersFrom) steps.push({ ...someStep(random), act: 'createClock' })
      steps.push(sometimes(random, { ...someStep(random), act: 'register', who, a: 0 }))
    }
  while (steps.length < count)
    steps.push(...(random.chance(0.35) ? journeyOf(random) : [sometimes(random, someStep(random))]))
  return steps.slice(0, count)
}

/** The first day of a history: an ordinary day, or one shortly before the end of a month or year or before a leap day. */
export const beginningsOf = (random: Random): number => {
  const day = random.pick([
    '2026-03-01',
    '2027-12-28',
    '2028-02-26',
    '2026-01-30',
    '2027-02-27',
    '2026-08-29',
    '2028-01-29',
  ])
  return Date.parse(`${day}T11:00:00Z`)
}
