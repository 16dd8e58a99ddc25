import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { payoutCancelled, type PayOutVerdict } from '../../src/bank/failure-reasons/provider-reasons.rules.js'
import {
  confirmVerdict,
  quoteVerdict,
  roomIn,
  type ProductSavings,
  type QuotableProduct,
  type RoomFacts,
} from '../../src/bank/savings/rules/deposit.rules.js'
import {
  heldUntil,
  splitAmount,
  withdrawalTermsOn,
  type PayoutStatus,
} from '../../src/bank/savings/rules/withdrawal.rules.js'
import { resetVerdict } from '../../src/bank/savings/rules/reset.rules.js'
import {
  isAutomatic,
  transferVerdict,
  type FailedTransfer,
} from '../../src/bank/savings/rules/transfer.rules.js'
import {
  depositStanding,
  hoursLeft,
  noProgress,
  isInTrouble,
  isOwed,
  lineStatuses,
  payoutStanding,
  payoutStatusAt,
  refundStanding,
  transferStanding,
  outstandingOf,
  type PayoutFacts,
} from '../../src/bank/savings/rules/under-way.rules.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Instant } from '../../src/kernel/clock.js'
import { present } from '../support/present.js'
import { dateOf, entriesOf } from '../support/typed.js'

const on = (text: string): LocalDate => dateOf(text)
const at = (text: string): Instant => Date.parse(text)

const terms = { ratePpm: 50_000, earlyRatePpm: 20_000, basisDays: 365, taxPpm: 100_000 } as const

type Changes = Partial<Omit<ProductSavings, 'position'>> & {
  readonly position?: Partial<ProductSavings['position']>
}

const savings = (change: Changes = {}): ProductSavings => ({
  deposits: [{ principal: 100_000n, valueOn: on('2026-03-01') }],
  outstandingEarly: 0n,
  ...change,
  position: {
    ...terms,
    id: 'POS-1',
    productVersionId: 'V1',
    termMonths: 3,
    status: 'OPEN',
    maturityOn: on('2026-06-01'),
    ...change.position,
  },
})

describe('the terms of a withdrawal', () => {
  const position = savings().position
  const { deposits } = savings()

  test('before maturity are the early rate less tax, and forfeit the rest of the accrued interest', () => {
    expect(withdrawalTermsOn(position, deposits, on('2026-05-01'))).toEqual({
      basis: 'EARLY_EXIT',
      originalRatePpm: 50_000,
      effectiveRatePpm: 20_000,
      principal: 100_000n,
      accrued: 836n,
      accruedNet: 752n,
      atMaturityNet: 1_134n,
      interest: 334n,
      tax: 33n,
      forfeitedNet: 451n,
      amount: 100_301n,
    })
  })

  test('at maturity are the whole interest', () => {
    expect(withdrawalTermsOn(position, deposits, on('2026-06-01'))).toMatchObject({
      basis: 'MATURITY',
      interest: 1_260n,
      tax: 126n,
      forfeitedNet: 0n,
      amount: 101_134n,
    })
  })
})

describe('a hold', () => {
  const exit = at('2026-04-01T10:30:00Z')

  test.each([
    ['an early exit', 'EARLY_EXIT', 48, 'INSTANT', '2026-04-03T10:30:00Z'],
    ['an early exit on a test clock', 'EARLY_EXIT', 48, 'DATE', '2026-04-04T00:00:00Z'],
    ['a maturity', 'MATURITY', 48, 'INSTANT', null],
    ['a product without a hold', 'EARLY_EXIT', 0, 'INSTANT', null],
  ] as const)('of %s (%s, %d hours, by %s) ends at %s', (_what, basis, hours, unit, end) => {
    expect(heldUntil(basis, hours, exit, unit)).toBe(end === null ? null : at(end))
  })
})

describe('the parts of a payout', () => {
  test('are one part if there is no largest transfer', () =>
    expect(splitAmount(5_000n, undefined)).toEqual([5_000n]))

  test('add up to the payout, and all but the last are of the largest transfer', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000n }),
        fc.bigInt({ min: 100n, max: 5_000n }),
        (amount, max) => {
          const parts = splitAmount(amount, max)
          expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
          expect(parts.slice(0, -1).every((part) => part === max)).toBe(true)
          expect(present(parts.at(-1)) > 0n && present(parts.at(-1)) <= max).toBe(true)
        },
      ),
      { examples: [[1_000n, 500n]] },
    )
  })
})

