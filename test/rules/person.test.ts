import { describe, expect, test } from '@jest/globals'
import { isSamePerson, issuerOf, nameKey, normaliseName } from '../../src/platform/identity/person.rules.js'

describe('a name', () => {
  test.each([
    ['Awa Ndiaye', 'Awa Ndiaye'],
    ['  Awa \t\n Ndiaye  ', 'Awa Ndiaye'],
    ['Awa\u00a0Ndiaye', 'Awa Ndiaye'],
    // A joiner, a direction mark, a filler and a control character.
    ['A\u200dw\u202ea\u3164\u0007', 'Awa'],
    // What is invisible parts nothing, and leaves no second space.
    ['Awa \u200d Ndiaye', 'Awa Ndiaye'],
    ['\u200d Awa \u200d', 'Awa'],
    ['Awa \u200d \u200d Ndiaye', 'Awa Ndiaye'],
    // One letter of two, a ligature, wide letters.
    ['E\u0301lodie', '\u00c9lodie'],
    // The accent reaches its letter once the joiner between them is gone.
    ['E\u200d\u0301lodie', '\u00c9lodie'],
    ['\ufb01lle', 'fille'],
    ['\uff21\uff57\uff41', 'Awa'],
    ['', ''],
  ])('%j is kept as %j', (given, kept) => expect(normaliseName(given)).toBe(kept))

  test('is the same in capitals and in small letters', () => {
    expect(nameKey(' AWA  \u00c9lodie ')).toBe('awa \u00e9lodie')
    expect(nameKey('Awa')).not.toBe(nameKey('Awo'))
  })
})

describe('the provider in an id', () => {
  test.each([
    ['https://id.example.com 1234', 'https://id.example.com'],
    ['http://localhost:8080/realms/a b c', 'http://localhost:8080/realms/a'],
    ['https://id.example.com ', undefined],
    ['https://id.example.com', undefined],
    ['https:// 1234', undefined],
    ['https:/id.example.com 1234', undefined],
    ['ftp://id.example.com 1234', undefined],
    ['xhttps://id.example.com 1234', undefined],
    ['1234', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %j is %j', (id, issuer) => expect(issuerOf(id)).toBe(issuer))
})

describe('one person', () => {
  const here = 'https://id.example.com'
  const there = 'https://other.example.com'

  test.each([
    [
      'one id, though the name has changed',
      { id: `${here} 1`, name: 'Awa' },
      { id: `${here} 1`, name: 'Bea' },
    ],
    ['one id of a key', { id: 'key-1', name: 'Awa' }, { id: 'key-1', name: 'Bea' }],
    ['one name in two spellings, without ids', { name: 'Awa Ndiaye' }, { name: ' awa  NDIAYE' }],
    ['one name, of which one row is older than ids', { id: `${here} 1`, name: 'Awa' }, { name: 'Awa' }],
    ['one name, of which the other is older', { id: null, name: 'Awa' }, { id: `${here} 1`, name: 'Awa' }],
    ['one name, of two providers', { id: `${here} 1`, name: 'Awa' }, { id: `${there} 1`, name: 'Awa' }],
    ['one name, of a provider and of a key', { id: `${here} 1`, name: 'Awa' }, { id: 'key-1', name: 'Awa' }],
    ['one name, of two keys', { id: 'key-1', name: 'Awa' }, { id: 'key-2', name: 'Awa' }],
  ])('has %s', (_what, one, other) => {
    expect(isSamePerson(one, other)).toBe(true)
    expect(isSamePerson(other, one)).toBe(true)
  })

  test.each([
    [
      'two ids of one provider, and one name',
      { id: `${here} 1`, name: 'Awa' },
      { id: `${here} 2`, name: 'Awa' },
    ],
    ['two names, without ids', { name: 'Awa' }, { name: 'Bea' }],
    ['two names and no ids, which are equal', { id: null, name: 'Awa' }, { id: null, name: 'Bea' }],
    ['two names and ids that are not known', { id: undefined, name: 'Awa' }, { id: undefined, name: 'Bea' }],
    ['two names, of two providers', { id: `${here} 1`, name: 'Awa' }, { id: `${there} 1`, name: 'Bea' }],
  ])('has not %s', (_what, one, other) => {
    expect(isSamePerson(one, other)).toBe(false)
    expect(isSamePerson(other, one)).toBe(false)
  })
})
