/** A characteristic of a score, described precisely enough to compute the same number from a statement. */
export interface CharacteristicDescription {
  readonly title: string
  readonly formula: string
  readonly unit: 'share' | 'number'
}

/** The characteristics that give a score its points, by their names on the wire, in the order of the published table. */
export const characteristics = {
  incomeRegularity: {
    title: 'Income regularity',
    formula:
      'months whose income plus own money at their start (balance and savings less debt) reach half of the usual cost of living (median of the months up to then) / months used',
    unit: 'share',
  },
  incomeShortfall: {
    title: 'Income shortfall',
    formula:
      'root mean square over the months used of (usual cost of living - income - own money at the start of the month, at least 0) / usual cost of living (median of the months up to then)',
    unit: 'number',
  },
  netCashRatio: {
    title: 'Net cash',
    formula:
      '(inflow - cost of living - price of debt) / inflow, without loans, savings and money that only goes round',
    unit: 'share',
  },
  daysOfCover: {
    title: 'Days of cover',
    formula:
      'mean over the days of (end-of-day balance - 1.25 x what is owed) / mean cost of living of a day',
    unit: 'number',
  },
  lowBalanceShare: {
    title: 'Days with a low balance',
    formula:
      'days that end with (balance - 1.25 x what is owed) below 100 (francs: 500) or below a tenth of the mean cost of living of a day / days covered',
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
      '(loan repayments and overdraft fees of the last three months used + 1.25 x what is still owed) / 3 / dependable monthly income',
    unit: 'share',
  },
  repaid: {
    title: 'Loans repaid',
    formula: 'repaid / (repaid + still owed of loans older than 45 days)',
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
    title: 'Full months',
    formula: 'calendar months of which the main account lacks at most three days',
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
      '(income of the last three months used + own money at their start) / (3 x the usual cost of living of the months before)',
    unit: 'number',
  },
} as const satisfies Readonly<Record<string, CharacteristicDescription>>
