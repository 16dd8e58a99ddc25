import { characteristics } from '../../scoring-contract/characteristics.rules.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { DisplayField, DisplayPanel, DisplaySection, DisplayType } from './display/display.rules.js'

const measured = Object.entries(characteristics)

const panel = (display: DisplayType, title: string, ...fields: readonly DisplayField[]): DisplayPanel => ({
  display,
  title,
  fields,
})

const one = (display: DisplayType, field: DisplayField): DisplayPanel => panel(display, field.label, field)

const said = {
  score:
    '500 plus the points of the characteristics of the card, kept between 0 and 1000. 500 points stand for a default risk of 5 %, 700 for 2 %. Fewer than 3 full months: at most 499; fewer than 6: at most 799; gaps, or a last day more than 45 days ago: at most 599. Fewer than 30 completed rows, 10 active days or 30 covered days: no score.',
  generic:
    'Twelve months ahead: 500 plus the points of each characteristic times its weight in the card, kept between 0 and 1000.',
  business:
    '500 plus the points of the business table of the card. Given only with a till, a business wallet, or a wallet to which at least 20 different people send money in the usual month and which lives to 30 % from that.',
  band: 'By the score: 800 to 1000 excellent, 600 to 799 good, 400 to 599 fair, 200 to 399 poor, 0 to 199 high risk. Without a score: none.',
  riskBand:
    'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %.',
  decision:
    'A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that nobody vouches for: refer.',
  risk: '1 / (1 + 19 e^((score - 500) / 211.1082)). An expert estimate until outcomes of real loans are there.',
  limit:
    'The short-term affordability times 1 (band A), 0.6 (B) or 0 (C), less what is owed, rounded down to 100 (francs: 500). Never above what a month really left.',
  net: 'The gross limit less what the lenders of the statement have not had back: the short-term limit itself.',
  businessLimit:
    '30 % of the median monthly takings, at most what a month really left / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.',
  afford:
    'A monthly instalment: the smallest of (dependable income / 3 - debt), (prudent surplus - the price of debt) / 1.25 and what a month really left / 1.25, times 1, 0.8 or 0.5 by completeness (Green, Yellow, Red), rounded down to 10 (francs: 50).',
  businessAfford:
    'A monthly instalment: 10 % of the median monthly takings, at most what a month really left / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.',
  confidence:
    'How much there is to judge by: 30 % coverage of months, 20 % full months / 12, 15 % rows / 600, 20 % share of balances that follow from one another, 15 % share of the money whose wording is known. It enters no score.',
} as const

const notBusiness = 'Not applicable'
const noScore = 'No score'

const money = (
  field: string,
  label: string,
  explanation: string,
  more: Partial<DisplayField> = {},
): DisplayField => ({ field, label, unit: 'money', explanation, ...more })
const number = (field: string, label: string, explanation: string): DisplayField => ({
  field,
  label,
  unit: 'number',
  explanation,
})
const text = (
  field: string,
  label: string,
  explanation: string,
  more: Partial<DisplayField> = {},
): DisplayField => ({ field, label, unit: 'text', explanation, ...more })
const score = (field: string, label: string, explanation: string, absent: string): DisplayField => ({
  field,
  label,
  unit: 'score',
  explanation,
  absent,
})
const word = (field: string, label: string, explanation: string, absent = 'None'): DisplayField => ({
  field,
  label,
  unit: 'word',
  explanation,
  absent,
})
const flag = (field: string, label: string, explanation: string): DisplayField => ({
  field,
  label,
  unit: 'flag',
  explanation,
})

const months = (...values: readonly (readonly [key: string, label: string])[]) => ({
  label: 'month',
  values: values.map(([key, label]) => ({ key, label, unit: 'money' as const })),
})

const largest = (label: string, key: string) => ({
  label,
  ...(label === 'category' ? { coded: true as const } : {}),
  values: [{ key, label: 'Amount', unit: 'money' as const }],
})

