import { accuracyOf, riskByCard, type RiskOf } from './accuracy.rules.js'
import type { Observation } from './discrimination.rules.js'
import { isotonicRisk, riskByStep } from './isotonic.rules.js'
import { fitPlatt, riskByPlatt } from './platt.rules.js'
import type { Selection } from './select-outcomes.js'

export const methods = ['platt', 'isotonic'] as const
export type Method = (typeof methods)[number]

/** With fewer outcomes than these, or fewer good or bad ones than `ofEach`, a curve would follow chance. */
export const outcomesForFit = { all: 200, ofEach: 20 } as const

const foldCount = 5

interface Curve {
  readonly riskOf: RiskOf
  readonly parameters: object
}

const curveOf = (method: Method, observations: readonly Observation[]): Curve => {
  if (method === 'platt') {
    const fit = fitPlatt(observations)
    const { shift, slope, hasConverged } = fit
    return {
      riskOf: (score) => riskByPlatt(fit, score),
      parameters: { shift: rounded(shift), slope: rounded(slope), hasConverged },
    }
  }
  const steps = isotonicRisk(observations)
  return {
    riskOf: (score) => riskByStep(steps, score),
    parameters: { steps: steps.map((step) => ({ ...step, risk: rounded(step.risk) })) },
  }
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0

/** The accuracy on outcomes that a curve was not fitted on: each fifth is judged by the curve of the other four. */
const unseenAccuracy = (method: Method, observations: readonly Observation[]) => {
  const folds = Array.from({ length: foldCount }, (_, fold) => {
    const riskOf = curveOf(
      method,
      observations.filter((_one, i) => i % foldCount !== fold),
    ).riskOf
    const unseen = observations.filter((_one, i) => i % foldCount === fold)
    return { count: unseen.length, ...accuracyOf(unseen, riskOf) }
  })
  const mean = (measure: 'brier' | 'logLoss'): number =>
    rounded(folds.reduce((sum, fold) => sum + fold.count * fold[measure], 0) / observations.length)
  return { brier: mean('brier'), logLoss: mean('logLoss') }
}

/**
 * Proposes risks for the scores of a card, fitted to the outcomes. No score changes until somebody publishes a card
 * with these risks.
 */
export const fitCalibration = (selection: Selection, method: Method, horizonDays: number | undefined) => {
  const { card, observations, from, to } = selection
  const { riskOf, parameters } = curveOf(method, observations)
  const stated = accuracyOf(observations, riskByCard)
  return {
    card,
    method,
    horizonDays: horizonDays ?? null,
    outcomes: {
      count: observations.length,
      bads: observations.filter(({ isBad }) => isBad).length,
      from,
      to,
    },
    ...parameters,
    accuracy: {
      card: { brier: rounded(stated.brier), logLoss: rounded(stated.logLoss) },
      fitOnUnseen: unseenAccuracy(method, observations),
    },
    risks: Array.from({ length: 11 }, (_, i) => ({
      score: i * 100,
      card: rounded(riskByCard(i * 100)),
      fit: rounded(riskOf(i * 100)),
    })),
  }
}
