import { formatAmount } from '../../shared/money.js'
import { decisionFor, type Assessment } from '../card/assessment.rules.js'
import { boost } from '../card/boost.rules.js'
import { bureauSection } from './bureau-body.rules.js'
import { scoreReport, type BureauScore } from '../card/bureau.rules.js'
import type { BureauReport } from '../bureau.js'
import type { ResultBody } from '../engine.js'
import { affordabilityOf, limitOf } from '../card/limits.rules.js'
import { bodyOf, shareOf } from './result-body.rules.js'
import { scoringSection } from './scoring-section.rules.js'
import { twoDecimals, units } from '../card/statistics.rules.js'

/** Minor units of the bureau, of which XAF has none, to the hundredths that statements count in. */
const hundredths = (minor: number, currency: string): number =>
  Math.round(Number(formatAmount(BigInt(minor), currency)) * 100)

/**
 * What debt takes a month as far as both know: the statement sees what was paid, the bureau what is due. The larger, since most
 * instalments are in both. Instalments of another currency cannot be compared and are left out.
 */
const knownDebt = (
  { facts }: Assessment,
  report: BureauReport | null,
  scored: BureauScore | null,
): number => {
  if (!report || !scored || report.currency !== facts.dossier.currency) return facts.monthlyDebt
  return Math.max(facts.monthlyDebt, hundredths(scored.reading.monthlyInstalments, report.currency))
}

/**
 * The body of P8 (research/scoring 8): the bureau's report or null without a record, the scoring of the statements as in PAS, and
 * what both say together. `pulledAt` is when the bureau gave its report, before or after the instant of the request. The boosted limit is that of the fused band, nothing where the statements are too thin or not valid.
 */
export const p8Body = (
  assessment: Assessment,
  report: BureauReport | null,
  asOf: Date,
  pulledAt: Date = asOf,
): ResultBody => {
  const { facts, shortTermScore, confidence } = assessment
  const scored = report && scoreReport(report, asOf)
  const fused = boost({ statementScore: shortTermScore, confidence, report, asOf })
  const affordability = shortTermScore < 0 ? 0 : affordabilityOf(facts, knownDebt(assessment, report, scored))
  return bodyOf({
    bureau: report && scored && bureauSection(report, scored, pulledAt),
    statement: scoringSection(assessment, 'P8', asOf),
    boosted: {
      score: fused.score,
      probabilityOfDefault: shareOf(fused.probabilityOfDefault),
      scoreBand: fused.scoreBand,
      riskBand: fused.riskBand,
      decision: decisionFor(fused.riskBand, facts.dossier.isValid),
      limit: units(limitOf(facts, affordability, fused.riskBand)),
      currency: facts.dossier.currency,
      weights: {
        statement: twoDecimals(fused.weights.statement),
        bureau: twoDecimals(fused.weights.bureau),
      },
      cappedBy: fused.cappedBy,
    },
  })
}
