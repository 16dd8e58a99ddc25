import { afterEach, expect, jest, test } from '@jest/globals'

// What a runtime of our own had taken away.
test('modules of the service can be replaced for a suite', async () => {
  jest.unstable_mockModule('../../src/kernel/ids.js', () => ({ newId: () => 'the-id' }))
  const { newId } = await import('../../src/kernel/ids.js')
  expect(newId(0 as Parameters<typeof newId>[0])).toBe('the-id')
})

afterEach(() => {
  jest.resetModules()
})

test('modules can be loaded anew', async () => {
  const first = await import('../../src/kernel/interest.js')
  jest.resetModules()
  expect(await import('../../src/kernel/interest.js')).not.toBe(first)
})

test('globals are looked up without an interceptor, which would be most of what a suite does', () => {
  const look = (): number => {
    const begun = process.cpuUsage()
    for (let at = 0; at < 100_000; at++) Math.max(Object.length, at)
    return process.cpuUsage(begun).user
  }
  look()
  const { max } = Math
  const { length } = Object
  const own = (): number => {
    const begun = process.cpuUsage()
    for (let at = 0; at < 100_000; at++) max(length, at)
    return process.cpuUsage(begun).user
  }
  own()
  expect(look()).toBeLessThan(own() * 10 + 20_000)
})
