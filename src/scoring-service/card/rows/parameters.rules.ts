/** Amounts of the card that depend on a currency, in hundredths of its unit. */
export interface CardParameters {
  /** A day has a low balance if it ends below this amount, even if the person spends little. */
  readonly lowBalance: number
  /** Instalments are rounded down to a multiple of this. */
  readonly instalmentStep: number
  readonly limitStep: number
}

const shilling: CardParameters = { lowBalance: 100_00, instalmentStep: 10_00, limitStep: 100_00 }
const franc: CardParameters = { lowBalance: 500_00, instalmentStep: 50_00, limitStep: 500_00 }

const byCurrency: ReadonlyMap<string | null, CardParameters> = new Map([
  ['KES', shilling],
  ['XAF', franc],
  ['XOF', franc],
])

/** Whether the card can judge amounts of a currency. */
export const hasTables = (currency: string): boolean => byCurrency.has(currency)

/** Amounts in a currency without tables are shown but not judged, so any parameters may be used for them. */
export const parametersOf = (currency: string | null): CardParameters => byCurrency.get(currency) ?? shilling