const reasons = (root: string, what: string): DisplayPanel =>
  one('text_block', {
    field: `${root}.reasonCodes`,
    label: 'Why the score is not higher',
    unit: 'text',
    explanation: what,
    series: { label: 'code', values: [{ key: 'text', label: 'Reason', unit: 'text' }] },
    absent: 'Nothing was lost on any characteristic.',
  })

const points = (root: string): DisplayPanel =>
  one('bar_horizontal', {
    field: `${root}.featuresUsed`,
    label: 'Points of each characteristic',
    unit: 'number',
    explanation: '500 plus these points is the score, before the caps of a short history.',
    series: {
      label: 'name',
      coded: true,
      named: Object.fromEntries(measured.map(([name, { title }]) => [name, title])),
      explained: Object.fromEntries(measured.map(([name, { formula }]) => [name, formula])),
      values: [
        { key: 'points', label: 'Points', unit: 'number' },
        {
          key: 'value',
          label: 'Value',
          unit: 'number',
          beside: true,
          shares: measured.filter(([, { unit }]) => unit === 'share').map(([name]) => name),
        },
        { key: 'bin', label: 'Range', unit: 'text', beside: true },
      ],
    },
    absent: 'Too little is known for points.',
  })

const modelPanel = (root: string): DisplayPanel =>
  panel(
    'text',
    'Scorecard',
    text(`${root}.model.id`, 'Card', 'The published card whose points were used.'),
    text(`${root}.model.version`, 'Version', 'The version of the card.'),
    word(
      `${root}.model.calibration`,
      'Calibration',
      'Expert: an estimate by judgement until outcomes of real loans are there.',
    ),
  )

