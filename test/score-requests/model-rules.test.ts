import { describe, expect, test } from '@jest/globals'
import { nationalIdForms } from '../../src/scoring-contract/national-id.js'
import { needsPeople } from '../../src/score-requests/model/alarm.rules.js'
import { checkReported } from '../../src/score-requests/model/reported-documents.rules.js'
import {
  failureOfDetails,
  failureText,
  isScoreFailure,
} from '../../src/score-requests/model/failure.rules.js'
import { judgementOf, type Judgement } from '../../src/score-requests/model/judgement.js'
import type { ReportedDocument } from '../../src/score-requests/model/port.js'
import {
  beginningsOf,
  nameKey,
  nameKeyLength,
  nameKeys,
} from '../../src/score-requests/model/person-name.rules.js'

describe('the problem of a score request', () => {
  test.each([
    'CREDENTIALS_REFUSED',
    'UNSAFE_ADDRESS',
    'ERROR_IN_AN_ANSWER',
    'OTHER_REQUEST',
    'OTHER_PRODUCT',
    'CONTRADICTORY_RESULT',
    'OTHER_DOCUMENTS',
    'DOCUMENTS_MISSING',
    'HTTP_301',
    'HTTP_404',
    'HTTP_418',
  ])('%s raises an alarm', (problem) => expect(needsPeople(problem)).toBe(true))

  test.each([
    'TIMEOUT',
    '',
    'HTTP_408',
    'HTTP_425',
    'HTTP_200',
    'HTTP_500',
    'HTTP_4040',
    'XHTTP_404',
    'HTTP_40',
  ])('%s may pass by itself, and raises no alarm', (problem) => expect(needsPeople(problem)).toBe(false))
})

describe('the report of the service on documents', () => {
  const fine = (documentName: string): ReportedDocument => ({ documentName, problem: null })
  const bad = (documentName: string): ReportedDocument => ({
    documentName,
    problem: { code: 'WRONG_PASSWORD', detail: 'no' },
  })
  const said = (...told: readonly ReportedDocument[]) => checkReported(['a', 'b'], told)

  test('is accepted if it names all of them, or none', () => {
    expect(said(fine('a'), bad('b'))).toEqual({
      kind: 'CONSISTENT',
      documents: new Map([
        ['a', fine('a')],
        ['b', bad('b')],
      ]),
    })
    expect(said()).toEqual({ kind: 'CONSISTENT', documents: new Map() })
  })

  test.each([
    ['one of two', said(fine('a')), 'DOCUMENTS_MISSING'],
    ['one of two, twice', said(fine('a'), fine('a')), 'DOCUMENTS_MISSING'],
    ['another one', said(fine('a'), fine('c')), 'OTHER_DOCUMENTS'],
    ['one too many', said(fine('a'), fine('b'), fine('c')), 'OTHER_DOCUMENTS'],
  ])('is not accepted if it names %s', (_what, judged, problem) => {
    expect(judged).toEqual({ kind: 'INCONSISTENT', problem })
  })

  test('counts a document as unreadable if one of its entries says so', () => {
    for (const told of [
      [bad('a'), fine('a'), fine('b')],
      [fine('a'), bad('a'), fine('b')],
    ])
      expect(said(...told)).toMatchObject({
        documents: new Map([
          ['a', bad('a')],
          ['b', fine('b')],
        ]),
      })
  })
})

describe('the judgement of a score request with several bodies', () => {
  const judged = (decision: Judgement['decision'], ...reasons: string[]): Judgement => ({
    decision,
    riskBand: null,
    reasons,
  })

  test('has the most severe decision of the documents of PA, and the reasons of all of them', () => {
    const bodies = [judged('DECLINE', 'V01'), judged('INSUFFICIENT_DATA', 'R01', 'V01'), judged(null)]
    expect(judgementOf('PA', bodies)).toEqual(judged('DECLINE', 'V01', 'R01'))
    expect(judgementOf('PA', bodies.toReversed())).toEqual(judged('DECLINE', 'R01', 'V01'))
  })

  test('is that of the last body with a decision in every other product', () => {
    const bodies = [judged('DECLINE', 'V01'), judged('REFER', 'R01'), judged(null)]
    expect(judgementOf('PAS', bodies)).toEqual(judged('REFER', 'R01'))
  })

  test.each(['PA', 'PAS'] as const)('of %s is empty if no body has one', (product) => {
    expect(judgementOf(product, [judged(null), judged(null)])).toEqual(judged(null))
    expect(judgementOf(product, [])).toEqual(judged(null))
  })
})

