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
    recommended_credit_limit: section('What may be lent', {
      short_term_limit: described(money, 'To the person', 7300),
      business_limit: described(moneyOrNull, 'To the business; null without one', null),
    }),
    ...members(text, {
      confidence_level: ['How far the data can be relied on, as a percentage', '96%'],
      risk_summary: ['Band, probability of default and decision, in words', 'A (2% default risk, approve)'],
      risk_mitigation_block: ['What would lower the risk', 'No particular measure is needed.'],
    }),
    ...members(money, {
      observed_monthly_income: ['The median of the months', 60000],
      average_monthly_borrowing: ['Lent to the person in a month', 0],
      average_monthly_overdraft_usage: ['Overdrawn in a month', 0],
    }),
    main_outflow_categories: listOf(
      z.strictObject({
        category: described(text, 'What was paid for', 'shopping'),
        amount: described(money, 'How much in all', 292000),
        share: described(share, 'Of all that was spent', 0.5),
      }),
      'The five largest',
    ),
    customer_behaviour_identified: listOf(text, 'Titles of `customer_behaviour` that are true', [
      'Saves regularly',
    ]),
  }),
)

export const persona = component(
  'ParsPersona',
  section('Who the person is, by the statements', {
    name: described(text, 'As the statements print it; empty where none does', 'JANE WANJIKU DOE'),
    phone_number: described(text, 'Masked, unless it was agreed that contacts are shown', '2547******678'),
    ...members(flag, {
      has_salary: ['Is paid a salary', true],
      has_till_account: ['Has a till', false],
      has_business_wallet: ['Has a wallet for a business', false],
      has_bank_account: ['Has an account at a bank', false],
      is_a_driver: ['Drives for a living', false],
    }),
    main_bank: described(textOrNull, 'The bank that appears most', null),
    earning_profile: described(z.enum(['formal', 'informal', 'mixed']), 'How money is earned', 'formal'),
  }),
)

export const dataCompleteness = component(
  'ParsDataCompleteness',
  section('How complete the data is', {
    statement_period: described(text, 'From and to, both `YYYY-MM-DD`', '2025-01-01 - 2025-12-31'),
    completeness_flag: described(
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

export const cashflow = component(
  'Cashflow',
  section('Money in and out', {
    cash_inflow_ratio: described(text, 'Money in, as a share of all money that moved', '53.66%'),
    cash_outflow_ratio: described(text, 'Money out, as a share of all money that moved', '46.34%'),
    observed_income_block: section('The usual month by source', {
      ...members(money, {
        salary: ['Salary', 60000],
        business: ['Takings', 0],
        transfers: ['From people', 0],
        other: ['Anything else', 0],
      }),
      income_sources: described(count, 'The number of payers', 1),
      regular_payer_share: described(share, 'The share that comes from payers who pay in most months', 1),
    }),
    estimated_monthly_income: section('What a month brings', {
      ...members(money, {
        low: ['A poorer month: the lower quartile', 58000],
        mid: ['The median', 60000],
        high: ['A richer month: the upper quartile', 61000],
      }),
      method: described(code, 'Which months were used', 'full_months'),
      months_used: described(count, 'How many', 12),
    }),
    average_daily_income: described(money, 'A day', 1863.01),
    average_daily_balance: described(money, 'At the end of a day', 85241.1),
    days_with_low_balance: described(count, 'Days that ended with next to nothing', 0),
    debt_to_income_ratio: described(
      ratioOrNull,
      'Repayments of a month to its income; null without income',
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
      nb_disb_events: ['How often something was lent', 3],
      nb_repay_events: ['How often something was repaid', 3],
      nb_overdraft_events: ['How often the account was overdrawn', 0],
    }),
    ...members(money, {
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

export const recommendations = component(
  'ParsRecommendations',
  section('The scores', {
    ...members(score, {
      short_term_score: ['Score for a short loan; -1: too little is known', 930],
      bwc_score: ['Score of the business; -1: there is none', -1],
      generic_score: ['Score of the payment behaviour; -1: too little is known', 981],
    }),
    short_term_affordability: described(money, 'What the person can carry in a month', 7300),
    business_affordability: described(moneyOrNull, 'What the business can carry; null without one', null),
  }),
)

export const lifestyle = component(
  'ParsLifestyle',
  section('How the person spends', {
    top_spending_categories: listOf(
      z.strictObject({
        category: described(text, 'What was paid for', 'shopping'),
        value: described(money, 'How much in all', 292000),
      }),
      'The five largest',
    ),
    utilities_payments: listOf(
      z.strictObject({
        name: described(text, 'To whom', 'KPLC Prepaid'),
        amount: described(money, 'How much in all', 24000),
        frequency: described(figure, 'Payments a month', 1),
      }),
      'Utilities',
    ),
    top_supermarkets_visited: described(
      z
        .array(
          z.strictObject({
            label: described(text, 'The shop', 'Naivas'),
            value: described(money, 'How much in all', 31200),
          }),
        )
        .max(5),
      'The five largest',
    ),
    customer_behaviour: listOf(
      z.strictObject({
        title: described(text, 'The behaviour', 'Saves regularly'),
        status: described(flag, 'Whether it was seen', true),
      }),
      'A fixed list',
    ),
  }),
)
