import * as z from 'zod'
import { summaryCategories, validityReasons } from '../statement.js'

/** What a result address serves: docs/scoring-contract.md#results. */
const body = <T extends z.ZodType>(data: T) =>
  z.object({ status: z.literal('success'), code: z.literal(200), data })

const text = z.string()
const textOrNull = z.string().nullable()
const amount = z.number()
const amountOrNull = z.number().nullable()
const flag = z.boolean()
const month = z.string().regex(/^\d{4}-\d{2}$/)
const score = z.int().min(-1).max(1000).describe('-1: too little is known')

const all = <const Names extends readonly string[], T extends z.ZodType>(names: Names, type: T) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Names[number], T>

const flows = z.object({ paidIn: amount, paidOut: amount })

const check = z.object({
  id: text,
  passed: flag,
  applicable: flag.describe('false: this check cannot be made on this document, which says nothing for it'),
  evidence: text,
  weight: z.enum(['hard', 'soft']).describe('a soft check excludes nothing'),
})

const validity = z.object({
  ...all(
    [
      'hasName',
      'nameIsValid',
      'hasEmail',
      'emailIsValid',
      'hasPhoneNumber',
      'phoneNumberIsValid',
      'authorIsValid',
      'creatorIsValid',
      'notModified',
      'hasTransactions',
    ],
    flag,
  ),
  exclusionReasons: z.array(
    z.enum([
      'name_invalid',
      'email_invalid',
      'phone_number_invalid',
      'document_modified',
      'insufficient_transactions',
      'author_mismatch',
    ]),
  ),
  isValid: flag.describe('True for VALID alone'),
  status: z
    .enum(['VALID', 'UNVERIFIED', 'INVALID'])
    .describe('UNVERIFIED: nothing contradicts it, and nobody vouches for it'),
  reasons: z.array(z.enum(validityReasons)).describe('Why it is not VALID, the heaviest first'),
  vouchedBy: z.enum(['issuer', 'client']).nullable(),
  checks: z.array(check).optional().describe('What each verdict rests on, for clients that agreed on it'),
})

const paData = z.object({
  logs: z.object({
    documentType: text,
    documentIssuedBy: text,
    format: text,
    fileKey: textOrNull,
  }),
  meta: z.object(
    all(['creationDate', 'modDate', 'keywords', 'creator', 'producer', 'subject', 'author', 'title'], text),
  ),
  header: z.object({
    ...all(['name', 'code', 'statementPeriod', 'requestDate'], text),
    phoneNumber: text.describe('`2547******123`, unless it was agreed that contacts are shown'),
    email: text.describe('`w***@example.com`, unless it was agreed that contacts are shown'),
    ...all(
      ['accountNumber', 'customerNumber', 'accountType', 'accountCreationDate', 'branch', 'currency'],
      textOrNull,
    ),
    ...all(['openingBalance', 'closingBalance', 'availableBalance'], amountOrNull),
    ...all(['sumPaidIn', 'sumPaidOut', 'countPaidIn', 'countPaidOut'], amountOrNull),
    summary: z.object(all(summaryCategories, flows)),
  }),
  transactions: z.array(
    z.object({
      ...all(['receiptNumber', 'completionTime', 'details'], text),
      ...all(['paidIn', 'paidOut'], amount),
      balance: amountOrNull,
      transactionStatus: text,
      ...all(['transactionDate', 'valueDate', 'transactionType', 'otherParty'], textOrNull),
    }),
  ),
  validity,
})

const reason = z.object({
  code: text,
  text,
  characteristic: text,
  value: z.union([amount, flag, text]).nullable(),
})

const verdict = {
  scoreBand: z.enum(['excellent', 'good', 'fair', 'poor', 'high risk', 'insufficient data']),
  riskBand: z.enum(['A', 'B', 'C']).nullable(),
  probabilityOfDefault: z.number().min(0).max(1).nullable(),
  decision: z
    .enum(['APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA'])
    .describe('REFER: nobody vouches for a document, or the bureau holds another name; a person decides'),
}

const judged = {
  ...verdict,
  reasonCodes: z.array(reason).describe('What excludes stands first and is told whole'),
  cappedBy: textOrNull,
  featuresUsed: z.array(z.looseObject({ name: text, points: amount })),
  model: z.object({ id: text, version: text, calibration: text, computedAt: z.iso.datetime() }),
}

/** Behind the members of the contract, the same in every product. */
const everyProduct = {
  decision: verdict.decision.nullable().describe('The one decision; null for PA of a valid document'),
  reasonCodes: z.array(reason),
  cappedBy: textOrNull.describe('What held score or decision down'),
  currency: textOrNull.describe('Of all amounts; null where the statements tell none, or more than one'),
  model: judged.model,
  documents: z
    .array(
      z.object({
        documentName: text,
        documentType: text,
        format: text,
        state: z.enum(['PARSED', 'FAILED']),
        problem: z.object({ code: text, detail: text }).optional().describe('Of one that failed'),
        validity: validity.optional().describe('Where the body has none of its own'),
      }),
    )
    .describe('All documents of the request, used and failed'),
}

const statementScoring = z.looseObject({
  productCode: text,
  ...all(['shortTermScore', 'genericScore', 'bwcScore'], score),
  recommendedCreditLimit: z.looseObject({
    shortTermLimit: amount,
    businessLimit: amountOrNull,
    currency: text,
  }),
  affordability: z.object({ shortTerm: amount, business: amountOrNull }),
  confidenceLevel: text,
  ...judged,
})

