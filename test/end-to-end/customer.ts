import { eventually } from '../support/wait.js'
import type { Values } from './client.js'
import type { Service } from './service.js'

/** One customer, calling the gateway. */
export interface Customer {
  readonly msisdn: string
  register(sent?: Values): Promise<Values>
  quote(amount: string, productCode?: string): Promise<Values>
  confirm(reference: string): Promise<Values>
  preview(positionId: string): Promise<Values>
  withdraw(reference: string): Promise<Values>
  /** Confirms again until the payment has succeeded or failed. */
  outcome(reference: string, msMax?: number): Promise<Values>
  balance(): Promise<Values>
  positions(): Promise<Values[]>
  transactions(): Promise<Values[]>
  registration(): Promise<Values>
  optOut(): Promise<Values>
  /** Calls `reset_test_customer` once: a reset takes several calls. */
  reset(): Promise<Values>
}

let numbers = 0

/** A number that is new in this suite, and whose payments all succeed. */
export const newNumber = (): string => `2376700${String(10_000 + ++numbers)}`

type Gateway = Pick<Service, 'record' | 'rows'>

export const customerAt = ({ record, rows }: Gateway, msisdn = newNumber()): Customer => {
  const holder = { ACCOUNT_HOLDER_MSISDN: msisdn }
  const customer: Customer = {
    msisdn,
    register: (sent = {}) => record('register_savings_account', { ...holder, ...sent }),
    quote: (amount, productCode = 'LOCK3M') =>
      record('create_deposit_summary', { ...holder, amount, product_code: productCode }),
    confirm: (reference) => record('confirm_deposit', { ...holder, deposit_reference: reference }),
    preview: (positionId) =>
      record('create_withdrawal_summary', { ...holder, locked_account_id: positionId }),
    withdraw: (reference) => record('confirm_withdrawal', { ...holder, withdrawal_reference: reference }),
    outcome: async (reference, msMax) => {
      let last: Values = {}
      await eventually(
        `the payment of ${msisdn} has ended`,
        async () => {
          last = await customer.confirm(reference)
          return last['deposit_status'] !== 'PENDING_VALIDATION'
        },
        msMax,
      )
      return last
    },
    balance: () => record('get_savings_balance', holder),
    positions: () => rows('list_locked_accounts', holder),
    transactions: () => rows('list_recent_transactions', holder),
    registration: () => record('check_registration_status', holder),
    optOut: () => record('confirm_opt_out', holder),
    reset: () => record('reset_test_customer', holder),
  }
  return customer
}

/** Registers a new customer and quotes a deposit that would be accepted. */
export const withQuote = async (
  service: Gateway,
  amount: string,
  msisdn?: string,
  productCode?: string,
): Promise<{ customer: Customer; reference: string }> => {
  const customer = customerAt(service, msisdn)
  await customer.register()
  const { deposit_reference: reference } = await customer.quote(amount, productCode)
  if (reference === undefined) throw new Error(`${amount} was not quoted to ${customer.msisdn}`)
  return { customer, reference }
}
