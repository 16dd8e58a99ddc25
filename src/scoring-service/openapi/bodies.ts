import * as z from 'zod'
import { documentTypes, unreadableCodes } from '../../scoring-contract/words.js'
import { summaryCategories } from '../model/statement.js'
import { bureauSection, p7Scoring, subject } from './bureau-bodies.js'
import { bands, cappedBy, everyProduct, validity, statementScoring } from './judgement.js'
import { as, listOf, members, say, section } from './member.js'

/** What a result address serves: docs/scoring-contract.md#results. */
const body = <T extends z.ZodType>(data: T) =>
  z.strictObject({
    status: say(z.literal('success'), 'Of every result', 'success'),
    code: say(z.literal(200), 'Of every result', 200),
    data: say(data, 'What the product gives'),
  })

const text = z.string()
const textOrNull = z.string().nullable()
const amount = z.number()
const amountOrNull = z.number().nullable()
const count = z.int().min(0)
const countOrNull = count.nullable()
const flag = z.boolean()
const score = z.int().min(-1).max(1000)
const month = say(z.string().regex(/^\d{4}-\d{2}$/), 'The month', '2026-01')

const logs = as(
  'DocumentLogs',
  section('What was sent', {
    documentType: say(z.enum(documentTypes), 'What it was announced as', 'WALLET_STATEMENT'),
    documentIssuedBy: say(text, 'Who issued it', 'M-PESA'),
    format: say(z.enum(['PDF', 'CSV']), 'What its bytes are', 'PDF'),
    fileKey: say(z.null(), 'Not used: files are removed once they are read', null),
  }),
)

const meta = as(
  'DocumentMeta',
  section('What the file says of itself; empty where it says nothing', {
    ...members(text, {
      creationDate: ['When it was made', '2026-01-01T09:00:00Z'],
      modDate: ['When it was changed last', ''],
      keywords: ['Keywords', ''],
      creator: ['The program of its author', 'JasperReports'],
      producer: ['The program that wrote it', 'iText 2.1.7'],
      subject: ['Subject', ''],
      author: ['Author', 'SAFARICOM PLC'],
      title: ['Title', 'M-PESA Statement'],
    }),
  }),
)

const flows = as(
  'CategoryFlows',
  section('Sums of a category', {
    paidIn: say(amount, 'Paid in', 14500),
    paidOut: say(amount, 'Paid out', 9200.5),
  }),
)

const header = as(
  'StatementHeader',
  section('The head of the statement', {
    ...members(text, {
      name: ['The holder, as printed; empty where none is', 'JANE WANJIKU DOE'],
      phoneNumber: ['Masked, unless it was agreed that contacts are shown', '2547******678'],
      email: ['Masked, unless it was agreed that contacts are shown', 'w***@example.com'],
      code: ['The verification code of the paper', 'ABCD1234'],
      statementPeriod: ['As printed', '01 Jan 2025 - 31 Dec 2025'],
      requestDate: ['When it was asked for, as printed', '01 Jan 2026'],
    }),
    ...members(textOrNull, {
      accountNumber: ['As printed', '0110012345678'],
      customerNumber: ['As printed', null],
      accountType: ['As printed', 'Current'],
      accountCreationDate: ['As printed', null],
      branch: ['As printed', 'Moi Avenue'],
      currency: ['As printed', 'KES'],
    }),
    ...members(amountOrNull, {
      openingBalance: ['Before the first transaction', 1500],
      closingBalance: ['After the last transaction', 6799.5],
      availableBalance: ['What could be drawn', null],
      sumPaidIn: ['All that was paid in, as printed', 14500],
      sumPaidOut: ['All that was paid out, as printed', 9200.5],
    }),
    ...members(countOrNull, {
      countPaidIn: ['How often something was paid in, as printed', null],
      countPaidOut: ['How often something was paid out, as printed', null],
    }),
    summary: section(
      'Sums by category: the printed table, else that of the transactions',
      Object.fromEntries(summaryCategories.map((name) => [name, flows])) as Record<
        (typeof summaryCategories)[number],
        typeof flows
      >,
    ),
  }),
)

