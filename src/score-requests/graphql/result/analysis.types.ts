import * as z from 'zod'
import { resultData } from '../../../scoring-contract/result/bodies.js'
import { movedIn, shown } from './shown.types.js'

const pars = resultData.PARS.shape
const limits = pars.summary.shape.recommended_credit_limit

const outflow = shown(
  'ScoreOutflow',
  'A kind of spending and its share.',
  pars.summary.shape.main_outflow_categories,
  {
    category: 'The kind of spending.',
    amount: 'What went there, in units of the currency.',
    share: 'Its share of all spending, from 0 to 1.',
  },
)

export const summary = movedIn(
  shown(
    'ScoreSummary',
    "What an analysis comes to. Amounts are in units of the statement's currency, here and below.",
    z.object({ ...limits.shape, ...pars.summary.shape }),
    {
      short_term_limit: 'The short-term credit limit that is recommended.',
      business_limit: 'The business limit that is recommended; null without a business.',
      confidence_level: 'How far the statement carries the score, a percentage.',
      risk_summary: 'Risk band, probability of default and decision, in words.',
      risk_mitigation_block: 'What would make the risk smaller, in words.',
      observed_monthly_income: 'The median inflow of a month.',
      average_monthly_borrowing: 'What is borrowed in a month, on average.',
      average_monthly_overdraft_usage: 'What is drawn on overdrafts in a month, on average.',
      main_outflow_categories: ['Where the money goes, the largest first.', outflow],
      customer_behaviour_identified: 'The behaviours that were found.',
    },
  ),
  ({ recommended_credit_limit: given }) => {
    const { short_term_limit, business_limit } = z.looseObject({}).catch({}).parse(given)
    return { short_term_limit, business_limit }
  },
)

export const persona = shown(
  'ScorePersona',
  'Who the statement says that the person is; masked for analysts.',
  pars.persona,
  {
    name: 'As it is printed; masked for analysts.',
    phone_number:
      'As the scoring service gives it: masked, unless that was agreed otherwise; masked for analysts.',
    has_salary: 'Whether a salary comes in.',
    has_till_account: 'Whether there is a till.',
    has_business_wallet: 'Whether there is a business wallet.',
    has_bank_account: 'Whether money moves to or from a bank.',
    is_a_driver: 'Whether the payments are those of a driver.',
    main_bank: 'The bank most used; null without one.',
    earning_profile: '`formal`, `informal` or `mixed`.',
  },
)

export const dataCompleteness = shown(
  'ScoreDataCompleteness',
  'How much of the period the statement covers.',
  pars.data_completeness,
  {
    statement_period: 'First and last day.',
    completeness_flag: '`Green`: every month; `Yellow`: 80 to 99 %; `Red`: less.',
    nb_months_in_statement: 'Months with a transaction.',
    transaction_count: 'Transactions that were counted.',
    transaction_days: 'Days with a transaction.',
  },
)

const incomeBlock = shown(
  'ScoreIncomeBlock',
  'The usual income of a month by source.',
  pars.cashflow.shape.observed_income_block,
  {
    salary: 'From salaries.',
    business: 'From trade.',
    transfers: 'From people.',
    other: 'From anything else.',
    income_sources: 'How many payers there are.',
    regular_payer_share: 'The share of those who pay in most months, from 0 to 1.',
  },
)

const incomeEstimate = shown(
  'ScoreIncomeEstimate',
  'What a month brings in.',
  pars.cashflow.shape.estimated_monthly_income,
  {
    low: 'In a poor month.',
    mid: 'In a usual month.',
    high: 'In a good month.',
    method: 'How it was estimated.',
    months_used: 'From how many months.',
  },
)

const monthIncome = shown(
  'ScoreMonthIncome',
  'The income of one month.',
  pars.cashflow.shape.monthly_income_evolution,
  {
    month: '`YYYY-MM`.',
    income: 'What was earned.',
  },
)

const monthCashflow = shown(
  'ScoreMonthCashflow',
  'The money of one month.',
  pars.cashflow.shape.evolution_of_cashflow,
  {
    month: '`YYYY-MM`.',
    inflow: 'What came in.',
    outflow: 'What went out.',
  },
)

export const cashflow = shown('ScoreCashflow', 'How money comes and goes.', pars.cashflow, {
  cash_inflow_ratio: 'The share of money in, a percentage.',
  cash_outflow_ratio: 'The share of money out, a percentage.',
  observed_income_block: ['Income by source.', incomeBlock],
  estimated_monthly_income: ['The income of a month.', incomeEstimate],
  average_daily_income: 'What a day brings in.',
  average_daily_balance: 'What is there at the end of a day, on average.',
  days_with_low_balance: 'Days that ended nearly empty.',
  debt_to_income_ratio: 'Debt of a month over its income; null without income.',
  snapshot_date: 'The last day that was looked at.',
  monthly_income_evolution: ['Income month by month.', monthIncome],
  evolution_of_cashflow: ['Money in and out month by month.', monthCashflow],
})

export const borrowingCharacter = shown(
  'ScoreBorrowingCharacter',
  'How the person borrows and repays.',
  pars.borrowing_character,
  {
    nb_disb_events: 'How often a loan was paid out.',
    total_disbursed: 'All loans.',
    avg_disb_per_event: 'The usual loan.',
    highest_disbursement: 'The largest loan.',
    nb_repay_events: 'How often was repaid.',
    total_repaid: 'All repayments.',
    avg_repay_per_event: 'The usual repayment.',
    highest_repayment: 'The largest repayment.',
    nb_overdraft_events: 'How often an overdraft was drawn.',
    total_overdraft: 'All overdrafts.',
    avg_overdraft_per_event: 'The usual overdraft.',
    highest_overdraft: 'The largest overdraft.',
  },
)

export const recommendations = shown(
  'ScoreRecommendations',
  'The scores. 800 to 1000 excellent, 600 good, 400 fair, 200 poor, below high risk, -1 too little data.',
  pars.recommendations,
  {
    short_term_score: 'For a short loan, 0 to 1000.',
    bwc_score: 'For working capital of a business; -1 when not applicable.',
    generic_score: 'For credit in general, 0 to 1000.',
    short_term_affordability: 'What can be repaid in a month.',
    business_affordability: 'What the business can repay in a month; null without one.',
  },
)

const spending = shown('ScoreSpending', 'A kind of spending.', pars.lifestyle.shape.top_spending_categories, {
  category: 'The kind.',
  value: 'What was spent.',
})

const utility = shown('ScoreUtility', 'A utility that is paid.', pars.lifestyle.shape.utilities_payments, {
  name: 'The utility.',
  amount: 'What was paid.',
  frequency: 'Payments a month.',
})

const shop = shown('ScoreShop', 'A shop that is visited.', pars.lifestyle.shape.top_supermarkets_visited, {
  label: 'The shop; masked for analysts.',
  value: 'What was spent there.',
})

const behaviour = shown(
  'ScoreBehaviour',
  'A behaviour and whether it was found.',
  pars.lifestyle.shape.customer_behaviour,
  {
    title: 'The behaviour.',
    status: 'Whether it was found.',
  },
)

export const lifestyle = shown(
  'ScoreLifestyle',
  'How the person spends. It describes, and is never scored.',
  pars.lifestyle,
  {
    top_spending_categories: ['Kinds of spending, the largest first.', spending],
    utilities_payments: ['Utilities, the largest first.', utility],
    top_supermarkets_visited: ['At most five shops, the largest first.', shop],
    customer_behaviour: ['Every behaviour that was looked for.', behaviour],
  },
)
