import type { Tx } from '../../platform/database/database.js'
import { update } from '../../platform/database/rows.js'
import type { Call, Language } from '../../kernel/call.js'
import { Account } from './customer.entity.js'

/** Null for staff and jobs: their language is not the customer's. */
export const languageOf = ({ actor, language }: Pick<Call, 'actor' | 'language'>): Language | null =>
  actor.roles.has('GATEWAY') ? language : null

/** Stores the language of the customer's requests, for statements that are sent without a request. */
export const keepLanguage = async (
  tx: Tx,
  call: Pick<Call, 'actor' | 'language'>,
  account: Pick<Account, 'id' | 'language'>,
): Promise<Language | null> => {
  const language = languageOf(call) ?? account.language
  if (language !== account.language) await update(tx, Account, { language }, 'id = ?', [account.id])
  return language
}
