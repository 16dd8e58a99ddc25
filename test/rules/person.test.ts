import { describe, expect, test } from '@jest/globals'
import { isSamePerson, issuerOf, nameKey, normaliseName } from '../../src/platform/identity/person.rules.js'

describe('the name of a person', () => {
  test.each([
    ['Awa Ndiaye', 'Awa Ndiaye'],
    ['  Awa \t\n Ndiaye  ', 'Awa Ndiaye'],
    ['Awa\u00a0Ndiaye', 'Awa Ndiaye'],
    // A zero-width joiner, a direction mark, a filler and a control character.
    ['A\u200dw\u202ea\u3164\u0007', 'Awa'],
    // An invisible character separates nothing, and leaves no second space.
    ['Awa \u200d Ndiaye', 'Awa Ndiaye'],
    ['\u200d Awa \u200d', 'Awa'],
    ['Awa \u200d \u200d Ndiaye', 'Awa Ndiaye'],
    // A letter with a combining accent, a ligature, full-width letters.
    ['E\u0301lodie', '\u00c9lodie'],
    // The accent combines with its letter once the joiner between them is removed.
    ['E\u200d\u0301lodie', '\u00c9lodie'],
    ['\ufb01lle', 'fille'],
    ['\uff21\uff57\uff41', 'Awa'],
    ['', ''],
  ])('%j is stored as %j', (given, kept) => expect(normaliseName(given)).toBe(kept))

  test('has the same key in capitals and in small letters', () => {
    expect(nameKey(' AWA  \u00c9lodie ')).toBe('awa \u00e9lodie')
    expect(nameKey('Awa')).not.toBe(nameKey('Awo'))
  })
})

describe('the issuer in an id', () => {
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

describe('two identities', () => {
  const here = 'https://id.example.com'
  const there = 'https://other.example.com'

  test.each([
    ['one id with two names', { id: `${here} 1`, name: 'Awa' }, { id: `${here} 1`, name: 'Bea' }],
    ['one id of a key, with two names', { id: 'key-1', name: 'Awa' }, { id: 'key-1', name: 'Bea' }],
    ['one name in two spellings, without ids', { name: 'Awa Ndiaye' }, { name: ' awa  NDIAYE' }],
    ['one name, where the second identity has no id', { id: `${here} 1`, name: 'Awa' }, { name: 'Awa' }],
    [
      'one name, where the first identity has no id',
      { id: null, name: 'Awa' },
      { id: `${here} 1`, name: 'Awa' },
    ],
    ['one name, of two providers', { id: `${here} 1`, name: 'Awa' }, { id: `${there} 1`, name: 'Awa' }],
    ['one name, of a provider and of a key', { id: `${here} 1`, name: 'Awa' }, { id: 'key-1', name: 'Awa' }],
    ['one name, of two keys', { id: 'key-1', name: 'Awa' }, { id: 'key-2', name: 'Awa' }],
  ])('are one person: %s', (_what, one, other) => {
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
    ['two names, with null as both ids', { id: null, name: 'Awa' }, { id: null, name: 'Bea' }],
    ['two names, with undefined as both ids', { id: undefined, name: 'Awa' }, { id: undefined, name: 'Bea' }],
    ['two names, of two providers', { id: `${here} 1`, name: 'Awa' }, { id: `${there} 1`, name: 'Bea' }],
  ])('are two persons: %s', (_what, one, other) => {
    expect(isSamePerson(one, other)).toBe(false)
    expect(isSamePerson(other, one)).toBe(false)
  })
})
