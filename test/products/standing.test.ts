import { expect, test } from '@jest/globals'
import { standingOf, type VersionFacts } from '../../src/bank/products/standing.rules.js'
import { dateOf } from '../support/typed.js'

type Given = readonly [from: string | null, onSale?: false]

const standingsOf = (today: string, ...given: readonly Given[]): string[] => {
  const all = given.map(([from, onSale = true], at): VersionFacts => ({
    version: at + 1,
    onSale,
    onSaleFrom: from === null ? null : dateOf(from),
  }))
  return all.map((one) => standingOf(one, all, dateOf(today)))
}

test.each<readonly [said: string, today: string, given: readonly Given[], expected: readonly string[]]>([
  ['a first version without a date is on sale', '2026-03-01', [[null]], ['ON_SALE']],
  [
    'of two without a date, the higher version is on sale',
    '2026-03-01',
    [[null], [null]],
    ['SUPERSEDED', 'ON_SALE'],
  ],
  [
    'a version is coming on the day before its date',
    '2026-03-31',
    [[null], ['2026-04-01']],
    ['ON_SALE', 'COMING'],
  ],
  ['a version is on sale on its date', '2026-04-01', [[null], ['2026-04-01']], ['SUPERSEDED', 'ON_SALE']],
  [
    'a version that ends the sale is shown as ending before its date',
    '2026-03-31',
    [[null], ['2026-04-01', false]],
    ['ON_SALE', 'ENDING'],
  ],
  [
    'a version that ends the sale withdraws the product on its date',
    '2026-04-01',
    [[null], ['2026-04-01', false]],
    ['SUPERSEDED', 'WITHDRAWN'],
  ],
  [
    'a version after the end of the sale is on sale again',
    '2026-04-01',
    [[null], [null, false], ['2026-04-01']],
    ['SUPERSEDED', 'SUPERSEDED', 'ON_SALE'],
  ],
  [
    'a version is superseded if a later version has an earlier date',
    '2026-03-01',
    [[null], ['2026-05-01'], ['2026-04-15']],
    ['ON_SALE', 'SUPERSEDED', 'COMING'],
  ],
  [
    'two versions with later dates are both coming',
    '2026-03-01',
    [[null], ['2026-04-01'], ['2026-05-01']],
    ['ON_SALE', 'COMING', 'COMING'],
  ],
])('%s', (_, today, given, expected) => {
  expect(standingsOf(today, ...given)).toEqual(expected)
})
