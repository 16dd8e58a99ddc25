import * as z from 'zod'

/**
 * What a result says, read section by section (docs/scoring-contract.md#results; PAS, P7 and P8 as our own service gives
 * them). A service may add members, and what is not of its kind is null: one odd value costs nobody the rest.
 */
const num = z.number().nullable().catch(null)
/** Counts, and points of our scores: whole, as the service's own description has them. */
const whole = z.int32().nullable().catch(null)
const str = z.string().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).catch([])
const section = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullable().catch(null)

const limits = z.object({ short_term_limit: num, business_limit: num }).catch({
  short_term_limit: null,
  business_limit: null,
})

const summary = section({
  recommended_credit_limit: limits,
  confidence_level: str,
  risk_summary: str,
  risk_mitigation_block: str,
  observed_monthly_income: num,
  average_monthly_borrowing: num,
  average_monthly_overdraft_usage: num,
  main_outflow_categories: listOf(z.object({ category: str, amount: num, share: num })),
  customer_behaviour_identified: listOf(z.string()),
})

const persona = section({
  name: str,
  phone_number: str,
  has_salary: flag,
  has_till_account: flag,
  has_business_wallet: flag,
  has_bank_account: flag,
  is_a_driver: flag,
  main_bank: str,
  earning_profile: str,
})

const dataCompleteness = section({
  statement_period: str,
  completeness_flag: str,
  nb_months_in_statement: whole,
  transaction_count: whole,
  transaction_days: whole,
})

const cashflow = section({
  cash_inflow_ratio: str,
  cash_outflow_ratio: str,
  observed_income_block: section({
    salary: num,
    business: num,
    transfers: num,
    other: num,
    income_sources: whole,
    regular_payer_share: num,
  }),
  estimated_monthly_income: section({ low: num, mid: num, high: num, method: str, months_used: whole }),
  average_daily_income: num,
  average_daily_balance: num,
  days_with_low_balance: whole,
  debt_to_income_ratio: num,
  snapshot_date: str,
  monthly_income_evolution: listOf(z.object({ month: str, income: num })),
  evolution_of_cashflow: listOf(z.object({ month: str, inflow: num, outflow: num })),
})

const borrowingCharacter = section({
  nb_disb_events: whole,
  total_disbursed: num,
  avg_disb_per_event: num,
  highest_disbursement: num,
  nb_repay_events: whole,
  total_repaid: num,
  avg_repay_per_event: num,
  highest_repayment: num,
  nb_overdraft_events: whole,
  total_overdraft: num,
  avg_overdraft_per_event: num,
  highest_overdraft: num,
})

const recommendations = section({
  short_term_score: whole,
  bwc_score: whole,
  generic_score: whole,
  short_term_affordability: num,
  business_affordability: num,
})

const lifestyle = section({
  top_spending_categories: listOf(z.object({ category: str, value: num })),
  utilities_payments: listOf(z.object({ name: str, amount: num, frequency: num })),
  top_supermarkets_visited: listOf(z.object({ label: str, value: num })),
  customer_behaviour: listOf(z.object({ title: str, status: flag })),
})

/** A reason is about a figure, or about a document. */
const reasonCode = z
  .object({ code: str, text: str, characteristic: str, value: z.unknown() })
  .transform(({ value, ...reason }) => ({
    ...reason,
    value: num.parse(value),
    documentName: str.parse(value),
  }))

const model = section({ id: str, version: str, calibration: str, computedAt: str })

/** `scoring` of PAS and P7, `statement` of P8. */
const scoring = section({
  shortTermScore: whole,
  genericScore: whole,
  bwcScore: whole,
  bureauScore: num,
  enhancedScore: whole,
  scoreBand: str,
  riskBand: str,
  probabilityOfDefault: num,
  decision: str,
  recommendedCreditLimit: section({
    shortTermLimit: num,
    businessLimit: num,
    grossLimit: num,
    netLimit: num,
    currency: str,
  }),
  affordability: section({ shortTerm: num, business: num }),
  confidenceLevel: str,
  reasonCodes: listOf(reasonCode),
  model,
})

const boosted = section({
  score: whole,
  probabilityOfDefault: num,
  scoreBand: str,
  riskBand: str,
  decision: str,
  limit: num,
  currency: str,
  weights: section({ statement: num, bureau: num }),
  cappedBy: str,
})

const validity = section({
  hasName: flag,
  nameIsValid: flag,
  hasEmail: flag,
  emailIsValid: flag,
  hasPhoneNumber: flag,
  phoneNumberIsValid: flag,
  authorIsValid: flag,
  creatorIsValid: flag,
  notModified: flag,
  hasTransactions: flag,
  exclusionReasons: listOf(z.string()),
  isValid: flag,
  status: str,
  reasons: listOf(z.string()),
  vouchedBy: str,
})

const header = section({
  name: str,
  phoneNumber: str,
  statementPeriod: str,
  currency: str,
  openingBalance: num,
  closingBalance: num,
  sumPaidIn: num,
  sumPaidOut: num,
})

const data = z.object({
  summary,
  persona,
  data_completeness: dataCompleteness,
  cashflow,
  borrowing_character: borrowingCharacter,
  recommendations,
  lifestyle,
  scoring,
  statement: scoring,
  boosted,
  header,
  validity,
  documentName: str,
  documents: listOf(
    z.object({
      documentName: str,
      documentType: str,
      format: str,
      state: str,
      validity: validity.optional(),
    }),
  ),
  decision: str,
  reasonCodes: listOf(reasonCode),
  cappedBy: str,
  currency: str,
  model,
  /** Counted when the result came: they are what makes it long. */
  transactionCount: whole,
  notices: listOf(z.string()),
})

export const resultBody = z.object({ data })

export type ResultData = z.output<typeof data>
