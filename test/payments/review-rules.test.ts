import { describe, expect, test } from '@jest/globals'
import {
  isReasonFor,
  resolutionEffect,
  type ResolutionOutcome,
  type ReviewFacts,
} from '../../src/bank/payments/review.rules.js'

const outcomes: readonly ResolutionOutcome[] = [
  'ORDER_SUCCEEDED',
  'ORDER_FAILED',
  'RETRY',
  'PAID_OTHERWISE',
  'NOTHING',
]
const effectsOf = (facts: ReviewFacts) => outcomes.map((outcome) => resolutionEffect(facts, outcome) ?? '-')

describe('what two people may make of an order', () => {
  const facts: ReviewFacts = {
    caseKind: 'NO_ANSWER',
    orderKind: 'PAY_OUT',
    status: 'UNDER_REVIEW',
    failedState: null,
    closing: false,
    inDoubt: false,
    judged: true,
  }

  test.each(['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'] as const)(
    'one that is %s is answered for the provider, asked again, or left',
    (status) => {
      for (const orderKind of ['COLLECT', 'PAY_OUT'] as const) {
        expect(effectsOf({ ...facts, orderKind, status })).toEqual([
          'ANSWER',
          'ANSWER',
          'ASK_AGAIN',
          '-',
          'CLOSE',
        ])
      }
    },
  )

  test('a success stays a success: a booking is not undone here', () => {
    for (const orderKind of ['COLLECT', 'PAY_OUT'] as const)
      expect(effectsOf({ ...facts, caseKind: 'CONTRADICTION', orderKind, status: 'SUCCESSFUL' })).toEqual([
        'CLOSE',
        '-',
        '-',
        '-',
        'CLOSE',
      ])
  })

  test('a failed collection may turn out to be paid, and is never sent again', () => {
    expect(
      effectsOf({
        ...facts,
        caseKind: 'CONTRADICTION',
        orderKind: 'COLLECT',
        status: 'FAILED',
        failedState: 'UNDECIDED',
      }),
    ).toEqual(['CORRECT', 'CLOSE', '-', '-', 'CLOSE'])
  })

  test('a failed transfer that is still reserved is decided; after a contradiction it is not sent again', () => {
    const failed = { ...facts, status: 'FAILED', failedState: 'UNDECIDED' } as const
    expect(effectsOf({ ...failed, caseKind: 'PAYOUT_FAILED' })).toEqual([
      'CORRECT',
      'JUDGE',
      'SEND_AGAIN',
      '-',
      '-',
    ])
    expect(effectsOf({ ...failed, caseKind: 'CONTRADICTION' })).toEqual([
      'CORRECT',
      'JUDGE',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('a failed transfer is not resolved by a reason that would open the same case again', () => {
    const failed = { ...facts, status: 'FAILED', failedState: 'UNDECIDED', judged: false } as const
    expect(effectsOf({ ...failed, caseKind: 'PAYOUT_FAILED' })).toEqual([
      'CORRECT',
      '-',
      'SEND_AGAIN',
      '-',
      '-',
    ])
    expect(effectsOf({ ...failed, caseKind: 'CONTRADICTION' })).toEqual([
      'CORRECT',
      'JUDGE',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('only a closing account is paid out of band, and only without a contradiction', () => {
    const failed = { ...facts, status: 'FAILED', failedState: 'UNDECIDED', closing: true } as const
    const otherwise = (changes: Partial<ReviewFacts>) =>
      resolutionEffect({ ...failed, caseKind: 'PAYOUT_FAILED', ...changes }, 'PAID_OTHERWISE')
    expect(otherwise({})).toBe('PAY_OUT_OF_BAND')
    for (const not of [
      { closing: false },
      { failedState: null },
      { status: 'UNDER_REVIEW' },
      { status: 'SUCCESSFUL' },
      { caseKind: 'CONTRADICTION' },
      { orderKind: 'COLLECT' },
    ] as const)
      expect(otherwise(not)).toBeUndefined()
  })

  test('a contradiction is decided in its own case, and by no older proposal', () => {
    const failed = {
      ...facts,
      status: 'FAILED',
      failedState: 'UNDECIDED',
      closing: true,
      inDoubt: true,
    } as const
    expect(effectsOf({ ...failed, caseKind: 'PAYOUT_FAILED' })).toEqual(['CORRECT', '-', '-', '-', '-'])
    expect(effectsOf({ ...failed, caseKind: 'CONTRADICTION' })).toEqual([
      'CORRECT',
      'JUDGE',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('a failed transfer with a later attempt may turn out to be paid, and nothing else', () => {
    const replaced = { ...facts, status: 'FAILED', failedState: 'REPLACED' } as const
    for (const caseKind of ['CONTRADICTION', 'NOT_COMPARED'] as const)
      expect(effectsOf({ ...replaced, caseKind })).toEqual(['CORRECT', 'CLOSE', '-', '-', 'CLOSE'])
  })

  test('a transfer that failed and was given back has no money left to move', () => {
    const givenBack = { ...facts, status: 'FAILED', failedState: 'DECIDED' } as const
    expect(effectsOf({ ...givenBack, caseKind: 'CONTRADICTION' })).toEqual(['-', 'CLOSE', '-', '-', 'CLOSE'])
  })
})

test('only a failure has a reason of the provider', () => {
  expect(isReasonFor('ORDER_FAILED', 'PAYEE_NOT_FOUND')).toBe(true)
  expect(isReasonFor('ORDER_FAILED', 'because')).toBe(false)
  expect(isReasonFor('ORDER_FAILED', null)).toBe(false)
  expect(isReasonFor('RETRY', null)).toBe(true)
  expect(isReasonFor('ORDER_SUCCEEDED', 'EXPIRED')).toBe(false)
})
