import { card, type FeatureName, type ScoreCharacteristic } from './card.rules.js'
import { scored, type Scored } from './characteristic.rules.js'
import type { Facts, Features } from './features.rules.js'
import { clampScore, insufficientData } from './scale.rules.js'

export interface ScoredFeature extends Scored<FeatureName> {
  readonly characteristic: ScoreCharacteristic
}

const baseScore = 500
const reasonsMax = 4

const thin = { rows: 30, activeDays: 10, days: 30 }

/** A short history may be a good one, but it does not show it: each line is a largest score below a number of full months. */
export const depthCaps: readonly { readonly belowMonths: number; readonly scoreMax: number }[] = [
  { belowMonths: 3, scoreMax: 499 },
  { belowMonths: 6, scoreMax: 799 },
]

/** The points of all characteristics, in the order of the card. */
export const pointsOf = (features: Features): readonly ScoredFeature[] =>
  card.map((characteristic) => ({ ...scored(characteristic, features[characteristic.name]), characteristic }))

/** Too few rows, days of use or days at all to say anything. */
export const isThinFile = ({ dossier, activeDayCount, calendar }: Facts): boolean =>
  dossier.counted.length < thin.rows || activeDayCount < thin.activeDays || calendar.days < thin.days

/** The largest score that the depth of the history allows. */
export const scoreMaxOf = ({ calendar }: Facts): number =>
  depthCaps.find(({ belowMonths }) => calendar.fullMonths < belowMonths)?.scoreMax ?? Infinity

/** What holds a score down although its points would carry it further. */
export const isHeldByDepth = (facts: Facts, features: readonly ScoredFeature[]): boolean =>
  clampScore(baseScore + shortTermPoints(features)) > scoreMaxOf(facts)

/** `points` on top of 500, within 0 to 1000 and the cap of a short history; -1 for a thin file. */
export const scoreOf = (points: number, facts: Facts): number =>
  isThinFile(facts) ? insufficientData : Math.min(clampScore(baseScore + points), scoreMaxOf(facts))

export const shortTermPoints = (features: readonly ScoredFeature[]): number =>
  features.reduce((total, { points }) => total + points, 0)

/** How loans are paid, which a bureau tells of too. */
const ofDebt: ReadonlySet<FeatureName> = new Set<FeatureName>(['debtService', 'repaid', 'lenders'])

export const shortTermDebtPoints = (features: readonly ScoredFeature[]): number =>
  shortTermPoints(features.filter(({ characteristic }) => ofDebt.has(characteristic.name)))

export const genericPoints = (features: readonly ScoredFeature[]): number =>
  // Weights are tenths: as integers they add up exactly, whatever the order.
  features.reduce(
    (total, { points, characteristic }) => total + points * Math.round(characteristic.genericWeight * 10),
    0,
  ) / 10

/** What cost most points, at most four, only where points were lost (research/scoring 7.6); equal losses by the card's order. */
export const reasonsOf = (features: readonly ScoredFeature[]): readonly ScoredFeature[] =>
  features
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, reasonsMax)

/** How much there is to see, and not what it shows. */
const ofDepth: ReadonlySet<FeatureName> = new Set<FeatureName>(['activeDays', 'fullMonths'])

/**
 * The reasons of the short-term score. What the cap of a short history takes is lost by the history: whoever is held down by
 * it must read so. A thin file is no bad one: of it is only said what is missing.
 */
export const shortTermReasons = (
  features: readonly ScoredFeature[],
  facts: Facts,
): readonly ScoredFeature[] => {
  if (isThinFile(facts)) {
    return reasonsOf(features.filter(({ characteristic }) => ofDepth.has(characteristic.name)))
  }
  const held = Math.max(0, clampScore(baseScore + shortTermPoints(features)) - scoreMaxOf(facts))
  return reasonsOf(
    features.map((feature) =>
      feature.characteristic.name === 'fullMonths' ? { ...feature, lost: feature.lost + held } : feature,
    ),
  )
}
