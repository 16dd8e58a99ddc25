import { describe, expect, test } from '@jest/globals'
import { ownEntry } from '../../../src/score-requests/report/own-entry.rules.js'
import type { DisplayField, SeriesOf } from '../../../src/score-requests/report/display/display.rules.js'
import { translate } from '../../../src/score-requests/report/display/translate.rules.js'
import { entriesOf } from '../../../src/score-requests/report/view/read-series.rules.js'
import { toneOfWord } from '../../../src/score-requests/report/view/read-value.rules.js'
import { verdictIn } from '../../../src/score-requests/report/view/read-verdict.rules.js'

test('a lookup in a table finds own members only', () => {
  expect(ownEntry({ a: 1 }, 'a')).toBe(1)
  expect(ownEntry({ a: 1 }, 'b')).toBeUndefined()
  expect(ownEntry(undefined, 'a')).toBeUndefined()
  expect(ownEntry({ a: 1 }, 'toString')).toBeUndefined()
})

describe.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the word %s from a service',
  (word) => {
    test('is not translated', () => {
      expect(translate(word, 'fr')).toBe(word)
      expect(translate(`The bureau that was queried. ${word}`, 'fr')).toBe(
        `The bureau that was queried. ${word}`,
      )
      expect(toneOfWord(word)).toBeUndefined()
    })

    test('is shown in a list as it is, without an explanation', () => {
      const series: SeriesOf = {
        label: 'name',
        named: { a: 'A' },
        explained: { a: 'the first' },
        values: [{ key: 'n', label: 'N', unit: 'number' }],
      }
      const field: DisplayField = { field: 'list', label: 'List', unit: 'text', explanation: '', series }
      const reading = { data: { list: [{ name: word, n: 1 }] }, currency: null, language: 'fr' } as const
      expect(entriesOf(field, series, reading)).toEqual([
        { code: word, label: word, explained: undefined, values: [1] },
      ])
    })

    test('counts in a verdict like any unknown reason', () => {
      const verdict = (cappedBy: string) =>
        verdictIn({ data: { decision: 'REFER', cappedBy }, currency: null, language: 'en' })
      expect(verdict(word)).toEqual(verdict('ANYTHING'))
    })
  },
)
