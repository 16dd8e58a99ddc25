import type { ClassifiedRow } from '../../../src/scoring-service/card/rows/classify.rules.js'
import { dayOf, type Dossier } from '../../../src/scoring-service/card/rows/dossier.rules.js'
import { factsOf, type Facts } from '../../../src/scoring-service/card/features/features.rules.js'
import { nextReceipt } from '../rows.js'

/** A classified row with the given members; `at` is a day or an instant, amounts are in hundredths. */
export interface Wish extends Partial<Omit<ClassifiedRow, 'row'>> {
  readonly at: string
  readonly in?: number
  readonly out?: number
  /** The printed balance after the row. */
  readonly after?: number | null
  readonly receipt?: string
}

const secondsOf = (at: string): number =>
  Date.parse(`${at.length === 10 ? `${at} 12:00:00` : at}Z`.replace(' ', 'T')) / 1000

export const read = ({ at, in: paidIn = 0, out: paidOut = 0, after = null, receipt, ...wish }: Wish) => {
  const date = at.slice(0, 10)
  const row: ClassifiedRow = {
    kind: paidIn > 0 ? 'otherIn' : 'otherOut',
    category: 'others',
    counterparty: '',
    sector: null,
    brand: null,
    lender: null,
    spending: null,
    ambiguous: false,
    onOverdraft: false,
    recognised: true,
    isIssuersWording: true,
    completed: true,
    seconds: secondsOf(at),
    date,
    month: date.slice(0, 7),
    day: dayOf(date),
    reversed: false,
    chargeOf: null,
    charges: 0,
    netted: 0,
    isIncome: false,
    row: {
      rowIndex: 0,
      receiptNumber: receipt ?? nextReceipt(),
      completionTime: at.length === 10 ? `${at} 12:00:00` : at,
      details: '',
      paidIn,
      paidOut,
      balance: after,
      transactionStatus: 'Completed',
      transactionDate: null,
      valueDate: null,
      transactionType: null,
      otherParty: null,
    },
    ...wish,
  }
  return row
}

/** The dossier of one account with these rows and the given differences. */
export const dossierWith = (
  period: readonly [from: string, to: string],
  rows: readonly ClassifiedRow[],
  told: Partial<Dossier> = {},
): Dossier => {
  const days = [{ first: dayOf(period[0]), last: dayOf(period[1]) }]
  return {
    accounts: [{ type: 'WALLET_STATEMENT', issuer: 'M-PESA', rows }],
    counted: rows,
    flows: rows,
    covered: days,
    mainCovered: days,
    currency: 'KES',
    currencyProblem: null,
    documents: [],
    disagreeing: [],
    reconciliation: { groups: 0, agreeing: 0 },
    ...told,
  }
}

export const factsWith = (
  period: readonly [from: string, to: string],
  rows: readonly ClassifiedRow[],
  told: Partial<Dossier> = {},
): Facts => factsOf(dossierWith(period, rows, told))

/** A row with the given members in each of the months. */
export const eachMonth = (months: readonly string[], wish: Omit<Wish, 'at'>): ClassifiedRow[] =>
  months.map((month) => read({ at: `${month}-10`, ...wish }))
