import { describe, expect, test } from '@jest/globals'
import {
  afterFailure,
  afterSend,
  afterStatus,
  bookingFailuresMax,
  isFinal,
  isUnderReview,
  type OrderChange,
  type OrderFacts,
} from '../../src/bank/payments/order.rules.js'
import { isContradicted } from '../../src/bank/payments/drive/contradiction.rules.js'
import type { OrderStatus } from '../../src/bank/payments/order.rules.js'
import type { SendResult, StatusResult } from '../../src/bank/payments/port.js'
import { present } from '../support/present.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const now = 1_800_000_000_000
const real = { scale: 1 }

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  kind: 'COLLECT',
  status: 'CREATED',
  sends: 1,
  polls: 0,
  sentAt: now,
  resumeAt: null,
  createdAt: now,
  ...change,
})

const accepted: SendResult = { outcome: 'ACCEPTED' }
const lost: SendResult = { outcome: 'UNKNOWN', detail: 'TIMEOUT' }
const refused: SendResult = { outcome: 'REFUSED', reason: 'HTTP_400' }
const notSent: SendResult = { outcome: 'NOT_SENT', reason: 'ECONNREFUSED' }

const paid: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: 'T-1' }
const failed: StatusResult = { state: 'FAILED', reason: 'EXPIRED' }
const pending: StatusResult = { state: 'PENDING' }
const silent: StatusResult = { state: 'UNKNOWN', detail: 'HTTP_503' }
const notFound: StatusResult = { state: 'NOT_FOUND' }

const open: OrderStatus[] = ['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW']

describe('an order', () => {
  const cases: [string, SendResult, Partial<OrderFacts>, Partial<OrderChange>][] = [
    [
      'whose send is accepted is SUBMITTED',
      accepted,
      {},
      { status: 'SUBMITTED', dueInMs: 5 * second, polls: 1, sends: 1, sentAt: now },
    ],
    [
      'whose second send is accepted is SUBMITTED',
      accepted,
      { sends: 2 },
      { status: 'SUBMITTED', dueInMs: 5 * second },
    ],
    [
      'whose send has no usable answer is UNKNOWN',
      lost,
      {},
      { status: 'UNKNOWN', dueInMs: 5 * second, providerReason: 'TIMEOUT' },
    ],
    [
      'whose only send is refused is FAILED',
      refused,
      {},
      {
        status: 'FAILED',
        dueInMs: null,
        failureCode: 'PROVIDER_ERROR',
        providerReason: 'HTTP_400',
        alarm: 'HTTP_400',
      },
    ],
    [
      'whose send is refused, while an earlier one may have arrived, is UNKNOWN',
      refused,
      { sends: 2 },
      { status: 'UNKNOWN', dueInMs: 5 * second },
    ],
    [
      'that cannot be sent stays CREATED',
      notSent,
      {},
      {
        status: 'CREATED',
        dueInMs: 5 * second,
        sends: 0,
        sentAt: null,
        alarm: 'ECONNREFUSED',
        failureCode: null,
      },
    ],
    [
      'that cannot be sent, while an earlier send may have arrived, is UNKNOWN',
      notSent,
      { sends: 2 },
      { status: 'UNKNOWN', sends: 1 },
    ],
    [
      'that cannot be sent for a quarter of an hour less a second stays CREATED',
      notSent,
      { createdAt: now - 15 * minute + second },
      { status: 'CREATED', sends: 0 },
    ],
    [
      'that cannot be sent for a quarter of an hour is FAILED',
      notSent,
      { createdAt: now - 15 * minute },
      { status: 'FAILED', dueInMs: null, failureCode: 'PROVIDER_ERROR', alarm: 'ECONNREFUSED' },
    ],
    [
      'that cannot be sent for an hour, while an earlier send may have arrived, is UNKNOWN',
      notSent,
      { createdAt: now - hour, sends: 2 },
      { status: 'UNKNOWN', sends: 1 },
    ],
    [
      'of a payout that cannot be sent for a year stays CREATED, since nobody has to approve it',
      notSent,
      { kind: 'PAY_OUT', createdAt: now - 365 * 24 * hour },
      { status: 'CREATED', sends: 0, failureCode: null, alarm: 'ECONNREFUSED' },
    ],
    [
      'of a payout that cannot be sent, while an earlier send may have arrived, is UNKNOWN',
      notSent,
      { kind: 'PAY_OUT', createdAt: now - hour, sends: 2 },
      { status: 'UNKNOWN', sends: 1 },
    ],
    [
      'of a payout whose send has no usable answer is UNKNOWN',
      lost,
      { kind: 'PAY_OUT' },
      { status: 'UNKNOWN', dueInMs: 5 * second, failureCode: null },
    ],
    [
      'of a payout whose only send is refused is FAILED',
      refused,
      { kind: 'PAY_OUT' },
      { status: 'FAILED', dueInMs: null, failureCode: 'PROVIDER_ERROR', alarm: 'HTTP_400' },
    ],
    [
      'of a payout whose send is refused, while an earlier one may have arrived, is UNKNOWN',
      refused,
      { kind: 'PAY_OUT', sends: 2 },
      { status: 'UNKNOWN', failureCode: null },
    ],
  ]
  test.each(cases)('%s', (_what, result, facts, change) => {
    expect(afterSend(order(facts), result, now, real)).toMatchObject(change)
  })

  test.each(open)(
    'that is %s is not ended by an answer to a send, while an earlier one may have arrived',
    (status) => {
      for (const sends of [2, 3]) {
        for (const result of [accepted, lost, refused, notSent]) {
          const change = afterSend(order({ status, sends, createdAt: now - hour }), result, now, real)
          expect(['SUBMITTED', 'UNKNOWN']).toContain(change.status)
          expect(change.dueInMs).not.toBeNull()
        }
      }
    },
  )
})

