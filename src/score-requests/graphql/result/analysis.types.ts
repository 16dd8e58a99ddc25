import * as z from 'zod'
import { resultData } from '../../../scoring-contract/result/bodies.js'
import { movedIn, shown } from './shown.types.js'

const pars = resultData.PARS.shape
const limits = pars.summary.shape.recommended_credit_limit

const outflow = shown(
  'ScoreOutflow',
  'A spending category and its share.',
  pars.summary.shape.main_outflow_categories,
  {
    category: 'The spending category.',
    amount: 'The amount spent, in units of the currency.',
    share: 'Its share of all spending, from 0 to 1.',
  },
)

export const summary = movedIn(
  shown(
    'ScoreSummary',
    "The summary of the analysis. Amounts are in units of the statement's currency, here and below.",
    z.object({ ...limits.shape, ...pars.summary.shape }),
    {
      short_term_limit: 'The recommended short-term credit limit.',
      business_limit: 'The recommended business limit; null without a business.',
      confidence_level: 'How reliable the data behind the score is, as a percentage.',
      risk_summary: 'Risk band, probability of default and decision, in words.',
      risk_mitigation_block: 'Measures that would reduce the risk, in words.',
      observed_monthly_income: 'The median of the monthly incomes.',
      average_monthly_borrowing: 'The average amount borrowed in a month.',
      average_monthly_overdraft_usage: 'The average overdraft drawn in a month.',
      main_outflow_categories: ['The largest spending categories, in descending order.', outflow],
      customer_behaviour_identified: 'The behaviours that were found.',
    },
  ),
  ({ recommended_credit_limit: creditLimit }) => {
    const { short_term_limit, business_limit } = z.looseObject({}).catch({}).parse(creditLimit)
    return { short_term_limit, business_limit }
  },
)

export const persona = shown(
  'ScorePersona',
  'The person according to the statement; masked for analysts.',
  pars.persona,
  {
    name: 'The name as printed; masked for analysts.',
    phone_number:
      'The phone number as the scoring service returns it: masked, unless the account at the service shows contacts; always masked for analysts.',
    has_salary: 'Whether the person receives a salary.',
    has_till_account: 'Whether the person has a till.',
    has_business_wallet: 'Whether the person has a business wallet.',
    has_bank_account:
      'Whether the person has a bank account, by a bank statement or transfers to or from a bank.',
    is_a_driver: 'Whether the person works as a driver, by the payments.',
    main_bank: 'The bank that is used most; null without one.',
    earning_profile: 'How the income is earned: `formal`, `informal` or `mixed`.',
  },
)

export const dataCompleteness = shown(
  'ScoreDataCompleteness',
  'How complete the data of the period is.',
  pars.data_completeness,
  {
    statement_period: 'The first and the last day of the statement.',
    completeness_flag: '`Green`: every month; `Yellow`: 80 to 99 %; `Red`: less.',
    nb_months_in_statement: 'The number of months with a transaction.',
    transaction_count: 'The number of transactions that were counted.',
    transaction_days: 'The number of days with a transaction.',
  },
)

const incomeBlock = shown(
  'ScoreIncomeBlock',
  'The usual monthly income by source.',
  pars.cashflow.shape.observed_income_block,
  {
    salary: 'Income from salaries.',
    business: 'Income from trade.',
    transfers: 'Income from transfers of other people.',
    other: 'Income from other sources.',
    income_sources: 'The number of payers.',
    regular_payer_share:
      'The share of the income that comes from payers who pay in most months, from 0 to 1.',
  },
)

const incomeEstimate = shown(
  'ScoreIncomeEstimate',
  'The estimated monthly income.',
  pars.cashflow.shape.estimated_monthly_income,
  {
    low: 'The income of a poor month.',
    mid: 'The income of a usual month.',
    high: 'The income of a good month.',
    method: 'The method of the estimate.',
    months_used: 'The number of months that the estimate uses.',
  },
)