describe('the failure of a score request', () => {
  test.each([
    ['wrong_password: statement.pdf', 'WRONG_PASSWORD'],
    ['  image_only', 'IMAGE_ONLY'],
    ['too_many_pages, 812', 'TOO_MANY_PAGES'],
    ['something_new: x', 'UNPROCESSABLE'],
    ['erased: the file was deleted', 'UNPROCESSABLE'],
    ['credentials_refused: for the bureau', 'UNPROCESSABLE'],
    ['The document: wrong_password', 'UNPROCESSABLE'],
    ['7 wrong_password', 'UNPROCESSABLE'],
    ['', 'UNPROCESSABLE'],
  ])('with the details %j is %s', (details, code) => {
    expect(failureOfDetails(details)).toBe(code)
  })

  test('has one of the listed codes, spelled exactly', () => {
    expect(isScoreFailure('ERASED')).toBe(true)
    expect(isScoreFailure('erased')).toBe(false)
    expect(isScoreFailure('toString')).toBe(false)
  })

  test('has a text in the language of the reader, in French with its non-breaking spaces', () => {
    expect(failureText('BUREAU_UNAVAILABLE', 'en')).toBe('The credit bureau did not answer. Resubmit later.')
    expect(failureText('UNPROCESSABLE', 'fr')).toContain("n'a pas pu traiter la demande\u00a0; le détail")
  })
})

describe('the search key of a name', () => {
  test.each([
    ['Aïcha  Mbarga', 'aicha mbarga'],
    ['NGO’O-Étoundi', 'ngo o etoundi'],
    [' - Jean 2 - ', 'jean 2'],
    ['Élodie', 'elodie'],
    ['李雷', '李雷'],
    ['', ''],
    ['...', ''],
  ])('%j has the key %j', (name, key) => expect(nameKey(name)).toBe(key))

  test('is cut to its maximum length', () => {
    expect(nameKey(`${'a'.repeat(nameKeyLength)}b`)).toBe('a'.repeat(nameKeyLength))
  })

  test.each([
    [{ firstName: 'Jane', middleName: 'Wanjiku', lastName: 'Doe' }, 'jane wanjiku doe', 'doe jane wanjiku'],
    [{ firstName: 'Jane', middleName: null, lastName: 'Doe' }, 'jane doe', 'doe jane'],
    [{ firstName: 'Jane', lastName: 'Doe' }, 'jane doe', 'doe jane'],
  ])('exists for each order of the names: %j', (named, byFirstName, byLastName) => {
    expect(nameKeys(named)).toEqual({ byFirstName, byLastName })
  })
})

describe('a search for a name', () => {
  test.each([
    ['Doe', ['byLastName doe', 'byFirstName doe']],
    ['Do', ['byLastName do', 'byFirstName do']],
    ['Jane Doe', ['byLastName jane doe', 'byFirstName jane doe', 'byLastName doe jane']],
    [
      'Jane Wanjiku Doe',
      ['byLastName jane wanjiku doe', 'byFirstName jane wanjiku doe', 'byLastName doe jane wanjiku'],
    ],
    ['Doe Doe', ['byLastName doe doe', 'byFirstName doe doe']],
    ['D', []],
    ['  ', []],
    ['237670000010', []],
    ['7a', ['byLastName 7a', 'byFirstName 7a']],
  ])('%j looks for keys that begin with %j', (text, expected) => {
    expect(beginningsOf(text).map(({ key, prefix }) => `${key} ${prefix}`)).toEqual(expected)
  })
})

describe('a search for a national ID', () => {
  test.each([
    [' ab 12.34-5 ', ['ab 12.34-5', 'AB 12.34-5', 'AB12345']],
    ['AB12345', ['AB12345']],
    ['ab12345', ['ab12345', 'AB12345']],
    ['  ', []],
    [' -', ['-']],
  ])('%j looks for the forms %j', (text, forms) => {
    expect(nationalIdForms(text)).toEqual(forms)
  })
})
