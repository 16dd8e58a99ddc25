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
  ['the first is on sale at once', '2026-03-01', [[null]], ['ON_SALE']],
  ['the highest that has begun is', '2026-03-01', [[null], [null]], ['SUPERSEDED', 'ON_SALE']],
  ['the day before it begins', '2026-03-31', [[null], ['2026-04-01']], ['ON_SALE', 'COMING']],
  ['the day on which it begins', '2026-04-01', [[null], ['2026-04-01']], ['SUPERSEDED', 'ON_SALE']],
  ['a sale that will end', '2026-03-31', [[null], ['2026-04-01', false]], ['ON_SALE', 'ENDING']],
  ['a sale that has ended', '2026-04-01', [[null], ['2026-04-01', false]], ['SUPERSEDED', 'WITHDRAWN']],
  [
    'a product that is sold again',
    '2026-04-01',
    [[null], [null, false], ['2026-04-01']],
    ['SUPERSEDED', 'SUPERSEDED', 'ON_SALE'],
  ],
  [
    'one that is overtaken before it begins',
    '2026-03-01',
    [[null], ['2026-05-01'], ['2026-04-15']],
    ['ON_SALE', 'SUPERSEDED', 'COMING'],
  ],
  [
    'two that begin one after the other',
    '2026-03-01',
    [[null], ['2026-04-01'], ['2026-05-01']],
    ['ON_SALE', 'COMING', 'COMING'],
  ],
])('%s', (_, today, given, expected) => {
  expect(standingsOf(today, ...given)).toEqual(expected)
})