const product: QuotableProduct = {
  id: 'V2',
  code: 'LOCK3M',
  termMonths: 3,
  ratePpm: 50_000,
  earlyRatePpm: 20_000,
  dayCount: 'ACT_365F',
  taxPpm: 100_000,
  currency: 'XAF',
  minAmount: 1_000n,
  maxBalance: 500_000n,
  joinsOtherRate: false,
}

const facts = (change: Partial<RoomFacts> = {}): RoomFacts => ({
  today: on('2026-04-01'),
  maxBalance: 500_000n,
  savings: [],
  collectionsInFlight: 0n,
  ...change,
})

/** A position with this principal. */
const holding = (principal: bigint, change: Changes = {}): ProductSavings =>
  savings({ deposits: [{ principal, valueOn: on('2026-03-01') }], ...change })

const withdrawn = (outstandingEarly: bigint): ProductSavings =>
  holding(outstandingEarly, { outstandingEarly, position: { id: 'POS-0', status: 'PAYING_OUT' } })

describe('the room in a product', () => {
  test('is the maximum balance less accruing positions, collections in flight, and early exits whose payout has not arrived', () => {
    const all = facts({ savings: [holding(100_000n), withdrawn(50_000n)], collectionsInFlight: 25_000n })
    expect(roomIn(all)).toBe(325_000n)
  })

  test('is not reduced by matured positions, nor by payouts that have arrived', () => {
    const matured = holding(100_000n, { position: { maturityOn: on('2026-04-01') } })
    expect(roomIn(facts({ savings: [matured, withdrawn(0n)] }))).toBe(500_000n)
  })

  test('is never below zero', () => expect(roomIn(facts({ savings: [holding(600_000n)] }))).toBe(0n))
})

