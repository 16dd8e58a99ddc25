import { describe, expect, test } from '@jest/globals'
import { translate } from '../../../src/score-requests/report/display/translate.rules.js'
import { verdictIn } from '../../../src/score-requests/report/view/read-verdict.rules.js'
import {
  verdictFirst,
  type PartView,
  type VerdictView,
} from '../../../src/score-requests/report/view/view.rules.js'

const verdict = (data: object, change: { currency?: string | null; language?: 'en' | 'fr' } = {}) =>
  verdictIn({ data, currency: 'XAF', language: 'en', ...change })

const repays = 'The money left over each month is enough to repay a loan of that size, with interest.'
const lendLess =
  'This amount is already reduced for the risk. Lend no more than this at first, and for a short time; a loan that is repaid allows more.'
const noLimit =
  'The recommended amount is 0: what is left over each month, after what is owed already, is not enough to repay a loan now.'
const goodAtBureau =
  'The record at the bureau is good. No amount is recommended without a statement: ask for one.'
const fairAtBureau =
  'The record at the bureau is fair: lend little and for a short time at first. No amount is recommended without a statement: ask for one.'
const notGenuine =
  'It was changed after its issuer made it, or it belongs to somebody else. Ask for the statement as the issuer sends it.'
const unclear =
  'Lend nothing until the reasons below are resolved. Ask for the statement as its issuer sends it.'
const otherName =
  'The bureau knows this national ID under another name. Lend nothing until that is resolved. Look at the identity card.'
const nothingBad = 'This is no sign for or against the customer.'