/** Every field of docs/scoring-contract.md#pars. */
const pars: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      one('metric_card', score('recommendations.short_term_score', 'Short-term score', said.score, noScore)),
      one('tag', {
        field: 'recommendations.short_term_score',
        label: 'Score band',
        unit: 'scoreBand',
        explanation: said.band,
      }),
      one('tag', text('summary.risk_summary', 'Risk', `${said.riskBand} ${said.decision}`)),
      panel(
        'double_metric_card',
        'Recommended credit limit',
        money('summary.recommended_credit_limit.short_term_limit', 'Short-term limit', said.limit),
        money('summary.recommended_credit_limit.business_limit', 'Business limit', said.businessLimit, {
          absent: notBusiness,
        }),
      ),
      panel(
        'double_metric_card',
        'Instalment a month',
        money('recommendations.short_term_affordability', 'Short-term affordability', said.afford),
        money('recommendations.business_affordability', 'Business affordability', said.businessAfford, {
          absent: notBusiness,
        }),
      ),
      panel(
        'double_metric_card',
        'Other scores',
        score('recommendations.generic_score', 'Generic score', said.generic, noScore),
        score('recommendations.bwc_score', 'Business score', said.business, notBusiness),
      ),
      one('metric_card', text('summary.confidence_level', 'Confidence', said.confidence)),
      one(
        'text_block',
        text(
          'summary.risk_mitigation_block',
          'What a lender can do',
          'One fixed sentence for each of the reasons that cost most points.',
        ),
      ),
      one('tag', {
        field: 'summary.customer_behaviour_identified',
        label: 'Behaviour found',
        unit: 'text',
        explanation: 'The behaviours below that were found. They describe, and are never scored.',
        series: { values: [] },
        absent: 'None',
      }),
    ],
  },
  {
    title: 'Points behind the score',
    when: 'scoring',
    panels: [
      reasons('scoring', 'At most four, the heaviest first.'),
      points('scoring'),
      modelPanel('scoring'),
    ],
  },
  {
    title: 'Person',
    panels: [
      one('text', text('persona.name', 'Name', 'As the statement prints it.', { personal: 'name' })),
      one(
        'text',
        text('persona.phone_number', 'Phone number', 'As the statement prints it, the middle hidden.', {
          personal: 'phone',
        }),
      ),
      one(
        'text',
        text('persona.main_bank', 'Main bank', 'The bank to and from which most money went.', {
          absent: 'None',
        }),
      ),
      one(
        'tag',
        word(
          'persona.earning_profile',
          'Earning profile',
          'Formal when salary is at least 60 % of income, informal below 10 %, otherwise mixed.',
        ),
      ),
      panel(
        'pill',
        'What the account shows',
        flag(
          'persona.has_salary',
          'Salary',
          'Paid as a salary, or by one payer in three of the last four months, 26 to 35 days apart, nearly the same.',
        ),
        flag('persona.has_till_account', 'Till', 'A till document, or at least five receipts by till.'),
        flag(
          'persona.has_business_wallet',
          'Business wallet',
          'Receipts in the wording of a business wallet.',
        ),
        flag('persona.has_bank_account', 'Bank account', 'A bank statement, or transfers with a bank.'),
        flag(
          'persona.is_a_driver',
          'Driver',
          'Fuel at least four times a month in half of the months, or paid by a company that sends passengers.',
        ),
      ),
    ],
  },
  {
    title: 'Statement',
    panels: [
      one(
        'tag',
        word(
          'data_completeness.completeness_flag',
          'Completeness',
          'Green when every calendar month of the period has rows, Yellow from 80 %, else Red.',
        ),
      ),
      one(
        'text',
        text(
          'data_completeness.statement_period',
          'Period',
          'From the first to the last day that is covered.',
        ),
      ),
      one(
        'metric_card',
        number(
          'data_completeness.nb_months_in_statement',
          'Months with transactions',
          'Calendar months that have at least one completed row.',
        ),
      ),
      panel(
        'double_metric_card',
        'Activity',
        number(
          'data_completeness.transaction_count',
          'Transactions',
          'Completed rows; a reversal and the payment that it takes back count on neither side.',
        ),
        number(
          'data_completeness.transaction_days',
          'Active days',
          'Days with at least one completed transaction.',
        ),
      ),
    ],
  },
  {
    title: 'Income and cash flow',
    panels: [
      one(
        'metric_card',
        money(
          'summary.observed_monthly_income',
          'Observed monthly income',
          'Median of the monthly incomes over the months used. Income is money in, less overdraft, loans, own savings, reversals, betting payouts, own transfers, and what only went round: back to whom it came from, or cash out and in again.',
        ),
      ),
      panel(
        'double_metric_card',
        'Range of monthly income',
        money('cashflow.estimated_monthly_income.low', 'Low', '25th percentile of the monthly incomes.'),
        money('cashflow.estimated_monthly_income.high', 'High', '75th percentile of the monthly incomes.'),
      ),
      panel(
        'text',
        'How income was measured',
        money('cashflow.estimated_monthly_income.mid', 'Middle', 'Median of the monthly incomes.'),
        word(
          'cashflow.estimated_monthly_income.method',
          'Method',
          'Full months where there are at least two, otherwise each month extrapolated by its covered days.',
        ),
        number(
          'cashflow.estimated_monthly_income.months_used',
          'Months used',
          'How many months that took in.',
        ),
        number(
          'cashflow.observed_income_block.income_sources',
          'Payers',
          'Different people and firms that paid income.',
        ),
        {
          field: 'cashflow.observed_income_block.regular_payer_share',
          label: 'From regular payers',
          unit: 'share',
          explanation: 'Income from payers who pay in three months of four / all income.',
        },
        text('cashflow.snapshot_date', 'Last transaction', 'The day of the last completed transaction.'),
      ),
      one(
        'bar',
        money('cashflow.monthly_income_evolution', 'Income by month', 'The income of each covered month.', {
          series: months(['income', 'Income']),
        }),
      ),
      one(
        'bar_chart_grouped',
        money(
          'cashflow.evolution_of_cashflow',
          'Money in and out by month',
          'All money in and all money out, less the two legs of the overdraft and transfers between own accounts.',
          { series: months(['inflow', 'In'], ['outflow', 'Out']) },
        ),
      ),
      one(
        'bar_horizontal',
        money(
          'cashflow.observed_income_block',
          'Income by source',
          'Median of what each source gives a month.',
          {
            series: {
              values: [
                { key: 'salary', label: 'Salary', unit: 'money' },
                { key: 'business', label: 'Business', unit: 'money' },
                { key: 'transfers', label: 'Transfers', unit: 'money' },
                { key: 'other', label: 'Other', unit: 'money' },
              ],
            },
          },
        ),
      ),
      panel(
        'double_metric_card',
        'Of all money that moved',
        text('cashflow.cash_inflow_ratio', 'In', 'Inflow / (inflow + outflow).'),
        text('cashflow.cash_outflow_ratio', 'Out', 'Outflow / (inflow + outflow): what is left to 100 %.'),
      ),
      panel(
        'double_metric_card',
        'On an average day',
        money('cashflow.average_daily_income', 'Income', 'Income of the whole period / days covered.'),
        money(
          'cashflow.average_daily_balance',
          'Balance',
          'Mean of the balances at the end of each day; a day without rows ends as the day before.',
        ),
      ),
      one(
        'metric_card',
        number(
          'cashflow.days_with_low_balance',
          'Days with a low balance',
          'Days that end below 100 (francs: 500), or below a tenth of the median daily outflow.',
        ),
      ),
      one('metric_card', {
        field: 'cashflow.debt_to_income_ratio',
        label: 'Debt to income',
        unit: 'share',
        explanation:
          'Loan repayments and overdraft fees a month, mean of the last three months used / observed monthly income.',
        absent: 'No income',
      }),
    ],
  },
  {
    title: 'Borrowing',
    panels: [
      panel(
        'double_metric_card',
        'On average a month',
        money('summary.average_monthly_borrowing', 'Borrowed', 'Loans received / months with transactions.'),
        money(
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
          number(`borrowing_character.nb_${count}_events`, 'Times', `Number of ${what} in the statements.`),
          money(`borrowing_character.${total}`, 'In all', `Sum of the ${what}.`),
        ),
        panel(
          'double_metric_card',
          `${title}: each time`,
          money(
            `borrowing_character.avg_${average}_per_event`,
            'Average',
            `Sum of the ${what} / their number.`,
          ),
          money(`borrowing_character.${highest}`, 'Highest', `The largest of the ${what}.`),
        ),
      ]),
    ],
  },
  {
    title: 'Spending and habits',
    panels: [
      one(
        'pie',
        money(
          'summary.main_outflow_categories',
          'Where the money goes',
          'The five largest categories, each as a share of all that was spent.',
          {
            series: {
              label: 'category',
              coded: true,
              values: [
                { key: 'share', label: 'Share', unit: 'share' },
                { key: 'amount', label: 'Amount', unit: 'money', beside: true },
              ],
            },
          },
        ),
      ),
      one(
        'bar_horizontal',
        money(
          'lifestyle.top_spending_categories',
          'Largest categories of spending',
          'What was spent in each category over the whole period; the five largest.',
          { series: largest('category', 'value') },
        ),
      ),
      one(
        'bar_horizontal',
        money(
          'lifestyle.utilities_payments',
          'Utilities',
          'Paid to each utility over the whole period, and how often a month.',
          {
            series: {
              label: 'name',
              values: [
                { key: 'amount', label: 'Amount', unit: 'money' },
                { key: 'frequency', label: 'Payments a month', unit: 'number', beside: true },
              ],
            },
          },
        ),
      ),
      one(
        'bar_horizontal',
        money(
          'lifestyle.top_supermarkets_visited',
          'Supermarkets',
          'Paid to each supermarket over the whole period; the five largest.',
          { series: largest('label', 'value') },
        ),
      ),
      one('pill', {
        field: 'lifestyle.customer_behaviour',
        label: 'Behaviour',
        unit: 'flag',
        explanation: 'What the account does by habit. It describes, and is never scored.',
        series: {
          label: 'title',
          explained: {
            'Saves regularly': 'paid into savings in half of the months used',
            'Uses overdraft often': 'overdraft on more than 20 % of the days covered',
            'Borrows from several lenders': 'two or more lenders lent in the last 90 days',
            'Bets regularly': 'stakes in half of the months used',
            'Pays utilities on time': 'a utility is paid in 80 % of the months used',
            'Keeps a buffer': 'balances cover seven days of usual spending',
            'Income growing': 'median income of the last three months 10 % above that of the months before',
            'Sends support to family': 'one person is sent money in half of the months used, at least in two',
          },
          values: [{ key: 'status', label: 'Found', unit: 'flag' }],
        },
      }),
    ],
  },
]

