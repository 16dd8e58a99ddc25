import type { BureauAccount, BureauReport } from '../model/bureau.js'
import { count, date, flag, maybe, money, oneOf, score, text, type Mapping } from './readers.js'

/**
 * Where each of our values is found in a bureau's answer, as data: another bureau gets its own pair of tables. If a
 * value has several paths, the first one that is present is read. Names are those of the public field lists
 * (docs/design/scoring-service.md#the-bureaus-fields), so that a field of the bureau can be traced from here;
 * docs/bureau-emulator.md shows a whole answer.
 */
export const accountMapping: Mapping<BureauAccount> = {
  accountNumber: { at: ['account_number'], read: text },
  lender: { at: ['lender'], read: maybe(text) },
  sector: { at: ['lender_sector'], read: maybe(text) },
  productType: { at: ['product_type', 'product_type_id'], read: maybe(text) },
  status: {
    at: ['account_status'],
    read: oneOf({
      OPEN: 'OPEN',
      ACTIVE: 'OPEN',
      CLOSED: 'CLOSED',
      SETTLED: 'CLOSED',
      WRITTEN_OFF: 'WRITTEN_OFF',
      'WRITTEN OFF': 'WRITTEN_OFF',
      CHARGED_OFF: 'WRITTEN_OFF',
      'CHARGED OFF': 'WRITTEN_OFF',
    }),
  },
  performing: { at: ['performing'], read: flag },
  openedOn: { at: ['date_opened'], read: maybe(date) },
  originalAmount: { at: ['original_amount', 'principal_amount'], read: money },
  currentBalance: { at: ['current_balance'], read: money },
  overdueBalance: { at: ['overdue_balance', 'past_due_amount'], read: money },
  daysInArrears: { at: ['days_in_arrears'], read: count },
  highestDaysInArrears: { at: ['highest_days_in_arrears'], read: count },
  instalment: { at: ['instalment_amount', 'monthly_instalment'], read: maybe(money) },
  delinquencyCode: { at: ['delinquency_code'], read: maybe(text) },
}

/** All values of a report except its accounts, its currency and its digest. */
export const reportMapping: Mapping<
  Omit<BureauReport, 'bureau' | 'reference' | 'accounts' | 'currency' | 'responseDigest'>
> = {
  reportedAt: { at: ['reported_at', 'loaded_at'], read: date },
  reportedName: { at: ['reported_name', 'verified_name'], read: maybe(text) },
  nameMatches: { at: ['name_match'], read: maybe(flag) },
  bureauScore: { at: ['credit_score', 'score'], read: score },
  hasFraud: { at: ['has_fraud'], read: flag },
  enquiries90Days: { at: ['no_of_enquiries.last_3_months', 'enquiries_90_days'], read: count },
  bouncedCheques12Months: {
    at: ['no_of_bounced_cheques.last_12_months', 'bounced_cheques_12_months'],
    read: count,
  },
  oldestAccountOn: { at: ['oldest_account_date', 'credit_history_since'], read: maybe(date) },
}
