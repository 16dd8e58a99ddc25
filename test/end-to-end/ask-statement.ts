import { customerAt } from './customer.js'
import type { Values } from './client.js'
import type { Service } from './service.js'

/** Registers a customer and gets a statement reference; returns the calls that use it. */
export const statementCalls = async ({ record, rows }: Pick<Service, 'record' | 'rows'>, email: string) => {
  const customer = customerAt({ record, rows })
  await customer.register({ ACCOUNT_HOLDER_EMAIL: email })
  const holder = { ACCOUNT_HOLDER_MSISDN: customer.msisdn }
  const minted = await record('create_full_statement_summary', holder)
  const about: Values = { ...holder, ...minted }
  return {
    request: (sent: Values = {}) => record('request_full_statement', { ...about, period: 'ALL', ...sent }),
    status: async () => (await record('check_statement_status', about))['statement_status'],
  }
}
