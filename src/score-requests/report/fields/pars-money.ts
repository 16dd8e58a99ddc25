import type { DisplaySection } from '../display/display.rules.js'
import { field, fieldPanel, panel } from './field.js'

/** Due dates are not known, so the name that a result gives to this behaviour claims too much. */
export const behaviourNames = { 'Pays utilities on time': 'Pays utilities regularly' } as const

const months = (...values: readonly (readonly [key: string, label: string])[]) => ({
  label: 'month',
  values: values.map(([key, label]) => ({ key, label })),
})

const largest = (label: string, key: string) => ({
  label,
  ...(label === 'category' ? { coded: true as const } : {}),
  values: [{ key, label: 'Amount' }],
})

/** The sections of PARS about income, borrowing and spending. */
export const moneySections: readonly DisplaySection[] = [
  {
    title: 'Income and cash flow',
    panels: [
      fieldPanel(
        'metric_card',
        'summary.observed_monthly_income',
        'Observed monthly income',
        'Median of the monthly incomes over the months used. Income is money in, less overdraft, loans, own savings, reversals, betting payouts, own transfers, and money that only goes round: returned to its sender, or withdrawn in cash and paid in again.',
      ),
      panel(
        'double_metric_card',
        'Range of monthly income',
        field('cashflow.estimated_monthly_income.low', 'Low', '25th percentile of the monthly incomes.'),
        field('cashflow.estimated_monthly_income.high', 'High', '75th percentile of the monthly incomes.'),
      ),
      panel(
        'text',
        'How income was measured',
        field('cashflow.estimated_monthly_income.mid', 'Middle', 'Median of the monthly incomes.'),
        field(
          'cashflow.estimated_monthly_income.method',
          'Method',
          'Full months where there are at least two, otherwise each month extrapolated by its covered days.',
        ),
        field(
          'cashflow.estimated_monthly_income.months_used',
          'Months used',
          'Calendar months of which the main account lacks at most three days; with fewer than two of them, all covered months. Of two or more, one that lacks days counts only with the usual income.',
        ),
        field(
          'cashflow.observed_income_block.income_sources',
          'Payers',
          'Different people and firms that paid income.',
        ),
        field(
          'cashflow.observed_income_block.regular_payer_share',
          'From regular payers',
          'Income from payers who pay in at least 75 % of the months used / all income.',
        ),
        field('cashflow.snapshot_date', 'Last transaction', 'The day of the last completed transaction.'),
      ),
      fieldPanel(
        'bar',
        'cashflow.monthly_income_evolution',
        'Income by month',
        'The income of each covered month.',
        {
          series: months(['income', 'Income']),
        },
      ),
      fieldPanel(
        'bar_chart_grouped',
        'cashflow.evolution_of_cashflow',
        'Money in and out by month',
        'All money in and all money out, without draws and repayments of the overdraft and without transfers between own accounts.',
        { series: months(['inflow', 'In'], ['outflow', 'Out']) },
      ),
      fieldPanel(
        'bar_horizontal',
        'cashflow.observed_income_block',
        'Income by source',
        'Median of what each source gives a month.',
        {
          series: {
            values: [
              { key: 'salary', label: 'Salary' },
              { key: 'business', label: 'Business' },
              { key: 'transfers', label: 'Transfers' },
              { key: 'other', label: 'Other' },
            ],
          },
        },
      ),
      panel(
        'double_metric_card',
        'Of all money that moved',
        field('cashflow.cash_inflow_ratio', 'In', 'Inflow / (inflow + outflow).'),
        field('cashflow.cash_outflow_ratio', 'Out', 'Outflow / (inflow + outflow): what is left to 100 %.'),
      ),
      panel(
        'double_metric_card',
        'On an average day',
        field('cashflow.average_daily_income', 'Income', 'Income of the whole period / days covered.'),
        field(
          'cashflow.average_daily_balance',
          'Balance',
          'Mean of the balances at the end of each day; a day without rows ends as the day before.',
        ),
      ),
      fieldPanel(
        'metric_card',
        'cashflow.days_with_low_balance',
        'Days with a low balance',
        'Days that end below 100 (francs: 500), or below a tenth of the median daily outflow.',
      ),
      fieldPanel(
        'metric_card',
        'cashflow.debt_to_income_ratio',
        'Debt to income',
        'Loan repayments and overdraft fees a month, mean of the last three months used / observed monthly income.',
        { absent: 'No income' },
      ),
    ],
  },
  {
    title: 'Borrowing',
    panels: [
      panel(
        'double_metric_card',
        'On average a month',
        field('summary.average_monthly_borrowing', 'Borrowed', 'Loans received / months with transactions.'),
        field(
          'summary.average_monthly_overdraft_usage',
          'Overdraft drawn',
          'Overdraft drawn / months with transactions.',
        ),
      ),
      ...[
        ['Loans received', 'disb', 'total_disbursed', 'disb', 'highest_disbursement', 'loans received'],
        ['Loans repaid', 'repay', 'total_repaid', 'repay', 'highest_repayment', 'loan repayments'],
        [
          'Overdraft',
          'overdraft',
          'total_overdraft',
          'overdraft',
          'highest_overdraft',
          'draws of the overdraft',
        ],
      ].flatMap(([title = '', count, total, average, highest, what = '']) => [
        panel(
          'double_metric_card',
          title,
          field(`borrowing_character.nb_${count}_events`, 'Times', `Number of ${what} in the statements.`),
          field(`borrowing_character.${total}`, 'In all', `Sum of the ${what}.`),
        ),
        panel(
          'double_metric_card',
          `${title}: each time`,
          field(
            `borrowing_character.avg_${average}_per_event`,
            'Average',
            `Sum of the ${what} / their number.`,
          ),
          field(`borrowing_character.${highest}`, 'Highest', `The largest of the ${what}.`),
        ),
      ]),
    ],
  },
  {
    title: 'Spending and habits',
    panels: [
      fieldPanel(
        'pie',
        'summary.main_outflow_categories',
        'Where the money goes',
        'The five largest categories, each as a share of all that was spent.',
        {
          unit: 'money',
          series: {
            label: 'category',
            coded: true,
            values: [
              { key: 'share', label: 'Share' },
              { key: 'amount', label: 'Amount', beside: true },
            ],
          },
        },
      ),
      fieldPanel(
        'bar_horizontal',
        'lifestyle.top_spending_categories',
        'Largest categories of spending',
        'What was spent in each category over the whole period; the five largest.',
        { series: largest('category', 'value') },
      ),
      fieldPanel(
        'bar_horizontal',
        'lifestyle.utilities_payments',
        'Utilities',
        'Paid to each utility over the whole period, and how often a month.',
        {
          series: {
            label: 'name',
            values: [
              { key: 'amount', label: 'Amount' },
              { key: 'frequency', label: 'Payments a month', beside: true },
            ],
          },
        },
      ),
      fieldPanel(
        'bar_horizontal',
        'lifestyle.top_supermarkets_visited',
        'Supermarkets',
        'Paid to each supermarket over the whole period; the five largest.',
        { series: largest('label', 'value') },
      ),
      fieldPanel(
        'pill',
        'lifestyle.customer_behaviour',
        'Behaviour',
        'What the account does by habit. It describes, and is never scored.',
        {
          series: {
            label: 'title',
            named: behaviourNames,
            explained: {
              'Saves regularly': 'paid into savings in half of the months used',
              'Uses overdraft often': 'overdraft on more than 20 % of the days covered',
              'Borrows from several lenders': 'two or more lenders lent in the last 90 days',
              'Bets regularly': 'stakes in half of the months used',
              'Pays utilities on time': 'a utility is paid in 80 % of the months used',
              'Keeps a buffer': 'balances cover seven days of usual spending',
              'Income growing': 'median income of the last three months 10 % above that of the months before',
              'Sends support to family':
                'one person is sent money in half of the months used, at least in two',
            },
            values: [{ key: 'status', label: 'Found' }],
          },
        },
      ),
    ],
  },
]