describe('a verdict', () => {
  test.each<[object, string, string, string]>([
    [
      { decision: 'APPROVE', boosted: { limit: 150_000 } },
      'Approve, up to 150\u00a0000\u00a0XAF',
      'good',
      repays,
    ],
    [{ decision: 'APPROVE', boosted: { limit: 0 } }, 'Approve', 'good', noLimit],
    [{ decision: 'APPROVE', boosted: { limit: -1 } }, 'Approve', 'good', noLimit],
    [{ decision: 'APPROVE', boosted: { limit: 1 } }, 'Approve, up to 1\u00a0XAF', 'good', repays],
    [{ decision: 'APPROVE', boosted: { limit: null } }, 'Approve', 'good', repays],
    [{ decision: 'APPROVE', boosted: { limit: '5' } }, 'Approve', 'good', repays],
    [{ decision: 'APPROVE' }, 'Approve', 'good', goodAtBureau],
    [
      { scoring: { decision: 'APPROVE', recommendedCreditLimit: { shortTermLimit: 500 } } },
      'Approve, up to 500\u00a0XAF',
      'good',
      repays,
    ],
    [
      {
        decision: 'APPROVE_WITH_CONDITIONS',
        summary: { recommended_credit_limit: { short_term_limit: 700 } },
      },
      'Approve with conditions, up to 700\u00a0XAF',
      'fair',
      lendLess,
    ],
    [
      { decision: 'APPROVE_WITH_CONDITIONS', boosted: { limit: 0 } },
      'Approve with conditions',
      'fair',
      noLimit,
    ],
    [{ decision: 'APPROVE_WITH_CONDITIONS' }, 'Approve with conditions', 'fair', fairAtBureau],
    // The limit that the bureau boosted takes precedence over that of the statement alone.
    [
      {
        decision: 'APPROVE',
        boosted: { limit: 5 },
        scoring: { decision: 'DECLINE', recommendedCreditLimit: { shortTermLimit: 500 } },
      },
      'Approve, up to 5\u00a0XAF',
      'good',
      repays,
    ],
    [
      { decision: 'DECLINE' },
      'Decline',
      'poor',
      'The customer can apply again when the reasons below no longer hold.',
    ],
    [
      { decision: 'DECLINE', cappedBy: 'FRAUD', scoring: { cappedBy: 'INVALID_DOCUMENT' } },
      'Decline',
      'poor',
      'The customer can apply again when the reasons below no longer hold.',
    ],
    [
      { decision: 'DECLINE', cappedBy: 'INVALID_DOCUMENT' },
      'Decline: the statement cannot be accepted',
      'poor',
      notGenuine,
    ],
    [
      { scoring: { decision: 'DECLINE', cappedBy: 'INVALID_DOCUMENT' } },
      'Decline: the statement cannot be accepted',
      'poor',
      notGenuine,
    ],
    [
      { decision: 'DECLINE', cappedBy: null, scoring: { cappedBy: 'INVALID_DOCUMENT' } },
      'Decline: the statement cannot be accepted',
      'poor',
      notGenuine,
    ],
    [{ decision: 'REFER' }, 'A person must check first', 'fair', unclear],
    [{ decision: 'REFER', cappedBy: 'UNVERIFIED' }, 'A person must check first', 'fair', unclear],
    [{ decision: 'REFER', cappedBy: 'OTHER_NAME_AT_BUREAU' }, 'A person must check first', 'fair', otherName],
    [
      { decision: 'INSUFFICIENT_DATA', boosted: { limit: null } },
      'Not enough data to decide',
      'fair',
      `${nothingBad} Ask for the last twelve months of each account.`,
    ],
    [
      { decision: 'INSUFFICIENT_DATA' },
      'Not enough data to decide',
      'fair',
      `${nothingBad} Ask for a statement, and score that.`,
    ],
    // A body of PA has no limit, but is about a statement.
    [
      { decision: 'INSUFFICIENT_DATA', cappedBy: 'THIN_FILE', validity: { status: 'VALID' } },
      'Not enough data to decide',
      'fair',
      `${nothingBad} Ask for the last twelve months of each account.`,
    ],
    [
      { decision: 'INSUFFICIENT_DATA', cappedBy: 'CURRENCY' },
      'No decision: the currency of the statements',
      'fair',
      `${nothingBad} Ask for statements of one account in the currency of the loan.`,
    ],
    [
      { validity: { status: 'VALID' } },
      'The statement can be relied on',
      'good',
      'It is of this person, and as its issuer made it.',
    ],
    [
      { validity: { status: 'UNVERIFIED' } },
      'The statement is not confirmed as genuine',
      'fair',
      'Nothing contradicts it. Ask for the statement as its issuer sends it.',
    ],
    [{ validity: { status: 'INVALID' } }, 'The statement cannot be accepted', 'poor', notGenuine],
    // The decision takes precedence over the validity of the document.
    [
      { decision: 'DECLINE', validity: { status: 'VALID' } },
      'Decline',
      'poor',
      'The customer can apply again when the reasons below no longer hold.',
    ],
  ])('of %j is %s', (data, title, tone, text) => {
    expect(verdict(data)).toMatchObject({ title, tone, text })
    const inFrench = verdict(data, { language: 'fr', currency: null })
    expect(inFrench).toMatchObject({ tone, text: translate(text, 'fr') })
    expect(inFrench?.text).not.toBe(text)
    expect(inFrench?.title).not.toBe(title)
  })

  test('has the limit in the language of the reader, without a currency if none is known', () => {
    const data = { decision: 'APPROVE', boosted: { limit: 1500 } }
    expect(verdict(data, { currency: null })?.title).toBe('Approve, up to 1\u00a0500')
    expect(verdict(data, { language: 'fr' })?.title).toBe('Accorder, jusqu\u2019\u00e0 1\u00a0500\u00a0XAF')
  })

  test.each([
    {},
    { decision: 'MAYBE' },
    { decision: '' },
    { decision: 5 },
    { validity: { status: 'ODD' } },
    { decision: 5, validity: { status: 'ODD' } },
  ])('does not exist for %j', (data) => expect(verdict(data)).toBeUndefined())

  const reasonCodes = [{ text: 'One' }, { text: '' }, { text: 5 }, { code: 'R2' }, null, 'x', { text: 'Why' }]

  test('has the reasons that have a text', () => {
    expect(verdict({ decision: 'DECLINE', reasonCodes })).toMatchObject({
      reasonsTitle: 'Why',
      reasons: ['One', 'Why'],
    })
    expect(verdict({ decision: 'DECLINE', reasonCodes }, { language: 'fr' })).toMatchObject({
      reasonsTitle: 'Pourquoi',
      reasons: ['One', 'Pourquoi'],
    })
    expect(verdict({ scoring: { decision: 'DECLINE', reasonCodes } })?.reasons).toEqual(['One', 'Why'])
    for (const none of [undefined, null, 'text', { text: 'One' }])
      expect(verdict({ decision: 'DECLINE', reasonCodes: none })?.reasons).toEqual([])
  })

  test.each([
    [{ decision: 'APPROVE' }, 'What would make the score higher'],
    [{ decision: 'APPROVE_WITH_CONDITIONS' }, 'What would make the score higher'],
    [{ decision: 'DECLINE' }, 'Why'],
    [{ decision: 'REFER' }, 'Why'],
    [{ decision: 'INSUFFICIENT_DATA' }, 'Why'],
    [{ validity: { status: 'VALID' } }, 'Why'],
  ])('of %j has reasons with the title %j', (data, reasonsTitle) => {
    expect(verdict(data)).toMatchObject({ reasonsTitle })
  })
})

describe('the verdict on the whole request', () => {
  const said: VerdictView = { title: 'Approve', tone: 'good', text: '', reasonsTitle: 'Why', reasons: [] }
  const part = (isOfAll: boolean): PartView => ({
    isOfAll,
    title: 'A part',
    verdict: said,
    note: undefined,
    sections: [],
  })

  test('is shown before the parts, and not again in the combined part', () => {
    expect(verdictFirst([part(true), part(false)])).toEqual({
      lead: said,
      parts: [{ ...part(true), verdict: undefined }, part(false)],
    })
  })

  test('does not exist if the first part is not the combined one, or if there is none', () => {
    const parts = [part(false), part(true)]
    expect(verdictFirst(parts)).toEqual({ lead: undefined, parts })
    expect(verdictFirst([])).toEqual({ lead: undefined, parts: [] })
  })
})