describe('a quote', () => {
  test.each([
    ['the amount exceeds the room', '500001', {}, undefined, 'ROOM'],
    [
      'accruing savings leave less room than the minimum',
      '5000',
      { savings: [holding(499_001n)] },
      undefined,
      'FULL',
    ],
    [
      'a collection in flight leaves less room than the minimum',
      '5000',
      { savings: [holding(400_000n)], collectionsInFlight: 99_500n },
      undefined,
      'COLLECTING',
    ],
    [
      'a withdrawal on hold leaves less room than the minimum',
      '5000',
      { savings: [holding(400_000n), withdrawn(99_500n)] },
      undefined,
      'LEAVING',
    ],
    [
      'a collection and a withdrawal together leave less room than the minimum',
      '5000',
      { savings: [holding(400_000n), withdrawn(50_000n)], collectionsInFlight: 49_500n },
      undefined,
      'COLLECTING',
    ],
    [
      'the room is exactly the minimum, and the amount is larger',
      '1001',
      { savings: [holding(499_000n)] },
      undefined,
      'ROOM',
    ],
    [
      'the room is below the minimum, and the amount above it',
      '5000',
      { savings: [holding(499_001n)] },
      undefined,
      'FULL',
    ],
    [
      'the room and the amount are below the minimum',
      '500',
      { savings: [holding(499_500n)] },
      undefined,
      'FULL',
    ],
    [
      'a collection reduces a room of exactly the minimum',
      '5000',
      { savings: [holding(499_000n)], collectionsInFlight: 1n },
      undefined,
      'COLLECTING',
    ],
    [
      'a withdrawal alone leaves less room than the minimum, beside a collection',
      '5000',
      { savings: [holding(400_000n), withdrawn(99_500n)], collectionsInFlight: 1n },
      undefined,
      'LEAVING',
    ],
    [
      'a collection reduces the exact minimum that a withdrawal leaves',
      '5000',
      { savings: [holding(400_000n), withdrawn(99_000n)], collectionsInFlight: 1n },
      undefined,
      'COLLECTING',
    ],
    ['the amount exceeds the limit of the wallet', '200001', {}, 200_000n, 'WALLET'],
    ['the amount exceeds the room, and the limit of the wallet is smaller', '500001', {}, 200_000n, 'WALLET'],
    [
      'the amount exceeds the limit of the wallet, and the room is smaller',
      '200001',
      { savings: [holding(400_000n)] },
      200_000n,
      'ROOM',
    ],
  ] as const)('is ABOVE_MAXIMUM where %s', (_what, typed, change, collectionMax, cause) => {
    expect(quoteVerdict(product, facts(change), typed, collectionMax)).toMatchObject({
      status: 'ABOVE_MAXIMUM',
      cause,
    })
  })

  test.each([
    ['500000', undefined, 'OK'],
    ['1000', undefined, 'OK'],
    ['200000', 200_000n, 'OK'],
    ['999', undefined, 'BELOW_MINIMUM'],
    ['12x', undefined, 'INVALID_AMOUNT'],
  ] as const)('of %s, with a limit of the wallet of %s, is %s', (typed, collectionMax, status) => {
    expect(quoteVerdict(product, facts(), typed, collectionMax).status).toBe(status)
  })

  test('of the minimum is OK if the room is exactly the minimum', () => {
    expect(quoteVerdict(product, facts({ savings: [holding(499_000n)] }), '1000', undefined).status).toBe(
      'OK',
    )
  })

  test('is refused if its maturity is after the last date of a clock', () => {
    const last = facts({ today: on('2099-10-01') })
    expect(quoteVerdict(product, last, '5000', undefined)).toEqual({
      status: 'PRODUCT_NOT_AVAILABLE',
      limits: null,
    })
    const twoMonths = { ...product, termMonths: 2 }
    expect(quoteVerdict(twoMonths, facts({ today: on('2099-10-31') }), '5000', undefined)).toMatchObject({
      status: 'OK',
      terms: { maturityOn: '2099-12-31' },
    })
  })

  // ABOVE_MAXIMUM would ask for less, and BELOW_MINIMUM for more.
  test('is PRODUCT_NOT_AVAILABLE for every amount if the wallet allows less than the minimum', () => {
    for (const typed of ['5000', '999', '1000', '12x'])
      expect(quoteVerdict(product, facts(), typed, 999n)).toEqual({
        status: 'PRODUCT_NOT_AVAILABLE',
        limits: null,
      })
    expect(quoteVerdict(product, facts(), '1000', 1000n).status).toBe('OK')
  })

  test('opens a position if none accrues', () => {
    expect(quoteVerdict(product, facts(), '100000', undefined)).toMatchObject({
      terms: {
        basis: 'NEW',
        amount: 100_000n,
        currency: 'XAF',
        productCode: 'LOCK3M',
        productVersionId: 'V2',
        termMonths: 3,
        positionId: null,
        ratePpm: 50_000,
        maturityOn: '2026-07-01',
        durationDays: 91,
        estimatedEarnings: 1_122n,
        savingsBalanceNow: 0n,
        savingsEarningsAtMaturity: 1_122n,
      },
    })
  })

  test('tops up the position of the latest maturity, and the oldest of several with that maturity', () => {
    const positions = [
      holding(10_000n, { position: { id: 'POS-A' } }),
      holding(20_000n, { position: { id: 'POS-B', maturityOn: on('2026-06-15') } }),
      holding(30_000n, { position: { id: 'POS-C', maturityOn: on('2026-06-15') } }),
      holding(40_000n, { position: { id: 'POS-D', maturityOn: on('2026-04-01') } }),
    ]
    expect(quoteVerdict(product, facts({ savings: positions }), '100000', undefined)).toMatchObject({
      terms: {
        basis: 'TOP_UP',
        positionId: 'POS-B',
        productVersionId: 'V1',
        maturityOn: '2026-06-15',
        savingsBalanceNow: 20_000n,
        savingsEarningsAtMaturity: 924n + 261n,
      },
    })
  })

  test('does not top up a matured position', () => {
    const matured = holding(40_000n, { position: { maturityOn: on('2026-04-01') } })
    expect(quoteVerdict(product, facts({ savings: [matured] }), '100000', undefined)).toMatchObject({
      terms: { basis: 'NEW', positionId: null },
    })
  })

  test('tops up a position of another rate only if the product allows it, at the rate of the position', () => {
    const other = facts({
      savings: [holding(10_000n, { position: { ratePpm: 40_000, taxPpm: 0, basisDays: 360 } })],
    })
    expect(quoteVerdict(product, other, '100000', undefined)).toMatchObject({ terms: { basis: 'NEW' } })
    expect(quoteVerdict({ ...product, joinsOtherRate: true }, other, '100000', undefined)).toMatchObject({
      terms: { basis: 'TOP_UP', ratePpm: 40_000, estimatedEarnings: 678n },
    })
  })
})

