import type { Tx } from '../../platform/database/database.js'
import { update } from '../../platform/database/rows.js'
import { Account, Customer } from './customer.entity.js'

/** Keeps an address with its account. A version before this one that runs beside it finds it where it looks. */
export const keepEmail = async (
  tx: Tx,
  { id, customerId }: Pick<Account, 'id' | 'customerId'>,
  email: string | null,
): Promise<void> => {
  await update(tx, Account, { email }, 'id = ?', [id])
  await update(tx, Customer, { email }, 'id = ?', [customerId])
}
