import type { FeatureName } from './card.rules.js'
import type { ScoredFeature } from './points.rules.js'

/** What a lender can do about each reason: fixed sentences, so that the same reasons always read the same. */
const advice: Readonly<Record<FeatureName, string>> = {
  incomeRegularity: 'Align instalments with the days on which income arrives.',
  incomeVolatility: 'Size the instalment by the weaker months.',
  netCashRatio: 'Keep the amount small until something is left at the end of the month.',
  daysOfCover: 'Prefer a shorter tenor with small instalments.',
  lowBalanceShare: 'Collect on the day on which income arrives.',
  overdraftShare: 'Ask that the overdraft be settled before money is paid out.',
  debtService: 'Reduce the limit by the instalments that already run.',
  repaid: 'Ask for proof that earlier loans are repaid.',
  lenders: 'Check other lenders at the credit bureau.',
  betting: 'Pay out to a supplier instead of the wallet, and review monthly.',
  activeDays: 'Ask for statements of the other accounts in use.',
  fullMonths: 'Ask for a statement of at least six months.',
  utilityMonths: 'Ask for a recent utility bill.',
  netSaving: 'Offer a savings plan beside the loan.',
  incomeTrend: 'Verify the present source of income.',
}

export const mitigationBlock = (
  reasons: readonly ScoredFeature[],
  isThin: boolean,
  isValid: boolean,
): string => {
  if (isThin) return 'Ask for a longer statement: there is too little to judge by.'
  const first = isValid ? [] : ['Do not lend on these statements: ask for an original from the issuer.']
  const sentences = [...first, ...reasons.map(({ characteristic }) => advice[characteristic.name])]
  return sentences.length === 0 ? 'No particular measure is needed.' : sentences.join(' ')
}