describe('a confirm', () => {
  const quoted = { amount: 100_000n, positionId: 'POS-1' }

  test.each([
    [
      'is accepted if its position accrues beside a withdrawn one',
      quoted,
      product,
      { savings: [withdrawn(0n), holding(100_000n)] },
      'ACCEPTED',
    ],
    [
      'is accepted if its position still accrues',
      quoted,
      product,
      { savings: [holding(100_000n)] },
      'ACCEPTED',
    ],
    [
      'is accepted if the room is exactly its amount',
      quoted,
      product,
      { savings: [holding(400_000n)] },
      'ACCEPTED',
    ],
    ['is accepted if it opens a position', { ...quoted, positionId: null }, product, {}, 'ACCEPTED'],
    ['is refused if the product is no longer sold', quoted, undefined, {}, 'PRODUCT_NOT_AVAILABLE'],
    ['is refused if its position is withdrawn', quoted, product, {}, 'TERMS_CHANGED'],
    [
      'is refused if its position has matured',
      quoted,
      product,
      { savings: [holding(100_000n)], today: on('2026-06-01') },
      'TERMS_CHANGED',
    ],
    [
      'is refused if the room has become too small',
      quoted,
      product,
      { savings: [holding(400_001n)] },
      'ABOVE_MAXIMUM',
    ],
  ] as const)('%s', (_what, asked, sold, change, verdict) => {
    expect(confirmVerdict(asked, sold, facts(change))).toBe(verdict)
  })
})

describe('a transfer that failed', () => {
  const minute = 60_000
  const verdict = (effect: PayOutVerdict['effect'], alarm = false): PayOutVerdict => ({
    effect,
    alarm,
    code: 'PROVIDER_ERROR',
  })
  const failed = (change: Partial<FailedTransfer>): FailedTransfer => ({
    verdict: verdict('GIVE_BACK'),
    attempt: 1,
    othersAllowGiveBack: true,
    isClosing: false,
    isAnotherInDoubt: false,
    ...change,
  })
  const code = 'PROVIDER_ERROR'

  test.each([
    ['is given back', {}, { effect: 'GIVE_BACK', code }],
    ['fails while the account closes', { isClosing: true }, { effect: 'FAIL', code }],
    [
      'is tried again if another part does not allow a give-back',
      { othersAllowGiveBack: false },
      { effect: 'RETRY', inMs: minute },
    ],
    [
      'waits longer before each attempt',
      { othersAllowGiveBack: false, attempt: 2 },
      { effect: 'RETRY', inMs: 2 * minute },
    ],
    [
      'goes to review after three attempts',
      { othersAllowGiveBack: false, attempt: 3 },
      { effect: 'REVIEW', code },
    ],
    [
      'is tried again if its reason allows it',
      { verdict: verdict('RETRY') },
      { effect: 'RETRY', inMs: minute },
    ],
    [
      'is given back though its reason raises an alarm',
      { verdict: verdict('GIVE_BACK', true) },
      { effect: 'GIVE_BACK', code },
    ],
    [
      'is tried again while the account closes',
      { verdict: verdict('RETRY'), isClosing: true },
      { effect: 'RETRY', inMs: minute },
    ],
    [
      'is tried again without limit for a fault of our own account',
      { verdict: verdict('RETRY', true), attempt: 9 },
      { effect: 'RETRY', inMs: 30 * minute },
    ],
    ['goes to review if its reason is unclear', { verdict: verdict('REVIEW') }, { effect: 'REVIEW', code }],
    [
      'goes to review while another attempt may have arrived',
      { isAnotherInDoubt: true },
      { effect: 'REVIEW', code },
    ],
    [
      'goes to review while another attempt may have arrived, even for a fault of our own account',
      { isAnotherInDoubt: true, verdict: verdict('RETRY', true) },
      { effect: 'REVIEW', code },
    ],
  ] as const)('%s', (_what, change, expected) => {
    const becomes = transferVerdict(failed(change))
    expect(becomes).toEqual(expected)
    expect(isAutomatic(becomes)).toBe(expected.effect === 'GIVE_BACK' || expected.effect === 'RETRY')
  })
})

