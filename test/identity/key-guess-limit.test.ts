import { afterEach, describe, expect, test } from '@jest/globals'
import { networkOf } from '../../src/platform/identity/key-guess-limit.js'
import { createBoundedCounter } from '../../src/kernel/bounded-counter.js'
import { startStubServer, type StubServer } from '../running/stub-server.js'
import { present } from '../support/present.js'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a counter starts again after its window, and drops its oldest entry when it has too many', () => {
  const counter = createBoundedCounter(1000, 2)
  const counts = (['a', 'a', 'b'] as const).map((key) => counter.add(key, 0).count)
  expect(counts).toEqual([1, 2, 1])
  expect(counter.add('a', 1000).count).toBe(1)
  expect(counter.add('c', 1000).count).toBe(1)
  expect(counter.add('a', 1000).count).toBe(2)
  expect(counter.add('b', 1000).count).toBe(1)
})

describe('wrong keys', () => {
  let server: StubServer | undefined
  afterEach(() => server?.stop())

  const statuses = async (
    tries: number,
    headersOf: (i: number) => Record<string, string>,
  ): Promise<number[]> => {
    const found: number[] = []
    for (let i = 0; i < tries; i++) {
      const { status } = await fetch(`${present(server).url}/getdynamicarguments`, {
        method: 'POST',
        headers: headersOf(i),
      })
      found.push(status)
    }
    return found
  }
  const limited = (found: readonly number[]): number => found.filter((status) => status === 429).length

  test.each([
    ['no proxy in front', false],
    ['a proxy in front, any being trusted', true],
    ['a proxy in front, whose address is trusted', '127.0.0.1'],
  ] as const)(
    'are limited by the true address with %s, whatever the caller claims',
    async (_name, trustProxy) => {
      server = await startStubServer({ config: { trustProxy } })
      // A proxy appends the address to the header that the caller sent.
      const behind = trustProxy === false ? '' : ', 203.0.113.9'
      const found = await statuses(200, (i) => ({
        'x-api-key': `guess-${i}-${i * 7919}`,
        'x-forwarded-for': `198.51.100.${i}${behind}`,
      }))
      expect(limited(found)).toBe(100)
      expect(limited(await statuses(1, () => ({ 'x-api-key': 'dev-gateway-key' })))).toBe(0)
      if (trustProxy !== false) {
        const elsewhere = { 'x-api-key': 'another', 'x-forwarded-for': '203.0.113.10' }
        expect(await statuses(1, () => elsewhere)).toEqual([401])
      }
    },
  )

  test('with the same first characters are limited together, from however many addresses', async () => {
    server = await startStubServer({ config: { trustProxy: true } })
    const found = await statuses(60, (i) => ({
      'x-api-key': `cauri_abcdef${i}`,
      'x-forwarded-for': `198.51.100.${i}`,
    }))
    expect(limited(found)).toBe(10)
  })

  test('are also requests without a key, as of an ended session: these are limited by address alone', async () => {
    server = await startStubServer({ config: { trustProxy: true } })
    const none = (i: number) => ({ 'x-forwarded-for': `198.51.100.${i}` })
    expect(limited(await statuses(60, none))).toBe(0)
    expect(limited(await statuses(110, () => none(99)))).toBe(10)
  })
})
