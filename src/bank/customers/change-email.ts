import type { Tx } from '../../platform/database/database.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import type { Account } from './customer.entity.js'
import { keepEmail } from './keep-email.js'

/**
 * Changes the address to which an account's statements are mailed, in the caller's transaction, under the customer's lock. The
 * same address again changes nothing.
 */
export const changeEmailIn = async (
  tx: Tx,
  call: Call,
  account: Pick<Account, 'id' | 'customerId' | 'email'>,
  email: string,
): Promise<void> => {
  if (account.email === email) return
  await keepEmail(tx, account, email)
  await audit(tx, call, {
    action: 'CHANGE_EMAIL',
    customerId: account.customerId,
    subject: account.id,
    before: { email: account.email },
    after: { email },
  })
}
