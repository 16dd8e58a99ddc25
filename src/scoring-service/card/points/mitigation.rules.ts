import type { Reason } from './points.rules.js'
import type { Obstacle } from '../verdict/verdict.rules.js'

/** What a lender can do about each reason: fixed sentences, so that the same reasons always read the same. */
const advice: Readonly<Record<Reason['characteristic']['name'], string>> = {
  incomeRegularity: 'Align instalments with the days on which income arrives.',
  incomeShortfall: 'Size the instalment by the weaker months.',
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
  netSaving: 'Offer a savings plan beside the loan.',
  recentIncome: 'Verify the present source of income.',
  shortHistory: 'Ask for a statement of at least six months.',
  gaps: 'Ask for the days that the statements leave out.',
  stale: 'Ask for a statement of the last twelve months that ends this month.',
}

const askForOriginal = 'Do not lend on these statements: ask for an original from the issuer.'

type ByObstacle = Readonly<Partial<Record<Obstacle, string>>>

/** For these obstacles this is the only advice. */
const onlyMeasure: ByObstacle = {
  INVALID_DOCUMENT: askForOriginal,
  THIN_FILE: 'Ask for a longer statement: there is too little to judge by.',
  CURRENCY: 'Ask for statements of one currency that the card has tables for.',
}

/** For these obstacles this advice comes before all other advice. */
const firstMeasure: ByObstacle = { UNVERIFIED_DOCUMENT: askForOriginal, DOCUMENTS_DISAGREE: askForOriginal }

export const mitigationBlock = (reasons: readonly Reason[], obstacle: Obstacle | null): string => {
  const only = obstacle && onlyMeasure[obstacle]
  if (only) return only
  const first = obstacle && firstMeasure[obstacle]
  const sentences = [
    ...(first ? [first] : []),
    ...reasons.map(({ characteristic }) => advice[characteristic.name]),
  ]
  return sentences.length === 0 ? 'No particular measure is needed.' : sentences.join(' ')
}
