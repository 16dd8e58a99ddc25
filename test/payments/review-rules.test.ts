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

describe('two people', () => {
  const facts: ReviewFacts = {
    caseKind: 'NO_ANSWER',
    orderKind: 'PAY_OUT',
    status: 'UNDER_REVIEW',
    failedState: null,
    closing: false,
    inDoubt: false,
    isAutomatic: true,
  }

  test.each(['CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW'] as const)(
    'can answer for the provider, poll again or close the case of an order that is %s',
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

  test('can only close the case of a successful order: its booking is not undone', () => {
    for (const orderKind of ['COLLECT', 'PAY_OUT'] as const)
      expect(effectsOf({ ...facts, caseKind: 'CONTRADICTION', orderKind, status: 'SUCCESSFUL' })).toEqual([
        'CLOSE',
        '-',
        '-',
        '-',
        'CLOSE',
      ])
  })

  test('can correct a failed collection to paid, but never send it again', () => {
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

  test('can only close the case of a collection whose deposit they have voided', () => {
    const voided = { orderKind: 'COLLECT', status: 'FAILED', failedState: 'DECIDED' } as const
    expect(effectsOf({ ...facts, caseKind: 'NOT_COMPARED', ...voided })).toEqual([
      '-',
      'CLOSE',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('can decide a failed transfer while its money is undecided, but cannot send it again where two answers of the provider contradict each other', () => {
    const failed = { ...facts, status: 'FAILED', failedState: 'UNDECIDED' } as const
    expect(effectsOf({ ...failed, caseKind: 'PAYOUT_FAILED' })).toEqual([
      'CORRECT',
      'CHANGE_REASON',
      'SEND_AGAIN',
      '-',
      '-',
    ])
    expect(effectsOf({ ...failed, caseKind: 'CONTRADICTION' })).toEqual([
      'CORRECT',
      'CHANGE_REASON',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('cannot resolve a failed transfer by a reason that would open the same case again', () => {
    const failed = { ...facts, status: 'FAILED', failedState: 'UNDECIDED', isAutomatic: false } as const
    expect(effectsOf({ ...failed, caseKind: 'PAYOUT_FAILED' })).toEqual([
      'CORRECT',
      '-',
      'SEND_AGAIN',
      '-',
      '-',
    ])
    expect(effectsOf({ ...failed, caseKind: 'CONTRADICTION' })).toEqual([
      'CORRECT',
      'CHANGE_REASON',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('can book a transfer out of band only for a closing account, and only without a contradiction', () => {
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

  test('decide a contradiction in its own case, not in an older one', () => {
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
      'CHANGE_REASON',
      '-',
      '-',
      'CLOSE',
    ])
  })

  test('can only correct a failed transfer that has a later attempt, or close its case', () => {
    const replaced = { ...facts, status: 'FAILED', failedState: 'REPLACED' } as const
    for (const caseKind of ['CONTRADICTION', 'NOT_COMPARED'] as const)
      expect(effectsOf({ ...replaced, caseKind })).toEqual(['CORRECT', 'CLOSE', '-', '-', 'CLOSE'])
  })

  test('can only close the case of a transfer that was given back', () => {
    const givenBack = { ...facts, status: 'FAILED', failedState: 'DECIDED' } as const
    expect(effectsOf({ ...givenBack, caseKind: 'CONTRADICTION' })).toEqual(['-', 'CLOSE', '-', '-', 'CLOSE'])
  })
})

test('only the resolution ORDER_FAILED has a reason of the provider', () => {
  expect(isReasonFor('ORDER_FAILED', 'PAYEE_NOT_FOUND')).toBe(true)
  expect(isReasonFor('ORDER_FAILED', 'because')).toBe(false)
  expect(isReasonFor('ORDER_FAILED', null)).toBe(false)
  expect(isReasonFor('RETRY', null)).toBe(true)
  expect(isReasonFor('ORDER_SUCCEEDED', 'EXPIRED')).toBe(false)
})
