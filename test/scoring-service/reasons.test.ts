import { describe, expect, test } from '@jest/globals'
import { meanings } from '../../src/scoring-service/card/verdict/meanings.rules.js'
import type { ShownReason } from '../../src/scoring-service/card/verdict/bureau.rules.js'
import {
  reasonsWith,
  statusOf,
  verdictOf,
  type VerdictFacts,
} from '../../src/scoring-service/card/verdict/verdict.rules.js'
import { validityReasons, type ValidityReason } from '../../src/scoring-contract/words.js'

const documentWith = (...reasons: ValidityReason[]) => ({
  documentName: 'a.pdf',
  status: statusOf(reasons),
  reasons,
})
const verdict = (more: Partial<VerdictFacts>) =>
  verdictOf({
    documents: [documentWith()],
    disagreeing: [],
    currency: null,
    isThin: false,
    score: 700,
    ...more,
  })
const bureau = { cap: null, capReasons: [], isOfAnotherName: false } as const

/** The texts that a person reads. Clients store the codes, so no code may change its meaning. */
const expected: Readonly<Record<ValidityReason, readonly [status: string, code: string, text: string]>> = {
  document_modified: ['INVALID', 'V01', 'The statement is not as its issuer made it'],
  name_invalid: ['INVALID', 'V02', 'The statement is in the name of another person'],
  phone_number_invalid: ['INVALID', 'V03', 'The statement is of another phone number than the one given'],
  email_invalid: ['INVALID', 'V04', 'The statement has another e-mail address than the one given'],
  account_number_mismatch: ['UNVERIFIED', 'V10', 'The statement is of another account than the one given'],
  till_of_another_holder: ['UNVERIFIED', 'V11', 'The till is not in the name of the applicant'],
  names_differ: ['UNVERIFIED', 'V22', 'The statement names more than one holder'],
  name_not_printed: ['UNVERIFIED', 'V12', 'The statement does not say whose it is'],
  phone_number_not_printed: ['UNVERIFIED', 'V13', 'The statement does not say of which phone number it is'],
  issuer_not_named: ['UNVERIFIED', 'V14', 'The statement does not name the bank that it is said to be of'],
  csv_not_of_issuer: ['UNVERIFIED', 'V15', 'The issuer gives this statement as a PDF and not as a table'],
  csv_not_vouched_for: [
    'UNVERIFIED',
    'V16',
    'The statement is a table that anybody can write; a PDF of the issuer is needed',
  ],
  maker_unknown: ['UNVERIFIED', 'V17', 'The file was not made in a way that its issuer is known for'],
  dates_contradict: [
    'UNVERIFIED',
    'V23',
    'The statement speaks of days after the day on which it was made or asked for',
  ],
  balances_not_printed: ['UNVERIFIED', 'V18', 'The statement has no balances to check its amounts by'],
  balances_not_explained: ['UNVERIFIED', 'V21', 'Balances of the statement do not follow from its amounts'],
  cells_unread: ['UNVERIFIED', 'V19', 'Amounts or balances of the statement cannot be read'],
  insufficient_transactions: ['UNVERIFIED', 'V20', 'There is too little on the statements to judge by'],
}

describe('what lowers the status of a statement', () => {
  test.each(validityReasons)('%s: has this status, code and text', (reason) => {
    const { status, code, text } = meanings[reason]
    expect([status, code, text]).toEqual(expected[reason])
    expect(statusOf([reason])).toBe(status)
  })

  test('is the worst failed check, whatever else passes', () => {
    expect(statusOf([])).toBe('VALID')
    expect(statusOf(['maker_unknown', 'name_invalid'])).toBe('INVALID')
    expect(statusOf(['maker_unknown', 'cells_unread'])).toBe('UNVERIFIED')
  })

  test('is reported for each document with its name', () => {
    expect(verdict({ documents: [documentWith('maker_unknown')] }).reasons).toEqual([
      { code: 'V17', text: expected.maker_unknown[2], characteristic: 'maker_unknown', value: 'a.pdf' },
    ])
  })
})

describe('what affects a request as a whole', () => {
  test.each([
    ['currency_unknown', 'C01', 'The statement does not say of which currency it is'],
    ['currency_without_tables', 'C02', 'The card has no tables for the currency of the statement'],
    ['currency_mixed', 'C03', 'The statements are of more than one currency'],
  ] as const)('%s: has this code and text', (currency, code, text) => {
    expect(verdict({ currency }).reasons).toEqual([{ code, text, characteristic: currency, value: null }])
  })

  test.each<[string, Partial<VerdictFacts>, ShownReason]>([
    [
      'too little data in the statements',
      { isThin: true },
      {
        code: 'V20',
        text: 'There is too little on the statements to judge by',
        characteristic: 'insufficient_transactions',
        value: null,
      },
    ],
    [
      'too little data at the bureau, without statements',
      { isThin: true, documents: [] },
      {
        code: 'B10',
        text: 'The bureau knows of no credit to judge by',
        characteristic: 'accounts',
        value: 0,
      },
    ],
    [
      'two statements of one account that contradict each other',
      { disagreeing: ['b.pdf'] },
      {
        code: 'V24',
        text: 'Two statements of the same account do not agree with each other',
        characteristic: 'documents_disagree',
        value: 'b.pdf',
      },
    ],
    [
      'another name at the bureau',
      { bureau: { ...bureau, isOfAnotherName: true } },
      {
        code: 'B08',
        text: 'The name that the bureau holds is another',
        characteristic: 'nameMatches',
        value: false,
      },
    ],
  ])('%s: has this code and text', (_, more, reason) => {
    expect(verdict(more).reasons).toEqual([reason])
  })

  test.each(['FRAUD_REPORTED', 'LONG_DEFAULT'] as const)(
    '%s: declines any score, which is still shown with its band',
    (cap) => {
      expect(verdict({ score: 650, bureau: { ...bureau, cap } })).toMatchObject({
        obstacle: cap,
        decision: 'DECLINE',
        score: 650,
        riskBand: 'A',
        isLendable: false,
      })
    },
  )
})

describe('the reasons of a result', () => {
  const reason = (code: string): ShownReason => ({ code, text: code, characteristic: code, value: null })
  const codesWith = (ofObstacles: readonly string[], ofScore: readonly string[]): string[] =>
    reasonsWith({ ...verdict({}), reasons: ofObstacles.map(reason) }, ofScore.map(reason)).map(
      ({ code }) => code,
    )

  test.each([
    ['of the score are at most four', [], ['1', '2', '3', '4', '5'], ['1', '2', '3', '4']],
    ['of obstacles come first, and count among the four', ['V'], ['1', '2', '3', '4'], ['V', '1', '2', '3']],
    [
      'of obstacles are all given',
      ['V', 'W', 'X', 'Y', 'Z'],
      ['1', '2', '3', '4', '5', '6'],
      ['V', 'W', 'X', 'Y', 'Z'],
    ],
    ['are not repeated', ['V', '2'], ['1', '2', '3'], ['V', '2', '1', '3']],
  ])('%s', (_, ofObstacles, ofScore, said) => {
    expect(codesWith(ofObstacles, ofScore)).toEqual(said)
  })
})