const arrayOf = <T extends z.core.$ZodLooseShape>(shape: T) => z.array(z.looseObject(shape))

const parsData = z.looseObject({
  summary: z.object({
    recommended_credit_limit: z.object({ short_term_limit: amount, business_limit: amountOrNull }),
    ...all(['confidence_level', 'risk_summary', 'risk_mitigation_block'], text),
    ...all(
      ['observed_monthly_income', 'average_monthly_borrowing', 'average_monthly_overdraft_usage'],
      amount,
    ),
    main_outflow_categories: z.array(z.unknown()),
    customer_behaviour_identified: z.array(z.unknown()),
  }),
  persona: z.object({
    ...all(['name', 'phone_number'], text),
    ...all(
      ['has_salary', 'has_till_account', 'has_business_wallet', 'has_bank_account', 'is_a_driver'],
      flag,
    ),
    main_bank: textOrNull,
    earning_profile: z.enum(['formal', 'informal', 'mixed']),
  }),
  data_completeness: z.object({
    statement_period: text,
    completeness_flag: z.enum(['Green', 'Yellow', 'Red']),
    ...all(['nb_months_in_statement', 'transaction_count', 'transaction_days'], z.int()),
  }),
  cashflow: z.object({
    ...all(['cash_inflow_ratio', 'cash_outflow_ratio', 'snapshot_date'], text),
    ...all(['observed_income_block', 'estimated_monthly_income'], z.looseObject({})),
    ...all(['average_daily_income', 'average_daily_balance', 'days_with_low_balance'], amount),
    debt_to_income_ratio: amountOrNull,
    monthly_income_evolution: arrayOf({ month, income: amount }),
    evolution_of_cashflow: arrayOf({ month, inflow: amount, outflow: amount }),
  }),
  borrowing_character: z.object(
    all(
      [
        'nb_disb_events',
        'total_disbursed',
        'avg_disb_per_event',
        'highest_disbursement',
        'nb_repay_events',
        'total_repaid',
        'avg_repay_per_event',
        'highest_repayment',
        'nb_overdraft_events',
        'total_overdraft',
        'avg_overdraft_per_event',
        'highest_overdraft',
      ],
      amount,
    ),
  ),
  recommendations: z.object({
    ...all(['short_term_score', 'bwc_score', 'generic_score'], score),
    short_term_affordability: amount,
    business_affordability: amountOrNull,
  }),
  lifestyle: z.object({
    top_spending_categories: arrayOf({ category: text, value: amount }),
    utilities_payments: arrayOf({ name: text, amount, frequency: amount }),
    top_supermarkets_visited: arrayOf({ label: text, value: amount }).max(5),
    customer_behaviour: arrayOf({ title: text, status: flag }),
  }),
})

const bureauSection = z.object({
  ...all(['bureau', 'reference'], text),
  pulledAt: z.iso.datetime().describe('When it said so; an answer may be used again for 24 hours'),
  responseSha256: z.string().regex(/^[0-9a-f]{64}$/),
  data: z.looseObject({}).nullable().describe('What the bureau said'),
  reading: z.looseObject({}).nullable().describe('What we read in it'),
})

const p7Data = z.object({
  subject: z.object({
    nationalId: text.describe('Masked but for its last three characters'),
    ...all(['firstName', 'lastName'], text),
    middleName: textOrNull,
    nameMatches: flag.nullable(),
  }),
  bureau: bureauSection,
  scoring: z.object({
    productCode: z.literal('P7'),
    bureauScore: amountOrNull.describe("On the bureau's own scale"),
    enhancedScore: score,
    recommendedCreditLimit: z.null().describe('No income is known without a statement'),
    ...judged,
  }),
  asOf: z.iso.datetime().describe('When the bureau was asked'),
  notices: z.array(text),
  augmentation: z.unknown().optional(),
})

const p8Data = z.looseObject({
  subject: p7Data.shape.subject,
  bureau: bureauSection,
  enhanced: p7Data.shape.scoring.describe('The scoring of P7'),
  notices: z.array(text),
  ...paData.pick({ logs: true, header: true, transactions: true, validity: true }).partial().shape,
  statements: z
    .array(paData.pick({ logs: true, header: true, transactions: true }).extend({ documentName: text }))
    .optional()
    .describe('Of several documents; of one, its members stand beside'),
  cashflow: parsData.shape.cashflow,
  statement: statementScoring,
  boosted: z.looseObject({
    score,
    probabilityOfDefault: verdict.probabilityOfDefault,
    riskBand: verdict.riskBand,
    decision: verdict.decision,
    cappedBy: textOrNull,
    weights: z.object({ statement: amount, bureau: amount }),
  }),
})

/** By product. */
export const resultBodies = {
  PA: body(paData.extend({ documentName: text, ...everyProduct }).loose()),
  PAS: body(
    paData
      .extend({ documentName: text, scoring: statementScoring, ...everyProduct })
      .partial()
      .loose(),
  ),
  PARS: body(parsData.extend(everyProduct)),
  P7: body(p7Data.extend(everyProduct)),
  P8: body(p8Data.extend(everyProduct)),
} as const
