import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  firstIdOf,
  isRowId,
  keyOfAnyId,
  keyOfId,
  newId,
  newReference,
  providerReferenceOf,
  referenceOf,
  shownId,
} from '../../src/kernel/ids.js'
import { at } from '../support/present.js'

const instant = fc.integer({ min: 0, max: Date.UTC(2199, 0, 1) })

describe('the id of a row', () => {
  test('has 26 characters: digits, and capitals without I, L, O and U', () => {
    fc.assert(
      fc.property(instant, (now) => {
        expect(newId(now)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      }),
    )
  })

  test('sorts as text after every id of an earlier instant', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        if (a < b) expect(newId(a) < newId(b)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
    const start = Date.UTC(2026, 0, 1)
    const ids = Array.from({ length: 1_000 }, (_, ms) => newId(start + ms))
    expect([...ids].sort()).toEqual(ids)
  })

  test('sorts as text after earlier ids of the same millisecond, also with 10,000 of them', () => {
    const ids = Array.from({ length: 10_000 }, () => newId(0))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(10_000)
  })

  test('sorts as text after earlier ids of its millisecond, also with ids of 999 other instants in between', () => {
    const ids = Array.from({ length: 200 }, (_, i) => {
      for (let other = 1; other < 1_000; other++) newId(1_000 + other + (i % 2))
      return newId(1_000)
    })
    expect(ids.toSorted()).toEqual(ids)
  })

  test('does not reveal the next id of its millisecond', () => {
    const rest = (id: string): bigint => BigInt(`0x${Buffer.from(id.slice(10)).toString('hex')}`)
    const ids = Array.from({ length: 1_000 }, () => newId(1))
    const steps = new Set(ids.slice(1).map((id, i) => rest(id) - rest(at(ids, i))))
    expect(steps.size).toBeGreaterThan(900)
  })
})

describe('a reference', () => {
  test.each(['DEP', 'WDR', 'STM', 'SET'] as const)('with prefix %s has 26 characters after it', (prefix) => {
    expect(newReference(prefix)).toMatch(new RegExp(`^${prefix}-[0-9A-HJKMNP-TV-Z]{26}$`))
  })

  test('is unique among 10,000, and every character takes all 32 values', () => {
    const references = Array.from({ length: 10_000 }, () => newReference('DEP'))
    expect(new Set(references).size).toBe(10_000)
    // With 32 equal chances, one of the 32 is missing from 10,000 draws once in about 10^135 runs.
    const poor = Array.from({ length: 26 }, (_, place) => place + 'DEP-'.length).filter(
      (place) => new Set(references.map((reference) => reference[place])).size !== 32,
    )
    expect(poor).toEqual([])
  })

  test('for the provider is a UUID of version 4, different for each kind of order, payout and part', () => {
    const references = Array.from({ length: 1000 }, (_, part) =>
      providerReferenceOf('PAY_OUT', 'SET-1', part),
    )
    for (const reference of references)
      expect(reference).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set([...references, providerReferenceOf('REFUND', 'SET-1', 1)]).size).toBe(1001)
    expect(providerReferenceOf('PAY_OUT', 'SET-1', 1)).toBe(references[1])
    // Parts are separated: 1 and 2 differ from 12.
    expect(providerReferenceOf('PAY_OUT', 'SET-1', 1, 2)).not.toBe(
      providerReferenceOf('PAY_OUT', 'SET-1', 12),
    )
  })

  test('of a payout is always the same for the same withdrawal and cause, and another for another cause', () => {
    const reference = referenceOf('SET', 'WITHDRAWAL', 'WDR-1')
    expect(reference).toMatch(/^SET-[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(referenceOf('SET', 'WITHDRAWAL', 'WDR-1')).toBe(reference)
    expect(referenceOf('SET', 'AUTO_PAYOUT', 'WDR-1')).not.toBe(reference)
  })
})

describe('the form of a row id', () => {
  const id = '01KATC5PJ0ABCDEFGHJKMNPQRS'

  test('is the form of every new id', () => {
    fc.assert(fc.property(instant, (now) => expect(isRowId(newId(now))).toBe(true)))
    expect(isRowId(id)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['one character', '0'],
    ['a character too few', id.slice(1)],
    ['a character too many', `${id}0`],
    ['something before it', ` ${id}`],
    ['a letter that looks like a digit', id.replace('A', 'O')],
    ['small letters', id.toLowerCase()],
  ])('is not %s', (_what, text) => {
    expect(isRowId(text)).toBe(false)
  })
})

describe('the first id of a moment', () => {
  test('is greater than all ids of earlier moments, and not greater than those of its own', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a]
        expect(firstIdOf(later) <= newId(later)).toBe(true)
        if (earlier < later) expect(newId(earlier) < firstIdOf(later)).toBe(true)
      }),
    )
  })

  test('for a moment before 1970 is that of 1970, before which there are no rows', () => {
    expect(firstIdOf(-1)).toBe('0000000000')
    expect(firstIdOf(1)).toBe('0000000001')
  })
})

describe('an id as it is shown', () => {
  const kinds = [
    ['Customer', 'CUS-7'],
    ['PaymentOrder', 'ORD-7'],
    ['Deposit', 'PMT-7'],
    ['ReviewCase', 'CASE-7'],
    ['Journal', 'JRN-7'],
    ['LedgerEntry', 'LINE-7'],
    ['ScoreRequest', 'SCORE-7'],
    ['AuditEntry', 'AUDIT-7'],
    ['AccessEntry', 'SEEN-7'],
    ['ApiKey', 'KEY-7'],
    ['RoleAssignment', 'ROLE-7'],
  ] as const

  test.each(kinds)('of a %s is %s, from which its key is found', (kind, shown) => {
    expect(shownId(kind, '7')).toBe(shown)
    expect(keyOfId(kind, shown)).toBe('7')
    expect(keyOfAnyId(shown)).toBe('7')
  })

  test('gives no key of another kind', () => {
    expect(keyOfId('Customer', 'ORD-7')).toBe('ORD-7')
    expect(keyOfId('Customer', '7-CUS-')).toBe('7-CUS-')
  })

  test('may be the stored key itself', () => {
    expect(keyOfId('Customer', '7')).toBe('7')
    expect(keyOfAnyId('7')).toBe('7')
    expect(keyOfAnyId('7-CUS-7')).toBe('7-CUS-7')
    expect(keyOfAnyId('CUSORD-7')).toBe('CUSORD-7')
  })
})
