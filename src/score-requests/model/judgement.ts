import * as z from 'zod'
import { bands } from '../../scoring-contract/result/judgement.js'

const { decision, riskBand } = bands

export type Decision = z.output<typeof decision>
type RiskBand = z.output<typeof riskBand>

/** What a result comes to. */
export interface Judgement {
  readonly decision: Decision | null
  readonly riskBand: RiskBand
  /** Codes, each once. */
  readonly reasons: readonly string[]
}

const reasonsMax = 20

const judged = z
  .looseObject({
    decision: decision.nullish().catch(null),
    riskBand: riskBand.nullish().catch(null),
    reasonCodes: z.array(z.looseObject({ code: z.string().regex(/^[\w.:-]{1,32}$/) })).catch([]),
  })
  .nullish()
  .catch(null)

/** In the order in which they stand for the whole: P8 has all but `scoring`. */
const sections = ['boosted', 'scoring', 'statement', 'enhanced'] as const

/** What the `data` of a body says, in words of the contract: whatever else a service says there is not told on. */
export const judgementIn = (data: Readonly<Record<string, unknown>>): Judgement => {
  const whole = judged.parse(data)
  const section = sections.flatMap((name) => judged.parse(data[name]) ?? [])[0]
  const reasons = whole?.reasonCodes.length ? whole.reasonCodes : (section?.reasonCodes ?? [])
  return {
    decision: whole?.decision ?? section?.decision ?? null,
    riskBand: section?.riskBand ?? null,
    reasons: [...new Set(reasons.map(({ code }) => code))].slice(0, reasonsMax),
  }
}

/** Of the bodies of one request: the last that decides is about all of its documents. */
export const judgementOf = (bodies: readonly Judgement[]): Judgement =>
  bodies.findLast((body) => body.decision !== null) ??
  bodies.at(-1) ?? { decision: null, riskBand: null, reasons: [] }
