import type { Tx } from '../../platform/database/database.js'
import { update } from '../../platform/database/rows.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { Account, Customer } from './customer.entity.js'

/** Only the customer may change the address without an approval; staff propose it (`proposeEmail`). Refuses: FORBIDDEN. */
export const checkMayGiveAddress = ({ actor }: Call): void => {
  if (!actor.roles.has('GATEWAY'))
    throw new Refusal('FORBIDDEN', 'A new address needs the approval of a second person: use proposeEmail')
}

/** Stores an address with its account, and also where a previous version that runs at the same time reads it. */
export const keepEmail = async (
  tx: Tx,
  { id, customerId }: Pick<Account, 'id' | 'customerId'>,
  email: string | null,
): Promise<void> => {
  await update(tx, Account, { email }, 'id = ?', [id])
  await update(tx, Customer, { email }, 'id = ?', [customerId])
}
