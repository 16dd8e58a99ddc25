import { card, type FeatureName, type ScoreCharacteristic } from './card.rules.js'
import { scoreCharacteristic, type ScoredCharacteristic } from './characteristic.rules.js'
import type { Facts, Features } from '../features/features.rules.js'
import { isCompleted } from '../rows/classify.rules.js'
import { dayOf } from '../rows/dossier.rules.js'
import { clampScore, insufficientData } from '../verdict/scale.rules.js'
import type { ParsedStatement } from '../../model/statement.js'

export interface ScoredFeature extends ScoredCharacteristic<FeatureName> {
  readonly characteristic: ScoreCharacteristic
}

const baseScore = 500
const reasonsMax = 4

const thinBelow = { rows: 30, activeDays: 10, days: 30 }

/** The largest score for fewer full months than `belowMonths`: a short history cannot prove a good score. */
export const shortHistoryCaps: readonly { readonly belowMonths: number; readonly scoreMax: number }[] = [
  { belowMonths: 3, scoreMax: 499 },
  { belowMonths: 6, scoreMax: 799 },
]

const gapDaysMax = 3
const ageDaysMax = 45

/**
 * The caps for statements that are too short, have gaps or are too old. Of several caps the lowest one applies, of
 * equal ones the first.
 */
export type CapName = 'shortHistory' | 'gaps' | 'stale'

/** The names of the caps in results (`cappedBy`). */
export const capCodes = {
  shortHistory: 'SHORT_HISTORY',
  gaps: 'GAPS',
  stale: 'STALE',
} as const satisfies Record<CapName, string>
export type CapCode = (typeof capCodes)[CapName]

/** The top of band B, so that the decision is at most an approval with conditions. */
const unprovenScoreMax = 599

interface Cap {
  readonly name: CapName
  readonly scoreMax: number
}

/** A reason: a characteristic of the card, or something that is missing in the statements. */
export interface Reason {
  readonly characteristic: {
    readonly name: FeatureName | CapName | 'activeDays'
    readonly reason: { readonly code: string; readonly text: string }
  }
  readonly value: number | null
  /** How many points are lost against the best value. */
  readonly lost: number
}

const missingDataReasons = {
  gaps: { code: 'R16', text: 'The statements leave out days or months inside their span' },
  stale: { code: 'R17', text: 'The statements end more than 45 days before the request' },
  activeDays: { code: 'R11', text: 'There are too few transactions, or too few days with any' },
} as const

/** The points of all characteristics, in the order of the card. */
export const pointsOf = (features: Features): readonly ScoredFeature[] =>
  card.map((characteristic) => ({
    ...scoreCharacteristic(characteristic, features[characteristic.name]),
    characteristic,
  }))

const isTooLittle = (found: typeof thinBelow): boolean =>
  found.rows < thinBelow.rows || found.activeDays < thinBelow.activeDays || found.days < thinBelow.days

/** Whether there is too little to score: too few rows, too few days with rows, or too few covered days. */
export const isThinFile = ({ dossier, activeDayCount, calendar }: Facts): boolean =>
  isTooLittle({ rows: dossier.counted.length, activeDays: activeDayCount, days: calendar.coveredDays })

/**
 * Whether a single statement has too few rows, too few days with rows, or covers too few days. For products without a
 * score: their rows are counted but not classified.
 */
export const isThinStatement = ({ rows, period }: Pick<ParsedStatement, 'rows' | 'period'>): boolean => {
  const completed = rows.filter(({ transactionStatus }) => isCompleted(transactionStatus))
  const activeDays = new Set(completed.map(({ completionTime }) => completionTime.slice(0, 10))).size
  return isTooLittle({
    rows: completed.length,
    activeDays,
    days: dayOf(period.to) - dayOf(period.from) + 1,
  })
}

const hasGaps = ({ gapDays, emptyMonths }: Facts): boolean => gapDays > gapDaysMax || emptyMonths > 0

