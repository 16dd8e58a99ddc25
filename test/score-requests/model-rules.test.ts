import { describe, expect, test } from '@jest/globals'
import { needsPeople } from '../../src/score-requests/model/alarm.rules.js'
import { checkReported } from '../../src/score-requests/model/reported-documents.rules.js'
import {
  failureOfDetails,
  failureText,
  isScoreFailure,
} from '../../src/score-requests/model/failure.rules.js'
import type { ReportedDocument } from '../../src/score-requests/model/port.js'
import {
  beginningsOf,
  nameKey,
  nameKeyLength,
  nameKeys,
  nationalIdForms,
} from '../../src/score-requests/model/person-name.rules.js'

describe('what came in the way of a score request', () => {
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
  ])('%s needs people', (problem) => expect(needsPeople(problem)).toBe(true))

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
  ])('%s may mend itself', (problem) => expect(needsPeople(problem)).toBe(false))
})

describe('what the service says of documents', () => {
  const fine = (documentName: string): ReportedDocument => ({ documentName, problem: null })
  const bad = (documentName: string): ReportedDocument => ({
    documentName,
    problem: { code: 'WRONG_PASSWORD', detail: 'no' },
  })
  const said = (...told: readonly ReportedDocument[]) => checkReported(['a', 'b'], told)

  test('is believed of all of them, and of none', () => {
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
    ['of one of two', said(fine('a')), 'DOCUMENTS_MISSING'],
    ['of one twice', said(fine('a'), fine('a')), 'DOCUMENTS_MISSING'],
    ['of another', said(fine('a'), fine('c')), 'OTHER_DOCUMENTS'],
    ['of one too many', said(fine('a'), fine('b'), fine('c')), 'OTHER_DOCUMENTS'],
  ])('%s is not believed', (_what, judged, problem) => {
    expect(judged).toEqual({ kind: 'INCONSISTENT', problem })
  })

  test('that one could not be read stands, wherever else it is counted as used', () => {
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

describe('the failure of a score request', () => {
  test.each([
    ['wrong_password: statement.pdf', 'WRONG_PASSWORD'],
    ['  image_only', 'IMAGE_ONLY'],
    ['too_many_pages, 812', 'TOO_MANY_PAGES'],
    ['something_new: x', 'UNPROCESSABLE'],
    ['The document: wrong_password', 'UNPROCESSABLE'],
    ['7 wrong_password', 'UNPROCESSABLE'],
    ['', 'UNPROCESSABLE'],
  ])('of %j is %s', (details, code) => {
    expect(failureOfDetails(details)).toBe(code)
  })

  test('is one of ours, or none', () => {
    expect(isScoreFailure('ERASED')).toBe(true)
    expect(isScoreFailure('erased')).toBe(false)
    expect(isScoreFailure('toString')).toBe(false)
  })

  test('is said in the language of who asks, in French with its spaces', () => {
    expect(failureText('BUREAU_UNAVAILABLE', 'en')).toBe('The credit bureau did not answer. Resubmit later.')
    expect(failureText('UNPROCESSABLE', 'fr')).toContain("n'a pas pu traiter la demande\u00a0; le détail")
  })
})

describe('the key of a name', () => {
  test.each([
    ['Aïcha  Mbarga', 'aicha mbarga'],
    ['NGO’O-Étoundi', 'ngo o etoundi'],
    [' - Jean 2 - ', 'jean 2'],
    ['Élodie', 'elodie'],
    ['李雷', '李雷'],
    ['', ''],
    ['...', ''],
  ])('%j is %j', (name, key) => expect(nameKey(name)).toBe(key))

  test('ends where it tells no two names apart any more', () => {
    expect(nameKey(`${'a'.repeat(nameKeyLength)}b`)).toBe('a'.repeat(nameKeyLength))
  })

  test.each([
    [{ firstName: 'Jane', middleName: 'Wanjiku', lastName: 'Doe' }, 'jane wanjiku doe', 'doe jane wanjiku'],
    [{ firstName: 'Jane', middleName: null, lastName: 'Doe' }, 'jane doe', 'doe jane'],
    [{ firstName: 'Jane', lastName: 'Doe' }, 'jane doe', 'doe jane'],
  ])('begins with either name: %j', (named, byFirstName, byLastName) => {
    expect(nameKeys(named)).toEqual({ byFirstName, byLastName })
  })
})

describe('how the keys of whom a text names may begin', () => {
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
  ])('%j: %j', (text, expected) => {
    expect(beginningsOf(text).map(({ key, begin }) => `${key} ${begin}`)).toEqual(expected)
  })
})

describe('the number of an identity card', () => {
  test.each([
    [' ab 12.34-5 ', ['ab 12.34-5', 'AB 12.34-5', 'AB12345']],
    ['AB12345', ['AB12345']],
    ['ab12345', ['ab12345', 'AB12345']],
    ['  ', []],
    [' -', ['-']],
  ])('%j may have been given as %j', (text, forms) => {
    expect(nationalIdForms(text)).toEqual(forms)
  })
})
