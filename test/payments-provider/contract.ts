import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { PaymentInstruction, StatusResult, WalletProvider } from '../../src/bank/payments/port.js'
import { send } from './support.js'

/** What a provider can be made to do, whatever stands behind it. */
export interface ProviderUnderTest {
  readonly provider: WalletProvider
  succeeding(kind: PaymentInstruction['kind']): PaymentInstruction
  failing(kind: PaymentInstruction['kind'], reason: string): Promise<PaymentInstruction>
  pending(kind: PaymentInstruction['kind']): PaymentInstruction
  /** Its first send arrives and the answer is lost. */
  losingAnswer(kind: PaymentInstruction['kind']): PaymentInstruction
  /** Its first send does not arrive, and nobody can tell. */
  losingOrder(kind: PaymentInstruction['kind']): PaymentInstruction
  /** How many orders arrived under the reference. */
  arrived(reference: string): Promise<number>
  /** Lets the time of ordinary orders pass. */
  settle(): void
  close(): Promise<void>
}

/** The promises of `WalletProvider`, kept by the fake and by the real adapter alike. */
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

    test('an order is accepted and succeeds', async () => {
      expect(await settled(at.succeeding(kind))).toMatchObject({ state: 'SUCCESSFUL' })
    })

    test('an order fails with the reason of the provider', async () => {
      const order = await at.failing(kind, 'EXPIRED')
      expect(await settled(order)).toEqual({ state: 'FAILED', reason: 'EXPIRED' })
    })

    test('an order can stay pending', async () => {
      expect(await settled(at.pending(kind))).toEqual({ state: 'PENDING' })
    })

    test('a reference that never arrived is not found', async () => {
      expect(await at.provider.statusOf(at.succeeding(kind))).toEqual({ state: 'NOT_FOUND' })
    })

    test('a reference is taken once, however often it is sent', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      const again = await Promise.all(Array.from({ length: 5 }, () => send(at.provider, order)))
      expect(again).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'ACCEPTED' })))
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('a lost answer is unknown, the order is there, and sending it again changes nothing', async () => {
      const order = at.losingAnswer(kind)
      expect(await send(at.provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
      at.settle()
      expect(await at.provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
      expect(await send(at.provider, order)).toEqual({ outcome: 'ACCEPTED' })
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('a lost order is unknown, is not found, and arrives when it is sent again', async () => {
      const order = at.losingOrder(kind)
      expect(await send(at.provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
      expect(await at.provider.statusOf(order)).toEqual({ state: 'NOT_FOUND' })
      expect(await settled(order)).toMatchObject({ state: 'SUCCESSFUL' })
      expect(await at.arrived(order.reference)).toBe(1)
    })

    test('an order of one kind is not found as the other', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      const other = { ...order, kind: kind === 'COLLECT' ? 'PAY_OUT' : 'COLLECT' } as const
      expect(await at.provider.statusOf(other)).toEqual({ state: 'NOT_FOUND' })
    })

    test('an answer about another amount settles nothing', async () => {
      const order = at.succeeding(kind)
      await settled(order)
      expect(await at.provider.statusOf({ ...order, amount: order.amount + 1n })).toEqual({
        state: 'UNKNOWN',
        detail: 'OTHER_AMOUNT',
      })
    })

    test('two references are two orders', async () => {
      const order = at.succeeding(kind)
      const second = { ...order, reference: randomUUID() }
      await settled(order)
      expect(await at.provider.statusOf(second)).toEqual({ state: 'NOT_FOUND' })
      expect(await settled(second)).toMatchObject({ state: 'SUCCESSFUL' })
    })
  })
}
