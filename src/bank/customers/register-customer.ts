import { findTestClock } from '../business-clock/clocks.repository.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { databaseNow, insert, insertOrKeep } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Refusal } from '../../kernel/refusal.js'
import { Account, Customer } from './customer.entity.js'
import { lockCustomer, type CustomerFacts } from './customers.repository.js'
import { checkedEmail } from './email.rules.js'
import { checkMayGiveAddress, keepEmail } from './keep-email.js'
import { languageOf } from './keep-language.js'

/** Which numbers may use a test clock: none when test clocks are off, else those in the list, or all without a list. */
export interface TestClockPolicy {
  readonly enabled: boolean
  readonly msisdns: ReadonlySet<string> | undefined
}

export interface RegisterCustomer {
  readonly msisdn: Msisdn
  readonly email: string | null
  readonly clockId: string | null
}

export interface Registered {
  readonly result: 'REGISTERED' | 'ALREADY_REGISTERED'
  readonly accountId: string
}

interface Deps {
  readonly database: Database
  readonly testClocks: TestClockPolicy
}

const checkClock = async (tx: Tx, policy: TestClockPolicy, call: Call, input: RegisterCustomer) => {
  if (input.clockId === null) return
  if (!call.actor.roles.has('TESTER') && !call.actor.roles.has('ADMIN')) {
    throw new Refusal('FORBIDDEN', 'clock_id needs the role TESTER or ADMIN')
  }
  const allowed = policy.enabled && (policy.msisdns?.has(input.msisdn) ?? true)
  if (!allowed || !(await findTestClock(tx, input.clockId))) throw new Refusal('CLOCK_NOT_FOUND')
}

/** The open account, which a repeated registration returns whatever its arguments are. */
const openAccountOf = (facts: CustomerFacts | undefined): CustomerFacts['account'] => {
  const account = facts?.account ?? undefined
  if (account?.status === 'CLOSING') throw new Refusal('ACCOUNT_CLOSING')
  return account
}

/** Writes the row of the number first: it is the lock, also among concurrent registrations of one number. */
const ensureCustomer = async (tx: Tx, call: Call, input: RegisterCustomer) => {
  await insertOrKeep(
    tx,
    Customer,
    {
      id: newId(call.now),
      msisdn: input.msisdn,
      msisdnEnd: input.msisdn.slice(-4),
      email: null,
      clockId: input.clockId,
      createdAt: databaseNow,
    },
    'id',
  )
  const facts = await lockCustomer(tx, call, input.msisdn)
  return facts!
}

/**
 * Opens an account for a customer without one, under their lock. They keep their clock and their history, but not the
 * address.
 */
export const openAccount = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  email: string | null,
): Promise<string> => {
  const id = `ACC-${newId(call.now)}`
  const customerId = facts.customer.id
  await insert(tx, Account, {
    id,
    customerId,
    status: 'ACTIVE',
    openKey: customerId,
    openedOn: facts.today,
    closedOn: null,
    language: languageOf(call),
    createdAt: databaseNow,
  })
  await keepEmail(tx, { id, customerId }, email)
  await audit(tx, call, {
    action: 'REGISTER_CUSTOMER',
    customerId,
    subject: id,
    after: { email, clockId: facts.customer.clockId },
  })
  return id
}

/**
 * Opens an account for a number, once: a second call changes nothing. After an account was closed, opens a new one and keeps
 * the history, but not the address: the number may have a new owner. The customer's clock is chosen here and never changes.
 * Refuses: INVALID_EMAIL, ACCOUNT_CLOSING, CLOCK_NOT_FOUND, CLOCK_ADVANCING, FORBIDDEN (a clock without the role TESTER or
 * ADMIN, an address from staff).
 */
export const registerCustomer = (
  { database, testClocks }: Deps,
  call: Call,
  input: RegisterCustomer,
): Promise<Registered> =>
  database.inTransaction(async (tx) => {
    const known = await lockCustomer(tx, call, input.msisdn)
    const open = openAccountOf(known)
    if (open) return { result: 'ALREADY_REGISTERED', accountId: open.id }
    await checkClock(tx, testClocks, call, input)
    const facts = known ?? (await ensureCustomer(tx, call, input))
    const { customer, clock } = facts
    // A concurrent registration may have opened the account meanwhile.
    const meanwhile = openAccountOf(facts)
    if (meanwhile) return { result: 'ALREADY_REGISTERED', accountId: meanwhile.id }
    if (input.clockId !== null && input.clockId !== customer.clockId) throw new Refusal('CLOCK_NOT_FOUND')
    if (clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
    const email = input.email === null ? null : checkedEmail(input.email)
    if (email !== null) checkMayGiveAddress(call)
    return { result: 'REGISTERED', accountId: await openAccount(tx, call, facts, email) }
  })