const transaction = as(
  'Transaction',
  z.strictObject({
    ...members(text, {
      receiptNumber: ['The receipt; empty where none is printed', 'RKTQDM7W6S'],
      completionTime: ['When, as `YYYY-MM-DD HH:MM:SS` of the paper', '2026-01-05 14:03:21'],
      details: ['What the paper says', 'Merchant Payment to 7053097 - CORNER SHOP'],
      transactionStatus: ['What became of it', 'Completed'],
    }),
    ...members(amount, {
      paidIn: ['Zero for a debit', 0],
      paidOut: ['Zero for a credit', 800],
      balance: ['After it; computed where none is printed', 7420],
    }),
    ...members(textOrNull, {
      transactionDate: ['Of a bank: when it was made', '2026-01-05'],
      valueDate: ['Of a bank: from when it counts', '2026-01-05'],
      transactionType: ['Of a bank: its kind', null],
      otherParty: ['Who is on the other side, where a column says so', null],
    }),
  }),
)

const transactions = listOf(transaction, 'All transactions, oldest first')

const read = {
  logs,
  meta,
  header,
  transactions,
  validity,
}

const documentName = say(text, 'Of which document this is', 'march.pdf')

const problem = as(
  'DocumentProblem',
  section('Why it could not be read; only of one that failed', {
    code: say(z.enum([...unreadableCodes, 'processing_crashed']), 'A stable word', 'wrong_password'),
    detail: say(text, 'For a person', 'the password does not open it'),
  }),
)

const documentOutcome = as(
  'DocumentOutcome',
  z.strictObject({
    documentName: say(text, 'Its name', 'march.pdf'),
    documentType: say(z.enum(documentTypes), 'What it was announced as', 'WALLET_STATEMENT'),
    format: say(z.enum(['PDF', 'CSV']), 'What its bytes are', 'PDF'),
    state: say(z.enum(['PARSED', 'FAILED']), 'Whether it could be read', 'PARSED'),
    problem: problem.optional(),
    validity: say(validity, 'Of one that was read, where the body has no validity of its own').optional(),
  }),
)

/** Behind the members of the contract, the same in every product. */
const ofEvery = {
  ...everyProduct,
  documents: listOf(documentOutcome, 'All documents of the request, used and failed; none for P7'),
  augmentation: say(
    bureauSection.nullable(),
    'Only with `augment`: what a bureau says, beside the result and never part of its score; null without a record, or where no bureau answered',
  ).optional(),
}

const summary = as(
  'ParsSummary',
  section('What the analysis comes to', {
    recommended_credit_limit: section('What may be lent', {
      short_term_limit: say(amount, 'To the person', 7300),
      business_limit: say(amountOrNull, 'To the business; null without one', null),
    }),
    ...members(text, {
      confidence_level: ['How much the data carries, as a percentage', '96%'],
      risk_summary: ['Band, probability of default and decision, in words', 'A (2% default risk, approve)'],
      risk_mitigation_block: ['What would lower the risk', 'No particular measure is needed.'],
    }),
    ...members(amount, {
      observed_monthly_income: ['The median of the months', 60000],
      average_monthly_borrowing: ['Lent to the person in a month', 0],
      average_monthly_overdraft_usage: ['Overdrawn in a month', 0],
    }),
    main_outflow_categories: listOf(
      z.strictObject({
        category: say(text, 'What was paid for', 'shopping'),
        amount: say(amount, 'How much in all', 292000),
        share: say(z.number().min(0).max(1), 'Of all that was spent', 0.5),
      }),
      'The five largest',
    ),
    customer_behaviour_identified: listOf(text, 'Titles of `customer_behaviour` that are true', [
      'Saves regularly',
    ]),
  }),
)

