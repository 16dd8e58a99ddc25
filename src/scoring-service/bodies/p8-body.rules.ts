import { formatAmount } from '../../kernel/money.js'
import type { Assessment } from '../card/assessment.rules.js'
import { boost } from '../card/points/boost.rules.js'
import { scoreReport, type ReportScore } from '../card/verdict/bureau.rules.js'
import { cashflowSection } from '../card/cashflow.rules.js'
import { limitsOf } from '../card/limits.rules.js'
import { capCodes, capsOf, shortTermDebtPoints } from '../card/points/points.rules.js'
import { probabilityOfDefault } from '../card/verdict/scale.rules.js'
import { scoreBandOf } from '../../scoring-contract/bands.rules.js'
import { twoDecimals, units } from '../card/features/statistics.rules.js'
import { reasonsWith, verdictOf } from '../card/verdict/verdict.rules.js'
import type { BureauReport, PulledAnswer } from '../model/bureau.js'
import type { ResultBody } from '../model/engine.js'
import { bureauFacts, bureauPart } from './bureau-body.rules.js'
import { decidedBy, decisionOf } from './decided-by.rules.js'
import { bodyOf, shareOf } from './result-body.rules.js'
import { scoringSection } from './scoring-section.rules.js'
import { verdictMembers } from './verdict-members.rules.js'

/**
 * Converts an amount of a bureau, in ISO 4217 minor units (of XAF: whole francs), to hundredths of the currency's unit, in
 * which statements and the card count.
 */
const hundredths = (minor: number, currency: string): number =>
  Math.round(Number(formatAmount(BigInt(minor), currency)) * 100)

/**
 * The debt service of a month: the statement shows what was paid, the bureau what is due. The larger of the two counts,
 * since most instalments are in both. Instalments in another currency cannot be compared and are left out.
 */
const knownDebt = (
  { facts }: Assessment,
  report: BureauReport | null,
  scored: ReportScore | null,
): number => {
  if (!report || !scored || report.currency !== facts.dossier.currency) return facts.debtBurden
  return Math.max(facts.debtBurden, hundredths(scored.reading.monthlyInstalments, report.currency))
}

/** What a result shows of a statement besides its scores: in the body itself for one document, in a list for several. */
interface StatementMembers {
  readonly logs: object
  readonly header: object
  readonly transactions: readonly object[]
  readonly validity: object
}

const statementMembersOf = ({
  logs,
  header,
  transactions,
  validity,
}: StatementMembers): StatementMembers => ({
  logs,
  header,
  transactions,
  validity,
})

export interface P8Facts {
  readonly assessment: Assessment
  readonly documents: readonly {
    readonly statement: { readonly documentName: string }
    readonly data: StatementMembers
  }[]
  readonly pulled: PulledAnswer
  readonly asOf: Date
}

/** The result of both sources together: one verdict, and limits above 0 only if it `isLendable`. */
const boostedOf = ({ assessment, pulled }: P8Facts) => {
  const { facts, shortTermScore, confidence, features, verdict: own } = assessment
  const report = pulled.answer.kind === 'Found' ? pulled.answer.report : null
  const scored = report && scoreReport(report, pulled.pulledAt)
  const [cap] = capsOf(facts)
  const { documents, disagreeing, currencyProblem } = facts.dossier
  const isReliable = own.obstacle !== 'UNVERIFIED_DOCUMENT' && own.obstacle !== 'DOCUMENTS_DISAGREE'
  const boostResult = boost({
    statement: {
      score: shortTermScore,
      debtPoints: shortTermDebtPoints(features),
      confidence: isReliable ? confidence : 0,
      scoreMax: cap?.scoreMax ?? Infinity,
      scoreMaxBy: cap ? capCodes[cap.name] : null,
    },
    report,
    asOf: pulled.pulledAt,
  })
  const verdict = verdictOf({
    documents,
    disagreeing,
    currency: currencyProblem,
    isThin: own.obstacle === 'THIN_FILE',
    score: boostResult.score,
    bureau: bureauFacts(report, scored),
  })
  const ofStatement = assessment.reasonCodes.slice(own.reasons.length)
  const ofBureau = scored?.reasonCodes ?? []
  const isBureauWorse = scored !== null && scored.score < shortTermScore
  const ofScores = isBureauWorse ? [...ofBureau, ...ofStatement] : [...ofStatement, ...ofBureau]
  return {
    verdict,
    cappedBy: verdict.obstacle ?? boostResult.cappedBy,
    reasonCodes: reasonsWith(verdict, verdict.obstacle === 'INVALID_DOCUMENT' ? [] : ofScores),
    weights: boostResult.weights,
    limits: limitsOf(
      facts,
      verdict.isLendable ? verdict.riskBand : null,
      assessment,
      knownDebt(assessment, report, scored),
    ),
  }
}

/**
 * The body of P8 (docs/scoring-contract.md#p8): the result of P7, the result of PAS, and the result of both together. The
 * `logs`, `header`, `transactions` and `validity` of a single document are where PAS has them; those of several documents
 * are in `statements`, and their validity is in `documents`.
 * Every decision and every limit in the body is that of the whole request.
 */
export const p8Body = (facts: P8Facts): ResultBody => {
  const { assessment, documents, pulled, asOf } = facts
  const {
    scoring: enhanced,
    notices,
    subject,
    bureau,
  } = bureauPart(pulled.subject, pulled.answer, pulled.pulledAt)
  const boosted = boostedOf(facts)
  const { verdict, cappedBy, reasonCodes, weights, limits } = boosted
  const { currency } = assessment.facts.dossier
  const [only, ...others] = documents
  return bodyOf({
    subject,
    bureau,
    enhanced: decidedBy(boosted, enhanced),
    notices,
    asOf: pulled.pulledAt.toISOString(),
    ...(only && others.length === 0
      ? statementMembersOf(only.data)
      : {
          statements: documents.map(({ statement: { documentName }, data }) => {
            // The validity is in `documents`, as in every body that is made of several documents.
            const { validity: _validity, ...shown } = statementMembersOf(data)
            return { documentName, ...shown }
          }),
        }),
    cashflow: cashflowSection(assessment.facts, assessment.salaries),
    statement: scoringSection(decidedBy(boosted, { ...assessment, limits }), 'P8', asOf),
    boosted: {
      score: verdict.score,
      probabilityOfDefault: verdict.riskBand === null ? null : shareOf(probabilityOfDefault(verdict.score)),
      scoreBand: scoreBandOf(verdict.score),
      riskBand: verdict.riskBand,
      decision: decisionOf(verdict),
      limit: units(limits.shortTermLimit),
      currency,
      weights: { statement: twoDecimals(weights.statement), bureau: twoDecimals(weights.bureau) },
      cappedBy,
    },
    ...verdictMembers(assessment, asOf),
    decision: decisionOf(verdict),
    reasonCodes,
    cappedBy,
  })
}
