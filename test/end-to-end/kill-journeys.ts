import type { Values } from './client.js'
import { customerAt, withQuote, type Customer } from './customer.js'
import type { Service } from './service.js'
import { first, present } from '../support/present.js'

export type PaymentKind = 'DEPOSIT' | 'WITHDRAWAL' | 'OPT_OUT' | 'REFUND' | 'RESET'

/** A payment that has a reference and is not confirmed yet. */
export interface Payment {
  readonly customer: Customer
  readonly confirm: () => Promise<Values>
  /** Asks for the outcome by confirming again, as a gateway does that got no answer: the first confirm may never have arrived. */
  readonly hasEnded: () => Promise<boolean>
}

interface Journey {
  /** Does what must happen before the first kill, for that many payments; returns the function that begins one. */
  readonly prepare: (service: Service, count: number) => Promise<() => Promise<Payment>>
  /** What is found of a payment that was settled exactly once. */
  readonly once: object
}

const amount = '5000'
/** A product of `products-at-once.json`, whose early exits have no hold. */
const atOnce = 'ATONCE'

const deposit = async (service: Service): Promise<Payment> => {
  const { customer, reference } = await withQuote(service, amount)
  return {
    customer,
    confirm: () => customer.confirm(reference),
    hasEnded: async () => (await customer.confirm(reference))['deposit_status'] !== 'PENDING_VALIDATION',
  }
}

/** A customer with savings in a product that pays out at once. */
const saver = async (service: Service): Promise<Customer> => {
  const { customer, reference } = await withQuote(service, amount, undefined, atOnce)
  await customer.outcome(reference)
  return customer
}

const withdrawal = async (customer: Customer): Promise<Payment> => {
  const position = first(await customer.positions())
  const { withdrawal_reference: reference } = await customer.preview(present(position['locked_account_id']))
  const confirm = () => customer.withdraw(present(reference))
  return {
    customer,
    confirm,
    hasEnded: async () => (await confirm())['withdrawal_status'] !== 'PENDING',
  }
}

/** The payment of a closing account: it ends with the last settlement, when the account is closed. */
const leaving = (customer: Customer): Payment => ({
  customer,
  confirm: () => customer.optOut(),
  hasEnded: async () => {
    await customer.optOut()
    return (await customer.registration())['registration_status'] === 'NOT_REGISTERED'
  },
})

let late = 0
/** A number whose payer answers late, so that the deposit is in flight when the customer opts out. */
const lateNumber = (): string => `237671${String(100 + ++late)}454`

const lateDeposit = async (service: Service): Promise<Payment> => {
  const { customer, reference } = await withQuote(service, amount, lateNumber())
  await customer.confirm(reference)
  return leaving(customer)
}

const testSaver = async (service: Service): Promise<Customer> => {
  const { clock_id: clockId } = await service.record('create_test_clock', { now: '2026-03-01' })
  const customer = customerAt(service)
  await customer.register({ clock_id: present(clockId) })
  const { deposit_reference: reference } = await customer.quote(amount)
  await customer.outcome(present(reference))
  return customer
}

const resetting = (customer: Customer): Payment => ({
  customer,
  confirm: () => customer.reset(),
  hasEnded: async () => (await customer.reset())['reset_status'] === 'READY',
})

export const journeys: Readonly<Record<PaymentKind, Journey>> = {
  DEPOSIT: {
    prepare: async (service) => () => deposit(service),
    once: {
      status: 'SUCCESSFUL',
      rows: { payment_orders: 1, deposits: 1, positions: 1, payouts: 0, journals: 1 },
      atWallet: [`COLLECT ${amount}`],
      balance: amount,
      transactions: 1,
    },
  },
  WITHDRAWAL: {
    prepare: async (service, count) => {
      const savers = await Promise.all(Array.from({ length: count }, () => saver(service)))
      return () => withdrawal(present(savers.pop()))
    },
    once: {
      status: 'SUCCESSFUL',
      rows: { payment_orders: 2, deposits: 1, positions: 1, payouts: 1, journals: 3 },
      atWallet: [`COLLECT ${amount}`, `PAY_OUT ${amount}`],
      balance: '0',
      transactions: 2,
    },
  },
  OPT_OUT: {
    prepare: async (service, count) => {
      const savers = await Promise.all(Array.from({ length: count }, () => saver(service)))
      return async () => leaving(present(savers.pop()))
    },
    once: {
      status: 'COMPLETED',
      rows: { payment_orders: 2, deposits: 1, positions: 1, payouts: 1, journals: 3 },
      atWallet: [`COLLECT ${amount}`, `PAY_OUT ${amount}`],
      balance: '0',
      transactions: 0,
    },
  },
  RESET: {
    prepare: async (service, count) => {
      const savers = await Promise.all(Array.from({ length: count }, () => testSaver(service)))
      return async () => resetting(present(savers.pop()))
    },
    once: {
      status: 'READY',
      rows: { payment_orders: 2, deposits: 1, positions: 1, payouts: 1, journals: 3 },
      atWallet: [`COLLECT ${amount}`, `PAY_OUT ${amount}`],
      balance: '0',
      // A reset does not end the account, so its mini statement still shows the deposit and the withdrawal.
      transactions: 2,
    },
  },
  REFUND: {
    prepare: async (service) => () => lateDeposit(service),
    once: {
      status: 'COMPLETED',
      rows: { payment_orders: 2, deposits: 0, positions: 0, payouts: 0, journals: 2 },
      atWallet: [`COLLECT ${amount}`, `PAY_OUT ${amount}`],
      balance: '0',
      transactions: 0,
    },
  },
}