describe('the status that the provider answers', () => {
  test('may have a transaction id longer than its column: the id is cut, and the order booked', () => {
    const long = 'T'.repeat(65)
    const said = { state: 'SUCCESSFUL', providerTransactionId: long } as const
    const { providerTransactionId } = afterStatus(order({ status: 'SUBMITTED' }), said, now, real)
    expect(providerTransactionId).toBe(long.slice(0, 64))
  })

  test.each(open)('ends an order that is %s if it is final', (status) => {
    const facts = order({ status, polls: 3 })
    expect(afterStatus(facts, paid, now, real)).toMatchObject({
      status: 'SUCCESSFUL',
      dueInMs: null,
      providerTransactionId: 'T-1',
      failureCode: null,
      review: null,
    })
    expect(afterStatus(facts, failed, now, real)).toMatchObject({
      status: 'FAILED',
      dueInMs: null,
      failureCode: 'PAYER_TIMEOUT',
      providerReason: 'EXPIRED',
      review: null,
    })
    for (const result of [pending, silent, notFound]) {
      const change = afterStatus(facts, result, now, real)
      expect(change.dueInMs).not.toBeNull()
      expect(change.failureCode).toBeNull()
    }
  })

  test.each<[OrderStatus, StatusResult, OrderStatus]>([
    ['SUBMITTED', pending, 'SUBMITTED'],
    ['SUBMITTED', silent, 'SUBMITTED'],
    ['SUBMITTED', notFound, 'SUBMITTED'],
    ['UNKNOWN', pending, 'SUBMITTED'],
    ['UNKNOWN', silent, 'UNKNOWN'],
    ['UNKNOWN', notFound, 'UNKNOWN'],
    ['UNDER_REVIEW', pending, 'UNDER_REVIEW'],
    ['UNDER_REVIEW', silent, 'UNDER_REVIEW'],
    ['UNDER_REVIEW', notFound, 'UNDER_REVIEW'],
    ['CREATED', pending, 'SUBMITTED'],
    ['CREATED', silent, 'UNKNOWN'],
    ['CREATED', notFound, 'CREATED'],
  ])('for an order that is %s, if it is %j, leads to %s and the next rung', (status, result, next) => {
    const polls = status === 'UNDER_REVIEW' ? 32 : 2
    const change = afterStatus(order({ status, polls }), result, now, real)
    expect(change).toMatchObject({ status: next, polls: polls + 1 })
    expect(change.dueInMs).toBe(status === 'UNDER_REVIEW' ? 24 * hour : 20 * second)
  })

  test('if it is unusable, does not change an order that was never sent', () => {
    expect(afterStatus(order({ sends: 0, sentAt: null }), silent, now, real)).toMatchObject({
      status: 'CREATED',
      sends: 0,
    })
  })

  test('if it is "not found", is polled again within the grace time; after that the order is sent again', () => {
    const facts = order({ status: 'UNKNOWN', polls: 4, createdAt: now - hour })
    const sentAgo = (ms: number) => afterStatus({ ...facts, sentAt: now - ms }, notFound, now, real)
    expect(sentAgo(60 * second - 1)).toMatchObject({ status: 'UNKNOWN', polls: 5 })
    expect(sentAgo(60 * second)).toEqual({
      ...sentAgo(60 * second),
      status: 'CREATED',
      sends: 1,
      polls: 0,
      sentAt: null,
      dueInMs: 0,
      failureCode: null,
      review: null,
    })
  })

  test('if it is "not found", leaves an unsent order waiting to be sent', () => {
    const facts = order({ sends: 0, sentAt: null })
    expect(afterStatus(facts, notFound, now, real)).toMatchObject({ status: 'CREATED', sends: 0 })
  })

  test('if it is "not found" for a day, sends the order to review, and it is not sent again', () => {
    const facts = order({ status: 'UNKNOWN', sentAt: now - hour, createdAt: now - 24 * hour })
    expect(afterStatus(facts, notFound, now, real)).toMatchObject({
      status: 'UNDER_REVIEW',
      review: 'NO_ANSWER',
      dueInMs: 24 * hour,
      failureCode: null,
      providerReason: 'not found',
    })
    const ofAnHour = { ...facts, createdAt: now - hour }
    expect(afterStatus(ofAnHour, notFound, now, { scale: 24 }).status).toBe('UNDER_REVIEW')
    expect(afterStatus({ ...facts, sentAt: now }, notFound, now - hour, real).providerReason).toBe(
      'not found',
    )
  })

  test('if it is pending, leaves an order under review there', () => {
    expect(afterStatus(order({ status: 'UNDER_REVIEW', polls: 2 }), pending, now, real).status).toBe(
      'UNDER_REVIEW',
    )
  })

  test('if it is paid, needs no transaction id', () => {
    const nameless: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: null }
    expect(afterStatus(order({ status: 'SUBMITTED' }), nameless, now, real).providerTransactionId).toBeNull()
  })

  test.each([
    ['COLLECT', 'INSUFFICIENT_FUNDS', null],
    ['PAY_OUT', 'PROVIDER_ERROR', 'NOT_ENOUGH_FUNDS'],
  ] as const)(
    "if the payer's wallet is empty, fails a %s with %s (alarm: %p)",
    (kind, failureCode, alarm) => {
      const empty: StatusResult = { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }
      expect(afterStatus(order({ kind, status: 'SUBMITTED' }), empty, now, real)).toMatchObject({
        failureCode,
        alarm,
      })
    },
  )

  test('raises an alarm for a fault of our own account, and none for a declined payment', () => {
    const submitted = order({ status: 'SUBMITTED' })
    const alarmOf = (reason: string) => afterStatus(submitted, { state: 'FAILED', reason }, now, real).alarm
    expect([alarmOf('NOT_ALLOWED'), alarmOf('APPROVAL_REJECTED')]).toEqual(['NOT_ALLOWED', null])
  })

  test('may have a reason longer than its column: the reason is cut', () => {
    const long = 'X'.repeat(400)
    const submitted = order({ status: 'SUBMITTED' })
    expect(afterStatus(submitted, { state: 'FAILED', reason: long }, now, real).providerReason).toHaveLength(
      255,
    )
    expect(afterStatus(submitted, { state: 'UNKNOWN', detail: long }, now, real).providerReason).toHaveLength(
      255,
    )
  })
})

