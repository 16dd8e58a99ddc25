import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { onSqlite } from '../support/services.js'
import { startService } from './service.js'
import { playWireJourney, type Exchange } from './wire-journey.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** The release that the wire is compared with. */
const { version: released } = shaped(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')),
)

let exchanges: readonly Exchange[]

beforeAll(async () => {
  const service = await startService(onSqlite)
  exchanges = await playWireJourney(service.post).finally(() => service.close())
})

const textOf = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ call, answer }) => `${call}\n${answer}\n`).join('\n')

const exchangesOf = (text: string): Exchange[] =>
  text
    .trimEnd()
    .split('\n\n')
    .map((both) => {
      const [call = '', answer = ''] = both.split('\n')
      return { call, answer }
    })

/** The keys of a record, or of each row, in order. */
const keysOf = (answer: string): string[][] =>
  answer
    .split('],[')
    .map((row) => [...row.matchAll(/"key":\{"value":"([^"]*)"/g)].map(([, key]) => present(key)))

const orderOf = (keys: readonly string[], among: readonly string[]): string =>
  keys.filter((key) => among.includes(key)).join(' ')

test('the wire answers as in the recorded exchanges, byte for byte', () => {
  // If the change is meant, `npm test -- wire-goldens -u` records it, and the changelog has a line about it.
  expect(textOf(exchanges)).toMatchSnapshot()
})

test(`each call has the status that it had in ${released}, and the same keys in the same order`, () => {
  const golden = exchangesOf(readFileSync(join(packageRoot, 'test/released', released, 'wire.txt'), 'utf8'))
  const then = new Map(golden.map(({ call, answer }) => [call, answer]))
  for (const { call, answer } of exchanges) {
    const before = then.get(call)
    if (before === undefined) continue
    expect(`${call}: ${answer.slice(0, 3)}`).toBe(`${call}: ${before.slice(0, 3)}`)
    const [now = [], was = []] = [keysOf(answer)[0], keysOf(before)[0]]
    expect(`${call}: ${orderOf(now, was)}`).toBe(`${call}: ${orderOf(was, now)}`)
  }
})
