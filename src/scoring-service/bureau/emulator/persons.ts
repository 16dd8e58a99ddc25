import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import { madeUpReport } from './made-up.js'
import type { Person, WireAccount, WireReport } from './wire.js'

/**
 * The people that tests and demonstrations use (docs/bureau-emulator.md). The report of any other national id is made
 * from its digest.
 */
export const fixedIds = {
  clean: '90000001',
  arrears: '90000002',
  fraud: '90000003',
  noRecord: '90000004',
  timeout: '90000005',
  slow: '90000006',
  alwaysFails: '90000007',
  rejected: '90000008',
  failsOnce: '90000009',
  otherName: '90000010',
  cutOff: '90000011',
  lateByDays: '90000012',
} as const

const account = (today: LocalDate, number: string, more: Partial<WireAccount>): WireAccount => ({
  account_number: number,
  lender: 'Kola Bank',
  lender_sector: 'bank',
  product_type: 'PERSONAL_LOAN',
  account_status: 'OPEN',
  performing: true,
  date_opened: addDays(today, -400),
  original_amount: '120000.00',
  current_balance: '30000.00',
  overdue_balance: '0.00',
  days_in_arrears: 0,
  highest_days_in_arrears: 0,
  instalment_amount: '10500.00',
  delinquency_code: null,
  ...more,
})

const closed = (today: LocalDate, number: string, ageDays: number): WireAccount =>
  account(today, number, {
    account_status: 'CLOSED',
    date_opened: addDays(today, -ageDays),
    current_balance: '0.00',
    instalment_amount: '0.00',
  })

/** One loan that is paid as agreed and five that were paid back, over seven years. */
const clean = (today: LocalDate, name: string): WireReport => ({
  reported_at: addDays(today, -3),
  reported_name: name,
  name_match: true,
  credit_score: 742,
  has_fraud: false,
  account_info: [
    account(today, 'KB-1001', {}),
    ...[2600, 2200, 1800, 1300, 900].map((age, index) => closed(today, `KB-090${index}`, age)),
  ],
  no_of_enquiries: { last_3_months: 1 },
  no_of_bounced_cheques: { last_12_months: 0 },
  oldest_account_date: addDays(today, -2600),
})

/** A loan that is 132 days in arrears, and one that is paid as agreed. */
const arrears = (today: LocalDate, name: string): WireReport => ({
  ...clean(today, name),
  credit_score: 318,
  account_info: [
    account(today, 'SL-7001', {
      lender: 'Savane Leasing',
      lender_sector: 'other',
      performing: false,
      current_balance: '118000.00',
      overdue_balance: '46200.00',
      days_in_arrears: 132,
      highest_days_in_arrears: 132,
      delinquency_code: '004',
    }),
    account(today, 'KB-1002', {}),
  ],
  no_of_enquiries: { last_3_months: 6 },
  no_of_bounced_cheques: { last_12_months: 1 },
  oldest_account_date: addDays(today, -400),
})

const lateByDays = (today: LocalDate, name: string): WireReport => ({
  ...clean(today, name),
  credit_score: 577,
  account_info: [
    account(today, 'KB-1003', {
      overdue_balance: '10500.00',
      days_in_arrears: 21,
      highest_days_in_arrears: 21,
      delinquency_code: '001',
    }),
  ],
})

/** The person with this id, as of a day. `name` is the name in the query. */
export const personOf = (id: string, name: string, today: LocalDate): Person => {
  const found = (report: WireReport): Person => ({ answer: { kind: 'FOUND', report } })
  const healthy = found(clean(today, name))
  const persons: Readonly<Record<string, Person>> = {
    [fixedIds.clean]: healthy,
    [fixedIds.arrears]: found(arrears(today, name)),
    [fixedIds.fraud]: found({ ...clean(today, name), has_fraud: true }),
    [fixedIds.noRecord]: { answer: { kind: 'NO_RECORD' } },
    [fixedIds.timeout]: { ...healthy, trouble: 'NEVER' },
    [fixedIds.slow]: { ...healthy, trouble: 'SLOW' },
    [fixedIds.alwaysFails]: { ...healthy, trouble: 'ALWAYS_500' },
    [fixedIds.rejected]: { answer: { kind: 'REJECTED', reason: 'identity number is not valid' } },
    [fixedIds.failsOnce]: { ...healthy, trouble: 'FAIL_FIRST' },
    [fixedIds.otherName]: found({ ...clean(today, 'NGONO CHANTAL'), name_match: false }),
    [fixedIds.cutOff]: { ...healthy, trouble: 'CUT' },
    [fixedIds.lateByDays]: found(lateByDays(today, name)),
  }
  return persons[id] ?? found(madeUpReport(id, name, today))
}