const persona = as(
  'ParsPersona',
  section('Who the person is, by the statements', {
    name: say(text, 'As the statements print it; empty where none does', 'JANE WANJIKU DOE'),
    phone_number: say(text, 'Masked, unless it was agreed that contacts are shown', '2547******678'),
    ...members(flag, {
      has_salary: ['Is paid a salary', true],
      has_till_account: ['Has a till', false],
      has_business_wallet: ['Has a wallet for a business', false],
      has_bank_account: ['Has an account at a bank', false],
      is_a_driver: ['Drives for a living', false],
    }),
    main_bank: say(textOrNull, 'The bank that is seen most', null),
    earning_profile: say(z.enum(['formal', 'informal', 'mixed']), 'How money is earned', 'formal'),
  }),
)

const dataCompleteness = as(
  'ParsDataCompleteness',
  section('How complete the data is', {
    statement_period: say(text, 'From and to, both `YYYY-MM-DD`', '2025-01-01 - 2025-12-31'),
    completeness_flag: say(
      z.enum(['Green', 'Yellow', 'Red']),
      'Green: every month, Yellow: four in five, Red: fewer',
      'Green',
    ),
    ...members(count, {
      nb_months_in_statement: ['Months with transactions', 12],
      transaction_count: ['Transactions that count', 437],
      transaction_days: ['Days with transactions', 365],
    }),
  }),
)

const cashflow = as(
  'Cashflow',
  section('How money comes and goes', {
    cash_inflow_ratio: say(text, 'Of all that moved, what came in', '53.66%'),
    cash_outflow_ratio: say(text, 'Of all that moved, what went out', '46.34%'),
    observed_income_block: section('The usual month by source', {
      ...members(amount, {
        salary: ['Salary', 60000],
        business: ['Takings', 0],
        transfers: ['From people', 0],
        other: ['Anything else', 0],
      }),
      income_sources: say(count, 'How many pay', 1),
      regular_payer_share: say(z.number().min(0).max(1), 'What comes from those who pay in most months', 1),
    }),
    estimated_monthly_income: section('What a month brings', {
      ...members(amount, {
        low: ['A poorer month: the lower quartile', 58000],
        mid: ['The median', 60000],
        high: ['A richer month: the upper quartile', 61000],
      }),
      method: say(text, 'Which months were used', 'full_months'),
      months_used: say(count, 'How many', 12),
    }),
    average_daily_income: say(amount, 'A day', 1863.01),
    average_daily_balance: say(amount, 'At the end of a day', 85241.1),
    days_with_low_balance: say(count, 'Days that ended with next to nothing', 0),
    debt_to_income_ratio: say(amountOrNull, 'Repayments of a month to its income; null without income', 0),
    snapshot_date: say(text, 'The last day of the data', '2025-12-31'),
    monthly_income_evolution: listOf(
      z.strictObject({ month, income: say(amount, 'Income', 60000) }),
      'Month by month',
    ),
    evolution_of_cashflow: listOf(
      z.strictObject({
        month,
        inflow: say(amount, 'What came in', 60000),
        outflow: say(amount, 'What went out', 49400),
      }),
      'Month by month',
    ),
  }),
)

const borrowing = as(
  'ParsBorrowing',
  section('How the person borrows', {
    ...members(count, {
      nb_disb_events: ['How often something was lent', 3],
      nb_repay_events: ['How often something was repaid', 3],
      nb_overdraft_events: ['How often the account was overdrawn', 0],
    }),
    ...members(amount, {
      total_disbursed: ['Lent in all', 9000],
      avg_disb_per_event: ['Lent at a time', 3000],
      highest_disbursement: ['The largest loan', 5000],
      total_repaid: ['Repaid in all', 9300],
      avg_repay_per_event: ['Repaid at a time', 3100],
      highest_repayment: ['The largest repayment', 5150],
      total_overdraft: ['Overdrawn in all', 0],
      avg_overdraft_per_event: ['Overdrawn at a time', 0],
      highest_overdraft: ['The largest overdraft', 0],
    }),
  }),
)

