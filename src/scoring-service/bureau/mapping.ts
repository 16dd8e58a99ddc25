import type { BureauAccount, BureauReport } from '../model/bureau.js'
import { count, date, flag, maybe, money, oneOf, score, text, type Mapping } from './value-parsers.js'

/**
 * Where each of our values is found in a bureau's answer, as data: another bureau gets its own pair of tables. If a
 * value has several paths, the first one that is present is read. Names are those of the public field lists
 * (docs/design/scoring-service.md#the-bureaus-fields), so that a field of the bureau can be traced from here;
 * docs/bureau-emulator.md shows a whole answer.
 */
export const accountMapping: Mapping<BureauAccount> = {
  accountNumber: { at: ['account_number'], parse: text },
  lender: { at: ['lender'], parse: maybe(text) },
  sector: { at: ['lender_sector'], parse: maybe(text) },
  productType: { at: ['product_type', 'product_type_id'], parse: maybe(text) },
  status: {
    at: ['account_status'],
    parse: oneOf({
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
  performing: { at: ['performing'], parse: flag },
  openedOn: { at: ['date_opened'], parse: maybe(date) },
  originalAmount: { at: ['original_amount', 'principal_amount'], parse: money },
  currentBalance: { at: ['current_balance'], parse: money },
  overdueBalance: { at: ['overdue_balance', 'past_due_amount'], parse: money },
  daysInArrears: { at: ['days_in_arrears'], parse: count },
  highestDaysInArrears: { at: ['highest_days_in_arrears'], parse: count },
  instalment: { at: ['instalment_amount', 'monthly_instalment'], parse: maybe(money) },
  delinquencyCode: { at: ['delinquency_code'], parse: maybe(text) },
}

/** The values of a report that are each read from one field; `reportOf` (answers.ts) adds the others. */
export const reportMapping: Mapping<
  Omit<BureauReport, 'bureau' | 'reference' | 'accounts' | 'currency' | 'responseDigest'>
> = {
  reportedAt: { at: ['reported_at', 'loaded_at'], parse: date },
  reportedName: { at: ['reported_name', 'verified_name'], parse: maybe(text) },
  nameMatches: { at: ['name_match'], parse: maybe(flag) },
  bureauScore: { at: ['credit_score', 'score'], parse: score },
  hasFraud: { at: ['has_fraud'], parse: flag },
  enquiries90Days: { at: ['no_of_enquiries.last_3_months', 'enquiries_90_days'], parse: count },
  bouncedCheques12Months: {
    at: ['no_of_bounced_cheques.last_12_months', 'bounced_cheques_12_months'],
    parse: count,
  },
  oldestAccountOn: { at: ['oldest_account_date', 'credit_history_since'], parse: maybe(date) },
}
