/**
 * A version of a product in a history: there is a usual one, a taxed one, one with automatic payout, and one with a
 * year of 360 days.
 */
export interface ProductFacts {
  readonly code: string
  readonly version: number
  readonly termMonths: number
  readonly rate: string
  readonly earlyRate: string
  readonly minAmount: string
  readonly maxBalance: string
  readonly currency: string
  readonly holdHours: number
  readonly tax?: string
  readonly dayCount?: 'ACT_365F' | 'ACT_360'
  readonly maturityInstruction?: 'HOLD' | 'AUTO_PAYOUT'
  /** False in a version that takes the product off sale. */
  readonly onSale?: boolean
  /** The first date on which this version is valid. */
  readonly onSaleFrom?: string | null
}

/** The version on sale on a date of the market; undefined if there is none. */
export const productOn = (
  products: readonly ProductFacts[],
  code: string,
  today: string,
): ProductFacts | undefined => {
  const begun = products.filter(
    (each) => each.code === code && (each.onSaleFrom == null || each.onSaleFrom <= today),
  )
  const latest = begun.reduce<ProductFacts | undefined>(
    (best, next) => (best && best.version > next.version ? best : next),
    undefined,
  )
  return latest?.onSale === false ? undefined : latest
}

const usual = {
  version: 1,
  earlyRate: '1.00',
  minAmount: '1000',
  maxBalance: '200000',
  currency: 'XAF',
  holdHours: 48,
}

export const productsOf = (): readonly ProductFacts[] => [
  { ...usual, code: 'LOCK1M', termMonths: 1, rate: '3.00' },
  { ...usual, code: 'LOCK3M', termMonths: 3, rate: '4.50' },
  { ...usual, code: 'TAXED1M', termMonths: 1, rate: '7.25', tax: '16.50' },
  {
    ...usual,
    code: 'AUTO2M',
    termMonths: 2,
    rate: '5.50',
    maturityInstruction: 'AUTO_PAYOUT',
    dayCount: 'ACT_360',
  },
]
