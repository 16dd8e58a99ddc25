import { many, one } from '../../platform/graphql/loading.js'
import { readAccounts, readAccountsById, readCustomers } from './customers.read.js'

export const customersById = one(
  ({ read }, ids) => readCustomers(read, ids),
  ({ id }) => id,
)

export const accountsById = one(
  ({ read }, ids) => readAccountsById(read, ids),
  ({ id }) => id,
)

/** The accounts of a customer, the latest first. */
export const accountsOfCustomer = many(
  ({ read }, ids) => readAccounts(read, ids),
  ({ customerId }) => customerId,
)
