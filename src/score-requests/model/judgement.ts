import * as z from 'zod'
import { bands } from '../../scoring-contract/result/judgement.js'
import type { ProductCode } from '../../scoring-contract/words.js'

const { decision, riskBand } = bands

export type Decision = z.output<typeof decision>
type RiskBand = z.output<typeof riskBand>

/** The decision, band and reasons of a result. */
export interface Judgement {
  readonly decision: Decision | null
  readonly riskBand: RiskBand
  /** Codes, without duplicates. */
  readonly reasons: readonly string[]
}

const reasonsMax = 20

const judgementSchema = z
  .looseObject({
    decision: decision.nullish().catch(null),
    riskBand: riskBand.nullish().catch(null),
    reasonCodes: z.array(z.looseObject({ code: z.string().regex(/^[\w.:-]{1,32}$/) })).catch([]),
  })
  .nullish()
  .catch(null)

/**
 * The sections that may contain the judgement of the whole result; the first one that the body has counts. P8 has all but
 * `scoring`.
 */
const sections = ['boosted', 'scoring', 'statement', 'enhanced'] as const

/** The judgement in the `data` of a body, reduced to what the contract defines. */
export const judgementIn = (data: Readonly<Record<string, unknown>>): Judgement => {
  const whole = judgementSchema.parse(data)
  const section = sections.flatMap((name) => judgementSchema.parse(data[name]) ?? [])[0]
  const reasons = whole?.reasonCodes.length ? whole.reasonCodes : (section?.reasonCodes ?? [])
  return {
    decision: whole?.decision ?? section?.decision ?? null,
    riskBand: section?.riskBand ?? null,
    reasons: [...new Set(reasons.map(({ code }) => code))].slice(0, reasonsMax),
  }
}

const noJudgement: Judgement = { decision: null, riskBand: null, reasons: [] }

const decisionsOfPa: readonly (string | null)[] = [null, 'INSUFFICIENT_DATA', 'REFER', 'DECLINE']

/** The rank of a decision on a document of PA; the most severe decision has the highest. */
export const severityInPa = (decision: string | null): number => decisionsOfPa.indexOf(decision)

/**
 * The judgement of a request. PA judges each document by itself and not all together: the most severe decision counts,
 * with the reasons of all documents. In other products the last body with a decision is about all documents.
 */
export const judgementOf = (productCode: ProductCode, bodies: readonly Judgement[]): Judgement => {
  if (productCode !== 'PA')
    return bodies.findLast(({ decision }) => decision !== null) ?? bodies.at(-1) ?? noJudgement
  const [worst = noJudgement] = bodies.toSorted((a, b) => severityInPa(b.decision) - severityInPa(a.decision))
  const reasons = new Set(bodies.flatMap((body) => body.reasons))
  return { ...worst, reasons: [...reasons].slice(0, reasonsMax) }
}
