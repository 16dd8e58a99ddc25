import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

// What a page has in a browser.
Object.assign(globalThis, {
  document: { documentElement: { lang: 'fr', dataset: { zone: 'Africa/Douala' } } },
})
type Write = (text: string) => string
/** Loaded by its path, since the types of a page need those of a browser. */
const load = async (path: string): Promise<unknown> => import(path)
const write = z.custom<Write>((one) => typeof one === 'function')
const format = shaped(
  z.object({ date: write, moment: write, month: write }),
  await load('../../web/shared/format.js'),
)
const { date, moment, month } = format
const { nameOf } = shaped(z.object({ nameOf: write }), await load('../../web/console/words.js'))

test('dates and moments are written in the language of the page and the time of the market', () => {
  expect([date('2026-03-01'), moment('2026-02-28T23:30:00.000Z'), month('2026-03')]).toEqual([
    '1er mars 2026',
    expect.stringMatching(/^1er mars 2026.* 00:30$/),
    'mars 2026',
  ])
})

test.each([
  '2026-13-45',
  '2026-02-30',
  '0000-00-00',
  '2026-03-01T10:00 (called back)',
  '2026-99-99T is when',
  'constructor',
  'toString',
  '__proto__',
])('a text that somebody typed, %j, is shown as it is', (text) => {
  expect([date(text), moment(text), month(text), nameOf(text)]).toEqual([text, text, text, text])
})
