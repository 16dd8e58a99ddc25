/** A characteristic of a score, described precisely enough to compute the same number from a statement. */
export interface Measured {
  readonly title: string
  readonly formula: string
  readonly unit: 'share' | 'number'
}

/** The characteristics that give a score its points, by their names on the wire, in the order of the published table. */
export const characteristics = {
  incomeRegularity: {
    title: 'Income regularity',
    formula:
      'months used whose income and own money from before reach half of the usual cost of living until then / months used',
    unit: 'share',
  },
  incomeShortfall: {
    title: 'Income shortfall',
    formula:
      'root of the mean square of what a month lacks of the usual cost of living until then, as a share of it; income and own money from before count',
    unit: 'number',
  },
  netCashRatio: {
    title: 'Net cash',
    formula:
      '(inflow - cost of living - price of debt) / inflow, without loans, savings and what only goes round',
    unit: 'share',
  },
  daysOfCover: {
    title: 'Days of cover',
    formula: 'average end-of-day balance, less what is owed / mean cost of living of a day',
    unit: 'number',
  },
  lowBalanceShare: {
    title: 'Days with a low balance',
    formula: 'days that end with a low balance, less what is owed / days covered',
    unit: 'share',
  },
  overdraftShare: {
    title: 'Days with overdraft',
    formula: 'days on which the overdraft was drawn (or a bank balance was below zero) / days covered',
    unit: 'share',
  },
  debtService: {
    title: 'Debt service',
    formula:
      'monthly loan repayments and overdraft fees of the last three months used, and what is still owed / dependable monthly income',
    unit: 'share',
  },
  repaid: {
    title: 'Loans repaid',
    formula: 'repaid of what was lent / (that + what is owed of loans older than 45 days)',
    unit: 'share',
  },
  lenders: {
    title: 'Lenders',
    formula: 'distinct lenders that lent in the last 90 days',
    unit: 'number',
  },
  betting: {
    title: 'Betting',
    formula: 'betting stakes / income',
    unit: 'share',
  },
  fullMonths: {
    title: 'Depth',
    formula: 'calendar months that the main account covers but for three days at most',
    unit: 'number',
  },
  netSaving: {
    title: 'Net saving',
    formula: '(paid into savings - withdrawn from savings - owed) / cost of living; 0 without income',
    unit: 'share',
  },
  recentIncome: {
    title: 'Recent income',
    formula:
      'income of the last three months used and own money from before them / three times the usual cost of living of the months before',
    unit: 'number',
  },
} as const satisfies Readonly<Record<string, Measured>>
