import { findCustomer } from '../customers/customers.repository.js'
import type { Database } from '../../platform/database/database.js'
import { logRequest } from '../savings/records/request-log.repository.js'
import type { Call } from '../../kernel/call.js'
import { newReference } from '../../kernel/ids.js'
import type { Msisdn } from '../../kernel/msisdn.js'

/** Long enough to type an e-mail address on a phone, which may take several sessions. */
const referenceLifeMs = 24 * 60 * 60 * 1000

export const statementSummaryOperation = 'create_full_statement_summary'

/**
 * Creates the reference by which a statement is requested. Writes one row of the request log and nothing else. Works
 * for any number: whether it has an account is checked at the request.
 */
export const prepareStatement = async (
  { database }: { readonly database: Database },
  call: Call,
  msisdn: Msisdn,
): Promise<string> => {
  const reference = newReference('STM')
  const facts = await findCustomer(database.read, call, msisdn)
  await database.inOneStatement((tx) =>
    logRequest(tx, call, {
      operation: statementSummaryOperation,
      customerId: facts?.customer.id ?? null,
      msisdn,
      result: 'OK',
      reference,
      terms: null,
      shownText: null,
      businessOn: facts?.today ?? null,
      expiresAt: call.now + referenceLifeMs,
    }),
  )
  return reference
}
