import type { Database } from '../../platform/database/database.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { lockCustomerById } from './customers.repository.js'
import { keepEmail } from './keep-email.js'

/**
 * Changes where the statements of an account go. The same address again changes nothing.
 * Refuses: NOT_REGISTERED when the account has ended meanwhile.
 */
export const changeEmail = (
  { database }: { readonly database: Database },
  call: Call,
  input: { readonly customerId: string; readonly accountId: string; readonly email: string },
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const facts = await lockCustomerById(tx, call, input.customerId)
    const account = facts?.account
    if (account?.id !== input.accountId) throw new Refusal('NOT_REGISTERED')
    if (account.email === input.email) return
    await keepEmail(tx, account, input.email)
    await audit(tx, call, {
      action: 'CHANGE_EMAIL',
      customerId: account.customerId,
      subject: account.id,
      before: { email: account.email },
      after: { email: input.email },
    })
  })
