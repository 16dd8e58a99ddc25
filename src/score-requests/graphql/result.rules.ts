import * as z from 'zod'

/**
 * What a result says, read section by section (docs/scoring-contract.md#results; PAS, P7 and P8 as our own service gives
 * them). A service may add members, and what is not of its kind is null: one odd value costs nobody the rest.
 */
const num = z.number().nullable().catch(null)
const count = z.int32().nullable().catch(null)
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
  nb_months_in_statement: count,
  transaction_count: count,
  transaction_days: count,
})

const cashflow = section({
  cash_inflow_ratio: str,
  cash_outflow_ratio: str,
  observed_income_block: section({
    salary: num,
    business: num,
    transfers: num,
    other: num,
    income_sources: count,
    regular_payer_share: num,
  }),
  estimated_monthly_income: section({ low: num, mid: num, high: num, method: str, months_used: count }),
  average_daily_income: num,
  average_daily_balance: num,
  days_with_low_balance: count,
  debt_to_income_ratio: num,
  snapshot_date: str,
  monthly_income_evolution: listOf(z.object({ month: str, income: num })),
  evolution_of_cashflow: listOf(z.object({ month: str, inflow: num, outflow: num })),
})

const borrowingCharacter = section({
  nb_disb_events: count,
  total_disbursed: num,
  avg_disb_per_event: num,
  highest_disbursement: num,
  nb_repay_events: count,
  total_repaid: num,
  avg_repay_per_event: num,
  highest_repayment: num,
  nb_overdraft_events: count,
  total_overdraft: num,
  avg_overdraft_per_event: num,
  highest_overdraft: num,
})

const recommendations = section({
  short_term_score: num,
  bwc_score: num,
  generic_score: num,
  short_term_affordability: num,
  business_affordability: num,
})

const lifestyle = section({
  top_spending_categories: listOf(z.object({ category: str, value: num })),
  utilities_payments: listOf(z.object({ name: str, amount: num, frequency: num })),
  top_supermarkets_visited: listOf(z.object({ label: str, value: num })),
  customer_behaviour: listOf(z.object({ title: str, status: flag })),
})

const reasonCode = z.object({ code: str, text: str, characteristic: str, value: num })

/** `scoring` of PAS and P7, `statement` of P8. */
const scoring = section({
  shortTermScore: num,
  genericScore: num,
  bwcScore: num,
  bureauScore: num,
  enhancedScore: num,
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
  model: section({ id: str, version: str, calibration: str, computedAt: str }),
})

const boosted = section({
  score: num,
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
  /** Counted when the result came: they are what makes it long. */
  transactionCount: count,
  notices: listOf(z.string()),
})

const body = z.object({ data })

type Data = z.output<typeof data>

/** One document that was read: whose it is, and whether it is genuine. */
const statementOf = ({ header: printed, validity: judged, transactionCount }: Data) =>
  printed || judged ? [{ header: printed, validity: judged, transactionCount }] : []

/** The last body that has a section speaks for it: of several documents, the combined one comes last. */
const last = <T>(bodies: readonly Data[], of: (data: Data) => T | null): T | null =>
  bodies.map(of).findLast((value) => value !== null) ?? null

const flatSummary = (found: Data['summary']) => {
  if (!found) return null
  const { recommended_credit_limit: recommended, ...others } = found
  return { ...recommended, ...others }
}

/** The sections of a result; null or empty where the product has none. */
export const readSections = (bodies: readonly unknown[]) => {
  const read = bodies.flatMap((raw) => body.safeParse(raw).data?.data ?? [])
  const scored = last(read, ({ scoring: own, statement }) => own ?? statement)
  return {
    summary: flatSummary(last(read, (found) => found.summary)),
    persona: last(read, (found) => found.persona),
    dataCompleteness: last(read, (found) => found.data_completeness),
    cashflow: last(read, (found) => found.cashflow),
    borrowingCharacter: last(read, (found) => found.borrowing_character),
    recommendations: last(read, (found) => found.recommendations),
    lifestyle: last(read, (found) => found.lifestyle),
    scoring: scored,
    boosted: last(read, (found) => found.boosted),
    reasonCodes: scored?.reasonCodes ?? [],
    statements: read.flatMap(statementOf),
    notices: read.flatMap(({ notices }) => notices),
  }
}

type CamelKey<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : Key

/** The same with the names of GraphQL. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

export const camel = <T>(value: T): Camel<T> => {
  if (Array.isArray(value)) return value.map((item: unknown) => camel(item)) as Camel<T>
  if (typeof value !== 'object' || value === null) return value as Camel<T>
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      camel(inner),
    ]),
  ) as Camel<T>
}
