import { registerCustomer, type Registered } from '../../../src/bank/customers/register-customer.js'
import type { Msisdn } from '../../../src/kernel/msisdn.js'

import type { Wiring } from './wiring.js'
import { msisdnOf } from '../typed.js'

interface RegisterFacts {
  readonly msisdn?: Msisdn
  readonly email?: string | null
  readonly clockId?: string | null
}

export interface Customer extends Registered {
  readonly msisdn: Msisdn
}

export interface CustomerActs {
  /** A number that no customer of this world has. */
  readonly newNumber: () => Msisdn
  /** Registers a customer, with a new number unless one is given. */
  readonly register: (facts?: RegisterFacts) => Promise<Customer>
}

let numbers = 0
const newNumber = (): Msisdn => msisdnOf(`2376${String(70_000_000 + ++numbers)}`)

export const customerActs = ({ deps, call }: Wiring): CustomerActs => ({
  newNumber,
  register: async ({ msisdn = newNumber(), email = null, clockId = null } = {}) => ({
    msisdn,
    ...(await registerCustomer(deps, call(), { msisdn, email, clockId })),
  }),
})