const recommendations = as(
  'ParsRecommendations',
  section('The scores', {
    ...members(score, {
      short_term_score: ['For a short loan; -1: too little is known', 930],
      bwc_score: ['Of the business; -1: there is none', -1],
      generic_score: ['Of the payment behaviour; -1: too little is known', 981],
    }),
    short_term_affordability: say(amount, 'What the person can carry in a month', 7300),
    business_affordability: say(amountOrNull, 'What the business can carry; null without one', null),
  }),
)

const lifestyle = as(
  'ParsLifestyle',
  section('How the person spends', {
    top_spending_categories: listOf(
      z.strictObject({
        category: say(text, 'What was paid for', 'shopping'),
        value: say(amount, 'How much in all', 292000),
      }),
      'The five largest',
    ),
    utilities_payments: listOf(
      z.strictObject({
        name: say(text, 'To whom', 'KPLC Prepaid'),
        amount: say(amount, 'How much in all', 24000),
        frequency: say(amount, 'Payments a month', 1),
      }),
      'Utilities',
    ),
    top_supermarkets_visited: say(
      z
        .array(
          z.strictObject({
            label: say(text, 'The shop', 'Naivas'),
            value: say(amount, 'How much in all', 31200),
          }),
        )
        .max(5),
      'The five largest',
    ),
    customer_behaviour: listOf(
      z.strictObject({
        title: say(text, 'What is looked for', 'Saves regularly'),
        status: say(flag, 'Whether it was seen', true),
      }),
      'A fixed list',
    ),
  }),
)

const notices = listOf(text, 'What a reader must know', ["The bureau's record is 40 days old."])

const instant = (description: string) => say(z.iso.datetime(), description, '2026-03-01T09:00:00.000Z')

/** Of one document and of several: whoever reads it looks which of the two it has. */
const oneOrSeveral = {
  logs: logs.optional(),
  header: header.optional(),
  transactions: transactions.optional(),
  validity: read.validity.optional(),
  statements: listOf(
    z.strictObject({ documentName, logs, header, transactions }),
    'Of several documents, instead of the members beside; their validity is in `documents`',
  ).optional(),
}

/** By product. */
export const resultBodies = {
  PA: body(z.strictObject({ ...read, documentName, ...ofEvery })),
  PAS: body(
    z.union([
      say(
        z.strictObject({ ...read, documentName, scoring: statementScoring('PAS'), ...ofEvery }),
        'Of one document',
      ),
      say(z.strictObject({ scoring: statementScoring('PAS'), ...ofEvery }), 'Of all documents together'),
    ]),
  ),
  PARS: body(
    z.strictObject({
      summary,
      persona,
      data_completeness: dataCompleteness,
      cashflow,
      borrowing_character: borrowing,
      recommendations,
      lifestyle,
      ...ofEvery,
    }),
  ),
  P7: body(
    z.strictObject({
      subject,
      bureau: bureauSection,
      scoring: p7Scoring,
      asOf: instant('When the bureau said it'),
      notices,
      ...ofEvery,
    }),
  ),
  P8: body(
    z.strictObject({
      subject,
      bureau: bureauSection,
      enhanced: say(p7Scoring, 'The scoring of P7'),
      notices,
      asOf: instant('When the bureau said it'),
      ...oneOrSeveral,
      cashflow,
      statement: statementScoring('P8'),
      boosted: section('What both sources say together', {
        score: say(score, '-1: too little is known', 812),
        probabilityOfDefault: say(z.number().min(0).max(1).nullable(), 'Null without a band', 0.01),
        scoreBand: bands.scoreBand,
        riskBand: bands.riskBand,
        decision: bands.decision,
        limit: say(amount, 'What may be lent', 1200),
        currency: say(textOrNull, 'Of the limit', 'KES'),
        weights: section('How much each source counts', {
          statement: say(z.number().min(0).max(1), 'The statements', 0.96),
          bureau: say(z.number().min(0).max(1), 'The bureau', 1),
        }),
        cappedBy: cappedBy,
      }),
      ...ofEvery,
    }),
  ),
} as const