describe('the ladder of polls', () => {
  const climb = (result: StatusResult, scale: number) => {
    let change = afterSend(order(), accepted, now, { scale })
    const waits = [change.dueInMs]
    for (let poll = 0; poll < 40; poll++) {
      change = afterStatus(order({ ...change, createdAt: now }), result, now, { scale })
      waits.push(change.dueInMs)
      if (change.status === 'UNDER_REVIEW') return { waits, change }
    }
    throw new Error('the ladder has no end')
  }
  const rungs = [5, 10, 20, 40, 60, 120, 300, 600, 1800].map((seconds) => seconds * second)

  test.each([
    ['that the order is pending', pending],
    ['unusable', silent],
  ])(
    'for an order whose answers are %s: waits of 5 s to 30 min, 23 of an hour (a day in all), then review and a poll a day',
    (_what, result) => {
      const { waits, change } = climb(result, 1)
      expect(waits).toEqual([...rungs, ...Array.from({ length: 23 }, () => hour), 24 * hour])
      const climbed = waits.slice(0, -1).reduce<number>((sum, ms) => sum + present(ms), 0)
      expect(climbed / hour).toBeCloseTo(23.8, 1)
      expect(change).toMatchObject({ review: 'NO_ANSWER', failureCode: null })
      const daily = afterStatus(order({ ...change, createdAt: now }), result, now, real)
      expect(daily).toMatchObject({ status: 'UNDER_REVIEW', dueInMs: 24 * hour })
    },
  )

  test('is divided by the time scale, as is the grace time', () => {
    expect(climb(pending, 25).waits.slice(0, 3)).toEqual([200, 400, 800])
    const facts = order({ status: 'UNKNOWN', sentAt: now - 2400 })
    expect(afterStatus(facts, notFound, now, { scale: 25 }).status).toBe('CREATED')
    expect(afterStatus({ ...facts, sentAt: now - 2399 }, notFound, now, { scale: 25 }).status).toBe('UNKNOWN')
  })

  test('does not lead to review for a payment that could not be sent, within its first quarter of an hour', () => {
    let change = afterSend(order(), notSent, now, real)
    for (let i = 0; i < 50; i++)
      change = afterSend(order({ ...change, sends: 1, createdAt: now }), notSent, now, real)
    expect(change).toMatchObject({ status: 'CREATED', review: null })
  })

  test('is over for a payment that could not be sent for a quarter of an hour, divided by the time scale', () => {
    const statusAfter = (age: number) =>
      afterSend(order({ createdAt: now - age }), notSent, now, { scale: 25 }).status
    expect([statusAfter(36 * second - 1), statusAfter(36 * second)]).toEqual(['CREATED', 'FAILED'])
  })
})