/** The `scoring` member of PAS, which P8 has as `statement`. */
const scoring = (root: string, title: string): DisplaySection => ({
  title,
  panels: [
    one('metric_card', score(`${root}.shortTermScore`, 'Short-term score', said.score, noScore)),
    one('tag', word(`${root}.scoreBand`, 'Score band', said.band)),
    one('tag', word(`${root}.riskBand`, 'Risk band', said.riskBand, noScore)),
    one('tag', word(`${root}.decision`, 'Decision', said.decision)),
    one('metric_card', {
      field: `${root}.probabilityOfDefault`,
      label: 'Default risk',
      unit: 'share',
      explanation: said.risk,
      absent: noScore,
    }),
    panel(
      'double_metric_card',
      'Recommended credit limit',
      money(`${root}.recommendedCreditLimit.shortTermLimit`, 'Short-term limit', said.limit),
      money(`${root}.recommendedCreditLimit.netLimit`, 'Net limit', said.net),
    ),
    panel(
      'double_metric_card',
      'Instalment a month',
      money(`${root}.affordability.shortTerm`, 'Short-term affordability', said.afford),
      money(`${root}.affordability.business`, 'Business affordability', said.businessAfford, {
        absent: notBusiness,
      }),
    ),
    panel(
      'double_metric_card',
      'Other limits',
      money(
        `${root}.recommendedCreditLimit.grossLimit`,
        'Gross limit',
        'What the band allows, before what is owed.',
      ),
      money(`${root}.recommendedCreditLimit.businessLimit`, 'Business limit', said.businessLimit, {
        absent: notBusiness,
      }),
    ),
    panel(
      'double_metric_card',
      'Other scores',
      score(`${root}.genericScore`, 'Generic score', said.generic, noScore),
      score(`${root}.bwcScore`, 'Business score', said.business, notBusiness),
    ),
    one('metric_card', text(`${root}.confidenceLevel`, 'Confidence', said.confidence)),
    reasons(
      root,
      'The characteristics that lost most points against their best range, at most four, the heaviest first.',
    ),
    points(root),
    modelPanel(root),
  ],
})

