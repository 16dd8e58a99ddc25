import type { Observation } from './discrimination.rules.js'

/** Neighbouring scores with the same observed risk. */
export interface RiskStep {
  /** The lowest and the highest observed score of the step. */
  readonly from: number
  readonly to: number
  readonly count: number
  readonly bads: number
  readonly risk: number
}

const merge = (a: RiskStep, b: RiskStep): RiskStep => {
  const [count, bads] = [a.count + b.count, a.bads + b.bads]
  return { from: a.from, to: b.to, count, bads, risk: bads / count }
}

/** Whole numbers over the common denominator, so that nothing is rounded. */
const isRiskier = (a: RiskStep, b: RiskStep): boolean => a.bads * b.count > b.bads * a.count

/**
 * The risk by score that fits the observations best and never rises with the score, by pooling neighbours that violate
 * the order (PAV). The lowest score comes first; the risks strictly fall from step to step.
 */
export const isotonicRisk = (observations: readonly Observation[]): RiskStep[] => {
  const stepsByScore = new Map<number, RiskStep>()
  for (const { score, isBad } of observations) {
    const known = stepsByScore.get(score)
    const one = { from: score, to: score, count: 1, bads: isBad ? 1 : 0, risk: isBad ? 1 : 0 }
    stepsByScore.set(score, known ? merge(known, one) : one)
  }
  const steps: RiskStep[] = []
  for (const step of [...stepsByScore.values()].sort((a, b) => a.from - b.from)) {
    let last = step
    for (let before = steps.at(-1); before && !isRiskier(before, last); before = steps.at(-1)) {
      steps.pop()
      last = merge(before, last)
    }
    steps.push(last)
  }
  return steps
}

/**
 * The risk of any score; `steps` must not be empty. Within a step it is the risk of the step, between two steps it is
 * interpolated linearly; below the first and above the last step it is the risk of that step.
 */
export const riskByStep = (steps: readonly RiskStep[], score: number): number => {
  const after = steps.findIndex(({ to }) => score <= to)
  if (after < 0) return (steps.at(-1) as RiskStep).risk
  const step = steps[after] as RiskStep
  const before = steps[after - 1]
  if (score >= step.from || !before) return step.risk
  const way = (score - before.to) / (step.from - before.to)
  return before.risk + way * (step.risk - before.risk)
}
