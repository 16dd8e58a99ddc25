import * as z from 'zod'
import { amount, columns, text } from '../../../platform/database/read-row.js'
import type { Sql } from '../../../platform/database/database.js'
import { idRanges } from '../../../platform/database/id-ranges.js'
import { selectAll } from '../../../platform/database/rows.js'
import type { Report, ReportPage } from '../../../platform/files/report.js'
import { customerReaders } from '../../../platform/graphql/access.js'
import { AuditEntry } from '../../../platform/identity/audit.entity.js'
import type { Instant } from '../../../kernel/clock.js'
import { shownId } from '../../../kernel/ids.js'
import { formatAmount } from '../../../kernel/money.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { ClosedMonth } from '../closed-month.entity.js'
import type { Month } from '../month.rules.js'
import { ofClosedMonth } from './of-closed-month.js'

const customersAtOnce = 2_000

/** The postings of a customer to the two interest accounts add up to the interest that the customer is paid, before tax. */
const perCustomer = ({
  dialect: { joinInOrder },
}: Sql): string => `SELECT customers.id, customers.msisdn, postings.currency,
    SUM(CASE WHEN postings.account = 'tax_payable' THEN 0 ELSE postings.amount END) AS interest,
    SUM(CASE WHEN postings.account = 'tax_payable' THEN -postings.amount ELSE 0 END) AS tax
  FROM customers ${joinInOrder} journals ON journals.customer_id = customers.id
  ${joinInOrder} postings ON postings.journal_id = journals.id
  WHERE customers.id > ? AND customers.id <= ? AND journals.business_on >= ? AND journals.business_on < ?
    AND journals.book = ? AND postings.account IN ('interest_payable', 'interest_expense', 'tax_payable')
  GROUP BY customers.id, customers.msisdn, postings.currency
  ORDER BY customers.id, postings.currency`

const taxOf = columns({ id: text, msisdn: text, interest: amount, tax: amount, currency: text })

const changedNumber = z.object({ msisdn: z.string() })

/**
 * The phone numbers that customers had at a moment, for those whose number has changed since. They are few, since a change takes
 * two people.
 */
const numbersAt = async (sql: Sql, moment: Instant): Promise<ReadonlyMap<string | null, string>> => {
  const where = `WHERE action = 'CHANGE_MSISDN' AND at >= ? ORDER BY at DESC, id DESC`
  const changes = await selectAll(sql, AuditEntry, where, [moment])
  // The first change since then comes last.
  return new Map(
    changes.map(({ customerId, before }) => [customerId, changedNumber.parse(JSON.parse(before!)).msisdn]),
  )
}

async function* taxesOf(
  sql: Sql,
  { name, from, before }: Month,
  { closedAt }: ClosedMonth,
): AsyncGenerator<ReportPage> {
  const numbers = await numbersAt(sql, closedAt)
  for await (const { after, upTo } of idRanges(sql, { table: 'customers' }, customersAtOnce)) {
    const found = await sql.all(perCustomer(sql), [after, upTo, from, before, systemClockId])
    const rows = found.map(taxOf).flatMap(({ id, msisdn, interest, tax, currency }) => {
      if (interest === 0n && tax === 0n) return []
      const amounts = [interest, tax, interest - tax].map((amount) => formatAmount(amount, currency))
      return [{ id, cells: [name, shownId('Customer', id), numbers.get(id) ?? msisdn, ...amounts, currency] }]
    })
    yield { rows: rows.map(({ cells }) => cells), customerIds: rows.map(({ id }) => id) }
  }
}

/**
 * The interest that each customer was paid in a closed month, and the tax withheld; negative where both were reversed. The phone
 * number is the one that the customer had at the close, so that the file stays as it was handed over.
 */
export const interestTax: Report = {
  name: 'interestTax',
  readers: customerReaders,
  open: async (sql, given) => {
    const { month, closed } = await ofClosedMonth(sql, given, {})
    return {
      columns: ['month', 'customer', 'msisdn', 'interest', 'tax', 'paid', 'currency'],
      pages: taxesOf(sql, month, closed),
    }
  },
}