/** What a person reads of docs/scoring-contract.md#pa: the rows themselves are in the statement. */
const document: DisplaySection = {
  title: 'Document',
  when: 'header',
  panels: [
    panel(
      'text',
      'As it is printed',
      text('header.name', 'Name', 'Printed on the statement.', { personal: 'name', absent: 'Not printed' }),
      text('header.phoneNumber', 'Phone number', 'Printed on the statement.', {
        personal: 'phone',
        absent: 'Not printed',
      }),
      text('logs.documentIssuedBy', 'Issuer', 'Who issued the statement.', { absent: 'Not known' }),
      text('header.statementPeriod', 'Period', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'double_metric_card',
      'Printed balances',
      money('header.openingBalance', 'Opening', 'Printed on the statement.', { absent: 'Not printed' }),
      money('header.closingBalance', 'Closing', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'double_metric_card',
      'Printed sums',
      money('header.sumPaidIn', 'Paid in', 'Printed on the statement.', { absent: 'Not printed' }),
      money('header.sumPaidOut', 'Paid out', 'Printed on the statement.', { absent: 'Not printed' }),
    ),
    panel(
      'pill',
      'Authenticity',
      flag('validity.isValid', 'Valid', 'No reason below excludes the document.'),
      flag('validity.notModified', 'Not modified', 'The file is as its issuer made it.'),
      flag('validity.authorIsValid', 'Author', 'The author in the file is one of the issuer.'),
      flag('validity.creatorIsValid', 'Creator', 'The program that made the file is one of the issuer.'),
      flag('validity.hasTransactions', 'Has transactions', 'There are enough transactions.'),
      flag('validity.nameIsValid', 'Name agrees', 'The printed name agrees with the request.'),
      flag('validity.phoneNumberIsValid', 'Number agrees', 'The printed number agrees with the request.'),
      flag('validity.emailIsValid', 'E-mail agrees', 'The printed address agrees with the request.'),
    ),
    one('tag', {
      field: 'validity.exclusionReasons',
      label: 'Reasons against the document',
      unit: 'word',
      explanation: 'Each check of authenticity that failed.',
      series: { values: [] },
      absent: 'None',
    }),
  ],
}

const combined: DisplaySection = {
  title: 'Documents taken together',
  when: 'documents',
  panels: [
    one('tag', {
      field: 'documents',
      label: 'Documents',
      unit: 'text',
      explanation: 'The statements that were scored as one.',
      series: { values: [] },
      personal: 'text',
    }),
  ],
}

const bureauPoints = (root: string): DisplayPanel =>
  one('bar_horizontal', {
    field: `${root}.featuresUsed`,
    label: 'Points of each characteristic',
    unit: 'number',
    explanation: '500 plus these points is the score, before the caps of a fraud or a long default.',
    series: {
      label: 'name',
      coded: true,
      named: {
        worstArrearsDays: 'Arrears',
        openNonPerforming: 'Not performing',
        closedPerforming: 'Loans repaid',
        enquiries90Days: 'Enquiries',
        bouncedCheques12Months: 'Bounced cheques',
        creditAgeDays: 'Age of the history',
        utilisation: 'Still owed',
      },
      explained: {
        worstArrearsDays: 'the most days that an open account is in arrears today',
        openNonPerforming: 'open accounts that are reported as not performing',
        closedPerforming: 'loans that were repaid in full',
        enquiries90Days: 'lenders that asked about credit in the last 90 days',
        bouncedCheques12Months: 'cheques that bounced in the last 12 months',
        creditAgeDays: 'days since the oldest account was opened',
        utilisation: 'what is still owed on open accounts / what was lent',
      },
      values: [
        { key: 'points', label: 'Points', unit: 'number' },
        { key: 'value', label: 'Value', unit: 'number', beside: true, shares: ['utilisation'] },
      ],
    },
    absent: 'Too little is known for points.',
  })

const reading: DisplaySection = {
  title: 'What the credit bureau reports',
  when: 'bureau.reading',
  panels: [
    panel(
      'text',
      'Source',
      text('bureau.bureau', 'Bureau', 'Who was asked.'),
      text('bureau.reference', 'Reference', "The bureau's own reference of its answer."),
      text('bureau.data.reportedAt', 'Record of', 'When the bureau made its record.'),
      text('bureau.data.reportedName', 'Reported name', 'As the bureau holds it.', {
        personal: 'name',
        absent: 'Not given',
      }),
    ),
    panel(
      'double_metric_card',
      'Accounts',
      number('bureau.reading.openAccounts', 'Open', 'Accounts that the bureau reports as open.'),
      number('bureau.reading.closedAccounts', 'Closed', 'Accounts that the bureau reports as closed.'),
    ),
    panel(
      'double_metric_card',
      'Owed',
      money('bureau.reading.totalBalance', 'Balance', 'Sum of the current balances of open accounts.'),
      money('bureau.reading.totalOverdue', 'Overdue', 'Sum of what is overdue on open accounts.'),
    ),
    one(
      'metric_card',
      money(
        'bureau.reading.monthlyInstalments',
        'Instalments a month',
        'Sum of the instalments of open accounts.',
      ),
    ),
    panel(
      'double_metric_card',
      'Arrears',
      number(
        'bureau.reading.worstArrearsDays',
        'Worst days',
        'The most days that an open account is in arrears today.',
      ),
      number(
        'bureau.reading.openNonPerforming',
        'Not performing',
        'Open accounts that are reported as not performing.',
      ),
    ),
    panel(
      'pill',
      'Warnings',
      flag(
        'bureau.reading.hasFraud',
        'Fraud reported',
        'The bureau reports a fraud: the score is at most 199.',
      ),
      flag(
        'bureau.reading.longDefault',
        'Long default',
        'An open account is lost for more than 90 days: the score is at most 399.',
      ),
    ),
  ],
}

const p7: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      one(
        'metric_card',
        score(
          'scoring.enhancedScore',
          'Enhanced score',
          '500 plus the points of the bureau card, on the scale of all our scores. Without any account in the record: no score.',
          noScore,
        ),
      ),
      one('tag', word('scoring.scoreBand', 'Score band', said.band)),
      one('tag', word('scoring.riskBand', 'Risk band', said.riskBand, noScore)),
      one('tag', word('scoring.decision', 'Decision', said.decision)),
      one('metric_card', {
        field: 'scoring.probabilityOfDefault',
        label: 'Default risk',
        unit: 'share',
        explanation: said.risk,
        absent: noScore,
      }),
      one('metric_card', {
        field: 'scoring.bureauScore',
        label: "The bureau's own score",
        unit: 'number',
        explanation: "On the bureau's own scale; it does not enter ours.",
        absent: 'Not given',
      }),
      one('text_block', {
        field: 'notices',
        label: 'To be noted',
        unit: 'text',
        explanation: 'What a reader of this result must know.',
        series: { values: [] },
        absent: 'Nothing',
      }),
      reasons('scoring', 'What the record lost most points on, at most four, the heaviest first.'),
      bureauPoints('scoring'),
      modelPanel('scoring'),
    ],
  },
  {
    title: 'Person',
    panels: [
      panel(
        'text',
        'Asked about',
        text('subject.firstName', 'First name', 'Of the request.', { personal: 'name' }),
        text('subject.lastName', 'Last name', 'Of the request.', { personal: 'name' }),
        text('subject.nationalId', 'National id', 'Of the request, its beginning hidden.', {
          personal: 'phone',
        }),
      ),
      one(
        'pill',
        flag('subject.nameMatches', 'Name agrees', 'The name that the bureau holds is that of the request.'),
      ),
    ],
  },
  reading,
]

