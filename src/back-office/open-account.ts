import { accountsOfCustomer } from '../bank/customers/customers.loaders.js'
import { findCustomer } from '../bank/customers/customers.repository.js'
import type { Msisdn } from '../kernel/msisdn.js'
import { Refusal } from '../kernel/refusal.js'
import type { RequestContext } from '../platform/graphql/context.js'

interface OpenAccount {
  readonly customerId: string
  readonly accountId: string
}

/** The open account behind a number. Refuses: NOT_REGISTERED. */
export const openAccountOfNumber = async (
  { call, read }: RequestContext,
  number: Msisdn,
): Promise<OpenAccount> => {
  const found = await findCustomer(read, call, number)
  if (!found?.account) throw new Refusal('NOT_REGISTERED')
  return { customerId: found.customer.id, accountId: found.account.id }
}

/** The open account of a customer, by the customer's id. Refuses: NOT_REGISTERED. */
export const openAccountOfCustomer = async (
  { load, personal }: RequestContext,
  id: string,
): Promise<OpenAccount> => {
  const customerId = personal.keyOf(id)
  const accounts = customerId === undefined ? [] : await load(accountsOfCustomer, customerId)
  const open = accounts.find(({ status }) => status !== 'CLOSED')
  if (!open) throw new Refusal('NOT_REGISTERED')
  return { customerId: open.customerId, accountId: open.id }
}
