import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Emulator } from '../../src/bank/payments/emulator/server.js'
import type { PaymentKind, WalletProvider } from '../../src/bank/payments/port.js'
import { delayMs, instruction, manualClock, ordersAt, providerAt, send, startEmulator } from './support.js'

const clock = manualClock()
let emulator: Emulator
let provider: WalletProvider

beforeAll(async () => {
  emulator = await startEmulator(clock)
  provider = providerAt(emulator.url, clock)
})
afterAll(() => emulator.close())

const failures: readonly [PaymentKind, number, string][] = [
  ['COLLECT', 450, 'INTERNAL_PROCESSING_ERROR'],
  ['COLLECT', 451, 'APPROVAL_REJECTED'],
  ['COLLECT', 452, 'EXPIRED'],
  ['COLLECT', 455, 'PAYER_NOT_FOUND'],
  ['COLLECT', 456, 'PAYEE_NOT_ALLOWED_TO_RECEIVE'],
  ['COLLECT', 457, 'NOT_ALLOWED'],
  ['COLLECT', 458, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['COLLECT', 459, 'INVALID_CALLBACK_URL_HOST'],
  ['COLLECT', 460, 'INVALID_CURRENCY'],
  ['COLLECT', 461, 'INTERNAL_PROCESSING_ERROR'],
  ['COLLECT', 462, 'SERVICE_UNAVAILABLE'],
  ['COLLECT', 463, 'COULD_NOT_PERFORM_TRANSACTION'],
  ['COLLECT', 464, 'TRANSFER_TYPE_UNKNOWN'],
  ['PAY_OUT', 450, 'INTERNAL_PROCESSING_ERROR'],
  ['PAY_OUT', 451, 'APPROVAL_REJECTED'],
  ['PAY_OUT', 452, 'EXPIRED'],
  ['PAY_OUT', 455, 'NOT_ENOUGH_FUNDS'],
  ['PAY_OUT', 456, 'PAYER_LIMIT_REACHED'],
  ['PAY_OUT', 457, 'PAYEE_NOT_FOUND'],
  ['PAY_OUT', 458, 'NOT_ALLOWED'],
  ['PAY_OUT', 459, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['PAY_OUT', 460, 'INVALID_CALLBACK_URL_HOST'],
  ['PAY_OUT', 461, 'INVALID_CURRENCY'],
  ['PAY_OUT', 462, 'INTERNAL_PROCESSING_ERROR'],
  ['PAY_OUT', 463, 'SERVICE_UNAVAILABLE'],
  ['PAY_OUT', 464, 'TRANSFER_TYPE_UNKNOWN'],
]

test.each(failures)(
  'a %s for a number that ends in %i is accepted, then fails: %s',
  async (kind, ending, reason) => {
    const order = instruction(kind, ending)
    expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
    clock.move(delayMs)
    expect(await provider.statusOf(order)).toEqual({ state: 'FAILED', reason })
  },
)

describe.each(['COLLECT', 'PAY_OUT'] as const)('a %s for a number that ends in', (kind) => {
  test('digits without an outcome of their own succeeds after the delay, and not before', async () => {
    const order = instruction(kind, '010')
    await send(provider, order)
    clock.move(delayMs - 1)
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
    clock.move(1)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  })

  test('453 stays pending', async () => {
    const order = instruction(kind, 453)
    await send(provider, order)
    clock.move(400 * 86_400_000)
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
  })

  test('454 succeeds after 25 seconds', async () => {
    const order = instruction(kind, 454)
    await send(provider, order)
    clock.move(24_999)
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
    clock.move(1)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  })

  test('470 is accepted, and the answer to its first call is lost', async () => {
    const order = instruction(kind, 470)
    expect(await send(provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
    expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
    clock.move(delayMs)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
    expect(await listed(order.reference)).toMatchObject([{ sends: 2, accepted: true }])
  })

  test('471 is answered 500 at first and not accepted', async () => {
    const order = instruction(kind, 471)
    expect(await send(provider, order)).toEqual({ outcome: 'UNKNOWN', detail: 'INTERNAL_PROCESSING_ERROR' })
    expect(await provider.statusOf(order)).toEqual({ state: 'NOT_FOUND' })
    expect(await listed(order.reference)).toMatchObject([{ sends: 1, accepted: false }])
    expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
    clock.move(delayMs)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  })

  test('472 has its first token refused, and is sent again with a new one', async () => {
    const order = instruction(kind, 472)
    expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
    expect(await listed(order.reference)).toMatchObject([{ sends: 2, accepted: true }])
    clock.move(delayMs)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  })

  test('any digits ends at once while a test clock walks', async () => {
    const walking = providerAt(emulator.url, clock, { immediate: true })
    const succeeding = instruction(kind, '010')
    const failing = instruction(kind, 452)
    await send(walking, succeeding)
    await send(walking, failing)
    expect(await walking.statusOf(succeeding)).toMatchObject({ state: 'SUCCESSFUL' })
    expect(await walking.statusOf(failing)).toEqual({ state: 'FAILED', reason: 'EXPIRED' })
  })
})

test('the time scale divides the 25 seconds of 454', async () => {
  const fast = await startEmulator(clock, { timeScale: 25 })
  try {
    const order = instruction('COLLECT', 454)
    const provider = providerAt(fast.url, clock)
    await send(provider, order)
    clock.move(999)
    expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
    clock.move(1)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  } finally {
    await fast.close()
  }
})

const listed = async (reference: string) =>
  (await ordersAt(emulator.url)).filter((order) => order.reference === reference)