const p8: readonly DisplaySection[] = [
  {
    title: 'Result',
    panels: [
      one(
        'metric_card',
        score(
          'boosted.score',
          'Boosted score',
          'Statement and bureau together: each moves the assumed risk of 5 % by its weight, in log-odds. A reported fraud or a long default keeps it low whatever the rest says.',
          noScore,
        ),
      ),
      one('tag', word('boosted.scoreBand', 'Score band', said.band)),
      one('tag', word('boosted.riskBand', 'Risk band', said.riskBand, noScore)),
      one('tag', word('boosted.decision', 'Decision', said.decision)),
      one('metric_card', {
        field: 'boosted.probabilityOfDefault',
        label: 'Default risk',
        unit: 'share',
        explanation: said.risk,
        absent: noScore,
      }),
      one(
        'metric_card',
        money(
          'boosted.limit',
          'Recommended limit',
          'The limit of the statement with the boosted band, after the larger of the debts that statement and bureau know of.',
        ),
      ),
      panel(
        'double_metric_card',
        'Weights',
        {
          field: 'boosted.weights.statement',
          label: 'Statement',
          unit: 'share',
          explanation: 'The confidence in the statement.',
        },
        {
          field: 'boosted.weights.bureau',
          label: 'Bureau',
          unit: 'share',
          explanation: '100 % for a record of at most 31 days, 70 % for an older one, 0 % without a record.',
        },
      ),
      one(
        'tag',
        word('boosted.cappedBy', 'Held down by', 'The hard rule that kept the score low.', 'No rule'),
      ),
    ],
  },
  scoring('statement', 'What the statements say'),
  reading,
]

/**
 * How each field of a result is displayed, by product: data, which the page, the PDF and other clients read. A field is shown in the
 * order of this list; `when` leaves a section out where its member is not there.
 */
export const displayTypes: Readonly<Record<ProductCode, readonly DisplaySection[]>> = {
  PA: [document],
  PAS: [combined, scoring('scoring', 'Result'), document],
  PARS: pars,
  P7: p7,
  P8: p8,
}