describe('an answer about an order that has ended', () => {
  const other: StatusResult = { state: 'UNKNOWN', detail: 'OTHER_AMOUNT' }
  test.each<[OrderStatus, StatusResult, boolean]>([
    ['SUCCESSFUL', paid, false],
    ['SUCCESSFUL', failed, true],
    ['SUCCESSFUL', notFound, true],
    ['SUCCESSFUL', pending, false],
    ['SUCCESSFUL', silent, false],
    ['SUCCESSFUL', other, true],
    ['FAILED', paid, true],
    ['FAILED', failed, false],
    ['FAILED', notFound, false],
    ['FAILED', pending, false],
    ['FAILED', silent, false],
    ['FAILED', other, true],
  ])('for an order that is %s: %j is a contradiction: %p', (ours, result, expected) => {
    expect(isContradicted({ status: ours, failureCode: null }, result)).toBe(expected)
    // Two people ended this deposit, so that the provider's answer does not count.
    expect(isContradicted({ status: 'FAILED', failureCode: 'DEPOSIT_VOIDED' }, result)).toBe(false)
  })

  test.each<[StatusResult, boolean]>([
    [paid, true],
    [failed, true],
    [notFound, true],
    [pending, false],
    [silent, false],
  ])('%j ends the daily polls: %p', (result, expected) => {
    expect(isFinal(result)).toBe(expected)
  })
})

describe('a query outside the ladder', () => {
  const waiting = order({ status: 'SUBMITTED', polls: 3, resumeAt: now + 7000 })

  test.each([
    ['PENDING', pending],
    ['UNKNOWN', silent],
  ] as const)('that is answered %s uses up no rung', (_, result) => {
    expect(afterStatus(waiting, result, now, real)).toMatchObject({
      status: 'SUBMITTED',
      polls: 3,
      dueInMs: 7000,
      review: null,
    })
  })

  test('does not use up the last rung, nor open a second review case', () => {
    const last = { ...waiting, polls: 32 }
    expect(afterStatus({ ...last, resumeAt: null }, pending, now, real).status).toBe('UNDER_REVIEW')
    expect(afterStatus(last, pending, now, real)).toMatchObject({
      status: 'SUBMITTED',
      polls: 32,
      review: null,
    })
  })

  test('counts as the first rung if it is the first poll after a send', () => {
    const offered = order({ polls: 0, resumeAt: now + 7000 })
    expect(afterStatus(offered, silent, now, real)).toMatchObject({ status: 'UNKNOWN', polls: 1 })
  })

  test('that comes after the next rung was due continues the ladder at once', () => {
    expect(afterStatus({ ...waiting, resumeAt: now - 1 }, pending, now, real).dueInMs).toBe(0)
  })

  test('can end the order or have it sent again, like any other poll', () => {
    expect(afterStatus(waiting, paid, now, real)).toMatchObject({ status: 'SUCCESSFUL', dueInMs: null })
    const lostLong = { ...waiting, sentAt: now - minute }
    expect(afterStatus(lostLong, notFound, now, real)).toMatchObject({ status: 'CREATED', dueInMs: 0 })
  })
})

test('an answer that cannot be booked goes to review after five failures, and is then tried daily', () => {
  expect([1, 4].map((failures) => afterFailure(failures, real))).toEqual([
    { isForPeople: false, dueInMs: null },
    { isForPeople: false, dueInMs: null },
  ])
  expect(afterFailure(5, real)).toEqual({ isForPeople: true, dueInMs: 24 * hour })
  expect(afterFailure(9, { scale: 24 })).toEqual({ isForPeople: true, dueInMs: hour })
})

test.each([
  ['UNDER_REVIEW', 0, true],
  ['SUBMITTED', bookingFailuresMax, true],
  ['SUBMITTED', bookingFailuresMax - 1, false],
] as const)('an order that is %s after %d failures is under review: %s', (status, failures, expected) => {
  expect(isUnderReview({ status, failures })).toBe(expected)
})
