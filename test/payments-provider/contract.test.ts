import { createFakeProvider } from '../../src/bank/payments/fake.js'
import { walletProviderContract } from './contract.js'
import { delayMs, instruction, manualClock, ordersAt, providerAt, startEmulator } from './support.js'

walletProviderContract('fake', async () => {
  const fake = createFakeProvider()
  return {
    provider: fake,
    succeeding: (kind) => instruction(kind, '010'),
    failing: async (kind, reason) => {
      const order = instruction(kind, '452')
      fake.settle(order.reference, { state: 'FAILED', reason })
      return order
    },
    pending: (kind) => {
      const order = instruction(kind, '453')
      fake.settle(order.reference, { state: 'PENDING' })
      return order
    },
    losingAnswer: (kind) => {
      const order = instruction(kind, '470')
      fake.scriptSend(order.reference, { outcome: 'UNKNOWN', detail: 'ECONNRESET', arrives: true })
      return order
    },
    losingOrder: (kind) => {
      const order = instruction(kind, '471')
      fake.scriptSend(order.reference, { outcome: 'UNKNOWN', detail: 'HTTP_500' })
      return order
    },
    arrived: async (reference) => (fake.orders.has(reference) ? 1 : 0),
    settle: () => undefined,
    close: async () => undefined,
  }
})

walletProviderContract('MoMo adapter and emulator', async () => {
  const clock = manualClock()
  const emulator = await startEmulator(clock)
  return {
    provider: providerAt(emulator.url, clock),
    succeeding: (kind) => instruction(kind, '010'),
    failing: async (kind) => instruction(kind, '452'),
    pending: (kind) => instruction(kind, '453'),
    losingAnswer: (kind) => instruction(kind, '470'),
    losingOrder: (kind) => instruction(kind, '471'),
    arrived: async (reference) => {
      const orders = await ordersAt(emulator.url)
      return orders.filter((order) => order.reference === reference && order.accepted).length
    },
    settle: () => clock.move(delayMs),
    close: () => emulator.close(),
  }
})