/** The caps that apply, the lowest first, including caps above the score. */
export const capsOf = (facts: Facts): readonly Cap[] => {
  const short = shortHistoryCaps.find(({ belowMonths }) => facts.calendar.fullMonths < belowMonths)
  const caps: (Cap | false)[] = [
    short !== undefined && { name: 'shortHistory', scoreMax: short.scoreMax },
    hasGaps(facts) && { name: 'gaps', scoreMax: unprovenScoreMax },
    facts.ageDays > ageDaysMax && { name: 'stale', scoreMax: unprovenScoreMax },
  ]
  return caps.filter((cap) => cap !== false).sort((a, b) => a.scoreMax - b.scoreMax)
}

/** The largest score that the caps allow. */
const scoreMaxOf = (facts: Facts): number => capsOf(facts)[0]?.scoreMax ?? Infinity

/** `points` on top of 500, within 0 to 1000 and the caps; -1 for a thin file. */
export const scoreOf = (points: number, facts: Facts): number =>
  isThinFile(facts) ? insufficientData : Math.min(clampScore(baseScore + points), scoreMaxOf(facts))

export const shortTermPoints = (features: readonly ScoredFeature[]): number =>
  features.reduce((total, { points }) => total + points, 0)

/** Characteristics of how loans are paid, which a bureau reports too. */
const debtFeatures: ReadonlySet<FeatureName> = new Set<FeatureName>(['debtService', 'repaid', 'lenders'])

export const shortTermDebtPoints = (features: readonly ScoredFeature[]): number =>
  shortTermPoints(features.filter(({ characteristic }) => debtFeatures.has(characteristic.name)))

/** The caps that lowered the short-term score, the lowest first; none for a thin file. */
export const effectiveCaps = (features: readonly ScoredFeature[], facts: Facts): readonly CapName[] => {
  if (isThinFile(facts)) return []
  const score = clampScore(baseScore + shortTermPoints(features))
  return capsOf(facts)
    .filter(({ scoreMax }) => scoreMax < score)
    .map(({ name }) => name)
}

export const genericPoints = (features: readonly ScoredFeature[]): number =>
  // Weights are tenths: as integers they add up exactly, in any order.
  features.reduce(
    (total, { points, characteristic }) => total + points * Math.round(characteristic.genericWeight * 10),
    0,
  ) / 10

/**
 * The reasons that cost the most points, at most four and only if points were lost
 * (docs/design/scoring-service.md#reasons). Equal losses are in the order of the card.
 */
export const reasonsOf = <R extends { readonly lost: number }>(reasons: readonly R[]): readonly R[] =>
  reasons
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, reasonsMax)

/**
 * The reasons of the short-term score. Points lost to the cap of a short history are added to the reason for it. Gaps and
 * old statements are reasons whenever their caps apply, even if the score is below the cap. For a thin file only what is
 * missing is listed.
 */
export const shortTermReasons = (features: readonly ScoredFeature[], facts: Facts): readonly Reason[] => {
  const history = features.filter(({ characteristic }) => characteristic.name === 'fullMonths')
  if (isThinFile(facts)) {
    const activeDays: Reason = {
      characteristic: { name: 'activeDays', reason: missingDataReasons.activeDays },
      value: facts.activeDayCount,
      lost:
        facts.dossier.counted.length < thinBelow.rows || facts.activeDayCount < thinBelow.activeDays ? 1 : 0,
    }
    return reasonsOf([...history, activeDays])
  }
  const score = clampScore(baseScore + shortTermPoints(features))
  const lostToCap = (name: CapName): number => {
    const cap = capsOf(facts).find((each) => each.name === name)
    return cap === undefined ? 0 : Math.max(name === 'shortHistory' ? 0 : 1, score - cap.scoreMax)
  }
  const lacks = (
    [
      ['gaps', facts.gapDays],
      ['stale', facts.ageDays],
    ] as const
  ).map(([name, value]): Reason => ({
    characteristic: { name, reason: missingDataReasons[name] },
    value,
    lost: lostToCap(name),
  }))
  const lostByLack = lacks.filter(({ lost }) => lost > 0)
  const ofPoints = features.map((feature) =>
    feature.characteristic.name === 'fullMonths'
      ? { ...feature, lost: feature.lost + lostToCap('shortHistory') }
      : feature,
  )
  return [...lostByLack, ...reasonsOf<Reason>(ofPoints)].slice(0, reasonsMax)
}
