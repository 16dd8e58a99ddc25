import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { PaymentInstruction, StatusResult, WalletProvider } from '../../src/bank/payments/port.js'
import { send } from './support.js'

/** A provider, and instructions for which it answers in a given way. */
export interface ProviderUnderTest {
  readonly provider: WalletProvider
  succeeding(kind: PaymentInstruction['kind']): PaymentInstruction
  failing(kind: PaymentInstruction['kind'], reason: string): Promise<PaymentInstruction>
  pending(kind: PaymentInstruction['kind']): PaymentInstruction
  /** The provider takes the first send, and its answer is lost. */
  losingAnswer(kind: PaymentInstruction['kind']): PaymentInstruction
  /** The provider does not take the first send, and answers with an error that leaves this open. */
  losingOrder(kind: PaymentInstruction['kind']): PaymentInstruction
  /** How often the provider has taken this reference. */
  arrived(reference: string): Promise<number>
  /** Lets time pass until an ordinary order has ended. */
  settle(): void
  close(): Promise<void>
}

/** The contract of `WalletProvider`: the fake and the real adapter pass the same tests. */
export const walletProviderContract = (name: string, open: () => Promise<ProviderUnderTest>): void => {
  describe.each(['COLLECT', 'PAY_OUT'] as const)(`a wallet provider (${name}), %s`, (kind) => {
    let at: ProviderUnderTest
    beforeAll(async () => {
      at = await open()
    })
    afterAll(() => at.close())

    const settled = async (order: PaymentInstruction): Promise<StatusResult> => {
      expect(await send(at.provider, order)).toEqual({ outcome: 'ACCEPTED' })
      at.settle()
      return at.provider.statusOf(order)
    }

    test('accepts an order, which succeeds', async () => {
      expect(await settled(at.succeeding(kind))).toMatchObject({ state: 'SUCCESSFUL' })
    })

    test('reports the reason of an order that fails', async () => {
      const order = await at.failing(kind, 'EXPIRED')
      expect(await settled(order)).toEqual({ state: 'FAILED', reason: 'EXPIRED' })
    })

    test('reports an order that stays pending', async () => {
      expect(await settled(at.pending(kind))).toEqual({ state: 'PENDING' })
    })

    test('does not find a reference that never arrived', async () => {
      expect(await at.provider.statusOf(at.succeeding(kind))).toEqual({ state: 'NOT_FOUND' })
    })

    test('takes a reference once, however often it is sent', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      const again = await Promise.all(Array.from({ length: 5 }, () => send(at.provider, order)))
      expect(again).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'ACCEPTED' })))
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('has an order whose answer was lost, and takes no second one when it is sent again', async () => {
      const order = at.losingAnswer(kind)
      expect(await send(at.provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
      at.settle()
      expect(await at.provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
      expect(await send(at.provider, order)).toEqual({ outcome: 'ACCEPTED' })
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('does not find an order that was lost, and takes it when it is sent again', async () => {
      const order = at.losingOrder(kind)
      expect(await send(at.provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
      expect(await at.provider.statusOf(order)).toEqual({ state: 'NOT_FOUND' })
      expect(await settled(order)).toMatchObject({ state: 'SUCCESSFUL' })
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('does not find a collection as a transfer, nor a transfer as a collection', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      const other = { ...order, kind: kind === 'COLLECT' ? 'PAY_OUT' : 'COLLECT' } as const
      expect(await at.provider.statusOf(other)).toEqual({ state: 'NOT_FOUND' })
    })

    test('answers UNKNOWN when the amount is not that of the order', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      expect(await at.provider.statusOf({ ...order, amount: order.amount + 1n })).toEqual({
        state: 'UNKNOWN',
        detail: 'OTHER_AMOUNT',
      })
    })

    test('takes two references as two orders', async () => {
      const order = at.succeeding(kind)
      const second = { ...order, reference: randomUUID() }
      await settled(order)
      expect(await at.provider.statusOf(second)).toEqual({ state: 'NOT_FOUND' })
      expect(await settled(second)).toMatchObject({ state: 'SUCCESSFUL' })
    })
  })
}
