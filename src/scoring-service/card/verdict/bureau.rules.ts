import type { BureauReport } from '../../model/bureau.js'
import { bureauReadingOf, type BureauReading } from './bureau-reading.rules.js'
import { clampScore, insufficientData } from './scale.rules.js'

/**
 * Why a score is not higher. Reasons are shown to the person, so each names something that people can know, and change
 * or contest.
 */
export interface ShownReason {
  readonly code: string
  readonly text: string
  readonly characteristic: string
  readonly value: number | boolean | string | null
}

export interface BureauFeature {
  readonly name: string
  readonly value: number | null
  readonly points: number
}

export interface ReportScore {
  /** 0 to 1000, or -1. */
  readonly score: number
  readonly reading: BureauReading
  readonly features: readonly BureauFeature[]
  /** At most four: a fraud and written-off loans first, then what cost the most points. */
  readonly reasonCodes: readonly ShownReason[]
  /** The cap that lowered the score, or that gave a score to a report without accounts. */
  readonly cappedBy: BureauCap | null
}

/** The version of the bureau card. Any change of its scores or reason codes needs a new one. */
export const bureauCard = { id: 'bc-2026.2', version: '2026.2', calibration: 'expert' } as const

type Points = (value: number) => number

/** If less is better: the points of the first limit that the value does not exceed. */
const atMost =
  (bins: readonly (readonly [limit: number, points: number])[], beyond: number): Points =>
  (value) =>
    bins.find(([limit]) => value <= limit)?.[1] ?? beyond

/** If more is better: the points of the first limit that the value reaches, from the highest. */
const atLeast =
  (bins: readonly (readonly [limit: number, points: number])[], below: number): Points =>
  (value) =>
    bins.find(([limit]) => value >= limit)?.[1] ?? below

interface Characteristic {
  readonly name: Exclude<keyof BureauReading, 'hasFraud' | 'longDefault' | 'writtenOffAccounts'>
  readonly bestPoints: number
  readonly points: Points
  readonly code: string
  readonly text: string
}

const daysPerYear = 365

/** The bureau card. Each characteristic is monotone; an unknown one gives no points and no reason. */
const characteristics: readonly Characteristic[] = [
  {
    name: 'worstArrearsDays',
    bestPoints: 80,
    points: atMost(
      [
        [0, 80],
        [30, -20],
        [90, -120],
      ],
      -250,
    ),
    code: 'B01',
    text: 'A loan is in arrears',
  },
  {
    name: 'openNonPerforming',
    bestPoints: 40,
    points: (open) => (open === 0 ? 40 : -120 * open),
    code: 'B02',
    text: 'Open accounts are reported as not performing',
  },
  {
    name: 'closedPerforming',
    bestPoints: 40,
    points: atLeast([[5, 40]], 0),
    code: 'B03',
    text: 'Few loans have been repaid in full',
  },
  {
    name: 'enquiries90Days',
    bestPoints: 15,
    points: atMost(
      [
        [1, 15],
        [4, 0],
      ],
      -60,
    ),
    code: 'B04',
    text: 'Many lenders asked about credit in the last 90 days',
  },
  {
    name: 'bouncedCheques12Months',
    bestPoints: 10,
    points: atMost(
      [
        [0, 10],
        [2, -40],
      ],
      -100,
    ),
    code: 'B05',
    text: 'Cheques bounced in the last 12 months',
  },
  {
    name: 'creditAgeDays',
    bestPoints: 30,
    points: atLeast(
      [
        [5 * daysPerYear, 30],
        [2 * daysPerYear, 15],
        [daysPerYear, 0],
      ],
      -20,
    ),
    code: 'B06',
    text: 'The credit history is short',
  },
  {
    name: 'utilisation',
    bestPoints: 20,
    points: atMost(
      [
        [0.3, 20],
        [0.7, 0],
        [0.9, -20],
      ],
      -40,
    ),
    code: 'B07',
    text: 'Much of what was borrowed is still owed',
  },
]

export type BureauCap = 'FRAUD_REPORTED' | 'LONG_DEFAULT'

/** The highest score under each cap, whatever the points. 199 is high risk, 399 is band C. */
const caps: Readonly<Record<BureauCap, number>> = { FRAUD_REPORTED: 199, LONG_DEFAULT: 399 }

/** The strictest cap that applies to a report. */
export const capOf = ({ hasFraud, longDefault }: BureauReading): BureauCap | null => {
  if (hasFraud) return 'FRAUD_REPORTED'
  return longDefault ? 'LONG_DEFAULT' : null
}

const codesOfCap: Readonly<Record<BureauCap, readonly string[]>> = {
  FRAUD_REPORTED: ['B00'],
  LONG_DEFAULT: ['B09', 'B01'],
}

/** The reasons of a score that explain its cap. */
export const reasonsOfCap = (cap: BureauCap, reasons: readonly ShownReason[]): readonly ShownReason[] =>
  reasons.filter(({ code }) => codesOfCap[cap].includes(code))

/**
 * The score under a cap. A score of -1 becomes the largest score under the cap: a reported fraud is certain even if nothing
 * else is known.
 */
export const capScore = (score: number, cap: BureauCap | null): number => {
  if (cap === null) return score
  return score === insufficientData ? caps[cap] : Math.min(score, caps[cap])
}

/** More reasons are unlikely to help anyone (docs/design/scoring-service.md#reasons). */
const reasonsMax = 4
const anchor = 500

const reasonsOf = (reading: BureauReading): ShownReason[] => {
  const fraud = { code: 'B00', text: 'A fraud is reported', characteristic: 'hasFraud', value: true }
  const writtenOff = {
    code: 'B09',
    text: 'A loan was written off',
    characteristic: 'writtenOffAccounts',
    value: reading.writtenOffAccounts,
  }
  const missed = characteristics.flatMap(({ name, bestPoints, points, code, text }) => {
    const value = reading[name]
    if (value === null) return []
    const distance = bestPoints - points(value)
    return distance === 0 ? [] : [{ distance, reason: { code, text, characteristic: name, value } }]
  })
  const heaviest = missed.sort((a, b) => b.distance - a.distance).map(({ reason }) => reason)
  const first = [
    ...(reading.hasFraud ? [fraud] : []),
    ...(reading.writtenOffAccounts > 0 ? [writtenOff] : []),
  ]
  return [...first, ...heaviest].slice(0, reasonsMax)
}

/**
 * The score of a report: 500 + points. The points are those of the common scale: ln(odds) = ln(19) + points /
 * `scaleFactor`. A report without accounts does not show how the person pays: it scores -1, unless a cap applies.
 */
export const scoreReport = (report: BureauReport, asOf: Date): ReportScore => {
  const reading = bureauReadingOf(report, asOf)
  const features = characteristics.map(({ name, points }) => {
    const value = reading[name]
    return { name, value, points: value === null ? 0 : points(value) }
  })
  const isThin = report.accounts.length === 0
  const total = features.reduce((sum, { points }) => sum + points, anchor)
  const uncapped = isThin ? insufficientData : clampScore(total)
  const cap = capOf(reading)
  const score = capScore(uncapped, cap)
  return {
    score,
    reading,
    features: isThin ? [] : features,
    reasonCodes: score === insufficientData ? [] : reasonsOf(reading),
    cappedBy: score === uncapped ? null : cap,
  }
}