test.each([
  [{ collectionsInFlight: 1, payoutsInFlight: 1, isRegistered: false }, 'WORKING', 'PAYMENT_SETTLEMENT'],
  [{ collectionsInFlight: 0, payoutsInFlight: 1, isRegistered: false }, 'WORKING', 'PAYOUT_SETTLEMENT'],
  [{ collectionsInFlight: 0, payoutsInFlight: 0, isRegistered: false }, 'WORKING', 'REGISTRATION'],
  [{ collectionsInFlight: 0, payoutsInFlight: 0, isRegistered: true }, 'READY', null],
] as const)('a reset that finds %j is %s (waiting on %s)', (found, status, waitingOn) => {
  expect(resetVerdict(found)).toEqual({ status, waitingOn })
})

describe('the status of a payout', () => {
  const now = at('2026-04-01T12:00:00Z')

  test('that was on hold stays ON_HOLD after the end of its hold while it is frozen', () => {
    const statusOf = (status: PayoutStatus, heldUntil: Instant | null) =>
      payoutStatusAt({ status, heldUntil, isFrozen: true }, now)
    for (const heldUntil of [null, now, now + 1]) expect(statusOf('ON_HOLD', heldUntil)).toBe('ON_HOLD')
    expect(statusOf('PROCESSING', now + 1)).toBe('ON_HOLD')
    expect(statusOf('PROCESSING', now)).toBe('PROCESSING')
    expect(statusOf('PAID', now)).toBe('PAID')
  })

  test('is never ON_HOLD once the payout has been paid, has failed or is under review', () => {
    for (const status of ['PAID', 'FAILED', 'UNDER_REVIEW'] as const)
      expect(payoutStatusAt({ status, heldUntil: now + 3_600_000, isFrozen: false }, now)).toBe(status)
  })
})