const monthIncome = shown(
  'ScoreMonthIncome',
  'The income of one month.',
  pars.cashflow.shape.monthly_income_evolution,
  {
    month: '`YYYY-MM`.',
    income: 'The income of the month.',
  },
)

const monthCashflow = shown(
  'ScoreMonthCashflow',
  'The cash flow of one month.',
  pars.cashflow.shape.evolution_of_cashflow,
  {
    month: '`YYYY-MM`.',
    inflow: 'Money in.',
    outflow: 'Money out.',
  },
)

export const cashflow = shown('ScoreCashflow', 'Money in and out, and balances.', pars.cashflow, {
  cash_inflow_ratio: 'Money in, as a percentage of all money that moved.',
  cash_outflow_ratio: 'Money out, as a percentage of all money that moved.',
  observed_income_block: ['The usual monthly income by source.', incomeBlock],
  estimated_monthly_income: ['The estimated monthly income.', incomeEstimate],
  average_daily_income: 'The average income of a day.',
  average_daily_balance: 'The average balance at the end of a day.',
  days_with_low_balance: 'The number of days that ended with a low balance.',
  debt_to_income_ratio: 'Monthly debt payments divided by monthly income; null without income.',
  snapshot_date: 'The last day of the data.',
  monthly_income_evolution: ['Income month by month.', monthIncome],
  evolution_of_cashflow: ['Money in and out month by month.', monthCashflow],
})

export const borrowingCharacter = shown(
  'ScoreBorrowingCharacter',
  'How the person borrows and repays.',
  pars.borrowing_character,
  {
    nb_disb_events: 'The number of loans received.',
    total_disbursed: 'The sum of all loans received.',
    avg_disb_per_event: 'The average loan.',
    highest_disbursement: 'The largest loan.',
    nb_repay_events: 'The number of repayments.',
    total_repaid: 'The sum of all repayments.',
    avg_repay_per_event: 'The average repayment.',
    highest_repayment: 'The largest repayment.',
    nb_overdraft_events: 'The number of times that the overdraft was drawn.',
    total_overdraft: 'The sum of all overdrafts drawn.',
    avg_overdraft_per_event: 'The average overdraft drawn.',
    highest_overdraft: 'The largest overdraft drawn.',
  },
)

export const recommendations = shown(
  'ScoreRecommendations',
  'The scores: 800 to 1000 excellent, 600 to 799 good, 400 to 599 fair, 200 to 399 poor, 0 to 199 high risk; -1: too little data.',
  pars.recommendations,
  {
    short_term_score: 'The score for a short loan, 0 to 1000.',
    bwc_score: 'The score for working capital of a business; -1 when not applicable.',
    generic_score: 'The score for credit in general, 0 to 1000.',
    short_term_affordability: 'The amount that the person can repay in a month.',
    business_affordability: 'The amount that the business can repay in a month; null without one.',
  },
)

const spending = shown(
  'ScoreSpending',
  'A spending category.',
  pars.lifestyle.shape.top_spending_categories,
  {
    category: 'The category.',
    value: 'The amount spent.',
  },
)

const utility = shown(
  'ScoreUtility',
  'A utility that the person pays.',
  pars.lifestyle.shape.utilities_payments,
  {
    name: 'The utility.',
    amount: 'The amount paid.',
    frequency: 'The number of payments a month.',
  },
)

const shop = shown(
  'ScoreShop',
  'A shop where the person buys.',
  pars.lifestyle.shape.top_supermarkets_visited,
  {
    label: 'The name of the shop; masked for analysts.',
    value: 'The amount spent there.',
  },
)

const behaviour = shown(
  'ScoreBehaviour',
  'A behaviour, and whether it was found.',
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
    top_spending_categories: ['Spending categories, the largest first.', spending],
    utilities_payments: ['Utilities, the largest first.', utility],
    top_supermarkets_visited: ['At most five shops, the largest first.', shop],
    customer_behaviour: ['Every behaviour that was looked for.', behaviour],
  },
)
