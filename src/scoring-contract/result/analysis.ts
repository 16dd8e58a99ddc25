import * as z from 'zod'
import {
  code,
  count,
  figure,
  flag,
  money,
  moneyOrNull,
  ratioOrNull,
  score,
  share,
  text,
  textOrNull,
} from './kinds.js'
import { component, listOf, members, described, section } from './member.js'

const month = described(z.string().regex(/^\d{4}-\d{2}$/), 'The month', '2026-01')

export const summary = component(
  'ParsSummary',
  section('The results of the analysis in short', {
    recommended_credit_limit: section('The recommended limits', {
      short_term_limit: described(money, 'The limit for the person', 7300),
      business_limit: described(moneyOrNull, 'The limit for the business; null without one', null),
    }),
    ...members(text, {
      confidence_level: ['How far the data can be relied on, as a percentage', '96%'],
      risk_summary: ['Band, probability of default and decision, in words', 'A (2% default risk, approve)'],
      risk_mitigation_block: ['What would lower the risk', 'No particular measure is needed.'],
    }),
    ...members(money, {
      observed_monthly_income: ['The median of the monthly incomes', 60000],
      average_monthly_borrowing: ['The average lent to the person in a month', 0],
      average_monthly_overdraft_usage: ['The average overdraft drawn in a month', 0],
    }),
    main_outflow_categories: listOf(
      z.strictObject({
        category: described(text, 'The spending category', 'shopping'),
        amount: described(money, 'The total amount', 292000),
        share: described(share, 'The share of all spending', 0.5),
      }),
      'The five largest spending categories',
    ),
    customer_behaviour_identified: listOf(text, 'Titles of `customer_behaviour` that are true', [
      'Saves regularly',
    ]),
  }),
)

export const persona = component(
  'ParsPersona',
  section('The person, according to the statements', {
    name: described(text, 'The name as printed; empty if none is printed', 'JANE WANJIKU DOE'),
    phone_number: described(text, 'Masked, unless it was agreed that contacts are shown', '2547******678'),
    ...members(flag, {
      has_salary: ['Is paid a salary', true],
      has_till_account: ['Has a till', false],
      has_business_wallet: ['Has a wallet for a business', false],
      has_bank_account: ['Has an account at a bank', false],
      is_a_driver: ['Drives for a living', false],
    }),
    main_bank: described(textOrNull, 'The bank that appears most', null),
    earning_profile: described(z.enum(['formal', 'informal', 'mixed']), 'How the income is earned', 'formal'),
  }),
)

export const dataCompleteness = component(
  'ParsDataCompleteness',
  section('How complete the data is', {
    statement_period: described(
      text,
      'The first and the last day, both `YYYY-MM-DD`',
      '2025-01-01 - 2025-12-31',
    ),
    completeness_flag: described(
      z.enum(['Green', 'Yellow', 'Red']),
      'The months with transactions. Green: all; Yellow: four in five or more; Red: fewer',
      'Green',
    ),
    ...members(count, {
      nb_months_in_statement: ['Months with transactions', 12],
      transaction_count: ['Completed transactions', 437],
      transaction_days: ['Days with transactions', 365],
    }),
  }),
)

export const cashflow = component(
  'Cashflow',
  section('Money in and out', {
    cash_inflow_ratio: described(text, 'Money in, as a share of all money that moved', '53.66%'),
    cash_outflow_ratio: described(text, 'Money out, as a share of all money that moved', '46.34%'),
    observed_income_block: section('The medians of the monthly incomes by source', {
      ...members(money, {
        salary: ['Salary', 60000],
        business: ['Takings', 0],
        transfers: ['Income from transfers of other people', 0],
        other: ['Other income', 0],
      }),
      income_sources: described(count, 'The number of payers', 1),
      regular_payer_share: described(
        share,
        'The share from payers who pay in at least 75 % of the months used',
        1,
      ),
    }),
    estimated_monthly_income: section('The estimated monthly income', {
      ...members(money, {
        low: ['A poorer month: the lower quartile', 58000],
        mid: ['The median', 60000],
        high: ['A richer month: the upper quartile', 61000],
      }),
      method: described(code, 'Which months were used', 'full_months'),
      months_used: described(count, 'The number of months used', 12),
    }),
    average_daily_income: described(money, 'The average income of a day', 1863.01),
    average_daily_balance: described(money, 'The average balance at the end of a day', 85241.1),
    days_with_low_balance: described(count, 'Days that ended with a low balance', 0),
    debt_to_income_ratio: described(
      ratioOrNull,
      'Monthly repayments divided by monthly income; null without income',
      0,
    ),
    snapshot_date: described(text, 'The last day of the data', '2025-12-31'),
    monthly_income_evolution: listOf(
      z.strictObject({ month, income: described(money, 'Income', 60000) }),
      'Month by month',
    ),
    evolution_of_cashflow: listOf(
      z.strictObject({
        month,
        inflow: described(money, 'What came in', 60000),
        outflow: described(money, 'What went out', 49400),
      }),
      'Month by month',
    ),
  }),
)

export const borrowing = component(
  'ParsBorrowing',
  section('How the person borrows', {
    ...members(count, {
      nb_disb_events: ['The number of loans received', 3],
      nb_repay_events: ['The number of repayments', 3],
      nb_overdraft_events: ['The number of times that the account was overdrawn', 0],
    }),
    ...members(money, {
      total_disbursed: ['The sum of all loans', 9000],
      avg_disb_per_event: ['The average loan', 3000],
      highest_disbursement: ['The largest loan', 5000],
      total_repaid: ['The sum of all repayments', 9300],
      avg_repay_per_event: ['The average repayment', 3100],
      highest_repayment: ['The largest repayment', 5150],
      total_overdraft: ['The sum of all overdrafts', 0],
      avg_overdraft_per_event: ['The average overdraft', 0],
      highest_overdraft: ['The largest overdraft', 0],
    }),
  }),
)

export const recommendations = component(
  'ParsRecommendations',
  section('The scores', {
    ...members(score, {
      short_term_score: ['Score for a short loan; -1: too little is known', 930],
      bwc_score: ['Score of the business; -1: there is none', -1],
      generic_score: ['Score of the payment behaviour; -1: too little is known', 981],
    }),
    short_term_affordability: described(money, 'The amount that the person can repay in a month', 7300),
    business_affordability: described(
      moneyOrNull,
      'The amount that the business can repay in a month; null without one',
      null,
    ),
  }),
)

export const lifestyle = component(
  'ParsLifestyle',
  section('How the person spends', {
    top_spending_categories: listOf(
      z.strictObject({
        category: described(text, 'The spending category', 'shopping'),
        value: described(money, 'The total amount', 292000),
      }),
      'The five largest spending categories',
    ),
    utilities_payments: listOf(
      z.strictObject({
        name: described(text, 'The payee', 'KPLC Prepaid'),
        amount: described(money, 'The total amount', 24000),
        frequency: described(figure, 'The number of payments in a month', 1),
      }),
      'Payments for utilities',
    ),
    top_supermarkets_visited: described(
      z
        .array(
          z.strictObject({
            label: described(text, 'The shop', 'Naivas'),
            value: described(money, 'The total amount', 31200),
          }),
        )
        .max(5),
      'At most five shops, the largest first',
    ),
    customer_behaviour: listOf(
      z.strictObject({
        title: described(text, 'The behaviour', 'Saves regularly'),
        status: described(flag, 'Whether it was seen', true),
      }),
      'All behaviours that are checked, a fixed list',
    ),
  }),
)