describe('the standing of money that moves', () => {
  const now = at('2026-04-01T12:00:00Z')
  const hour = 3_600_000
  const payout = (change: Partial<PayoutFacts>): PayoutFacts => ({
    status: 'PROCESSING',
    openKey: 'POS-1',
    failureCode: null,
    heldUntil: null,
    arrived: 0n,
    isRefused: false,
    isUnderReview: false,
    isFrozen: false,
    ...change,
  })
  const ends = (ms: number): Instant => now + ms

  test.each([
    ['on hold a millisecond before its end', 'HELD', 1, { status: 'ON_HOLD', heldUntil: ends(1) }],
    ['on hold at the end of its hold', 'SENDING', null, { status: 'ON_HOLD', heldUntil: now }],
    [
      'processing before the end of its hold, while a clock walks',
      'HELD',
      25,
      { heldUntil: ends(25 * hour) },
    ],
    [
      'on hold, with a begun hour counted as one',
      'HELD',
      25,
      { status: 'ON_HOLD', heldUntil: ends(24 * hour + 1) },
    ],
    [
      'on hold at the end of its hold, and frozen',
      'FROZEN',
      null,
      { status: 'ON_HOLD', heldUntil: now, isFrozen: true },
    ],
    [
      'on hold before its end, and frozen',
      'FROZEN',
      null,
      { status: 'ON_HOLD', heldUntil: ends(1), isFrozen: true },
    ],
    ['refused once, and frozen', 'FROZEN', null, { isFrozen: true, isRefused: true }],
    ['under review, and frozen', 'FROZEN', null, { status: 'UNDER_REVIEW', isFrozen: true }],
    ['on hold without a known end', 'HELD', null, { status: 'ON_HOLD' }],
    ['without a hold', 'SENDING', null, {}],
    ['refused once', 'DELAYED', null, { isRefused: true }],
    ['under review', 'CHECKING', null, { status: 'UNDER_REVIEW' }],
    ['refused, and under review', 'DELAYED', null, { status: 'UNDER_REVIEW', isRefused: true }],
    ['failed, and still owed', 'DELAYED', null, { status: 'FAILED' }],
    ['failed, and given back', 'GIVEN_BACK', null, { status: 'FAILED', openKey: null }],
    [
      'cancelled during its hold',
      'CANCELLED',
      null,
      { status: 'FAILED', openKey: null, failureCode: payoutCancelled },
    ],
    ['paid, before the end of its hold', 'SENT', null, { status: 'PAID', heldUntil: ends(hour) }],
  ] as const)('of a payout that is %s is %s (hours left: %s)', (_what, standing, hours, change) => {
    expect(payoutStanding(payout(change), now)).toBe(standing)
    expect(hoursLeft(payout(change), now)).toBe(hours)
  })

  test.each([
    [4_999n, {}, 'SENDING'],
    [5_000n, {}, 'REFUNDED'],
    [0n, { isUnderReview: true }, 'CHECKING'],
    [0n, { isUnderReview: true, isRefused: true }, 'DELAYED'],
    [4_999n, { isRefused: true, isFrozen: true }, 'FROZEN'],
    [5_000n, { isFrozen: true }, 'REFUNDED'],
  ] as const)(
    'of a refund of 5,000 of which %d have arrived, with %j, is %s',
    (arrived, change, standing) => {
      expect(refundStanding(5_000n, { ...noProgress, ...change, arrived })).toBe(standing)
    },
  )

  test.each([
    [false, false, 'REQUESTED'],
    [false, true, 'CLOSING'],
    [true, true, 'CHECKING'],
    [true, false, 'CHECKING'],
  ] as const)(
    'of a deposit (under review: %s, account closing: %s) is %s',
    (isUnderReview, isClosing, standing) => {
      expect(depositStanding({ isUnderReview, isClosing })).toBe(standing)
    },
  )

  test('says that the money is owed, until it has arrived or is back in the savings', () => {
    const standings = [
      'HELD',
      'FROZEN',
      'SENDING',
      'DELAYED',
      'CHECKING',
      'SENT',
      'GIVEN_BACK',
      'CANCELLED',
      'REFUNDED',
    ] as const
    expect(standings.filter(isOwed)).toEqual(['HELD', 'FROZEN', 'SENDING', 'DELAYED', 'CHECKING'])
    expect(standings.filter(isInTrouble)).toEqual(['FROZEN', 'DELAYED', 'CHECKING'])
    expect(transferStanding(noProgress)).toBe('SENDING')
  })

  test('makes a line of the mini statement FAILED if money is back, SUCCESSFUL if it has arrived, and else PENDING', () => {
    const { DEPOSIT, PAYOUT, REFUND } = lineStatuses
    for (const status of Object.values(DEPOSIT)) expect(status).toBe('PENDING')
    for (const [standing, status] of [...entriesOf(PAYOUT), ...entriesOf(REFUND)]) {
      const isBack = standing === 'GIVEN_BACK' || standing === 'CANCELLED'
      expect([standing, status]).toEqual([
        standing,
        isOwed(standing) ? 'PENDING' : isBack ? 'FAILED' : 'SUCCESSFUL',
      ])
    }
    expect([DEPOSIT, PAYOUT, REFUND].map((table) => Object.keys(table))).toEqual([
      ['REQUESTED', 'CLOSING', 'CHECKING'],
      ['HELD', 'FROZEN', 'SENDING', 'DELAYED', 'CHECKING', 'SENT', 'GIVEN_BACK', 'CANCELLED'],
      ['FROZEN', 'SENDING', 'DELAYED', 'CHECKING', 'REFUNDED'],
    ])
    expect(noProgress).toEqual({ arrived: 0n, isRefused: false, isUnderReview: false, isFrozen: false })
  })

  test.each([
    [0n, 100_000n, 1_134n],
    [1_134n, 100_000n, 0n],
    [1_135n, 99_999n, 0n],
    [101_134n, 0n, 0n],
    [101_135n, 0n, 0n],
  ])(
    'of a payout of 100,000 and interest of 1,134, of which %d have arrived, leaves %d and %d to be paid',
    (arrived, principal, interest) => {
      expect(outstandingOf({ amount: 101_134n, principal: 100_000n }, arrived)).toEqual({
        principal,
        interest,
      })
    },
  )
})
