import { formatAmount } from '../../kernel/money.js'
import type { BureauReport, BureauSubject, DefiniteAnswer } from '../model/bureau.js'
import type { BureauReading } from '../card/verdict/bureau-reading.rules.js'
import {
  bureauCard,
  capOf,
  reasonsOfCap,
  scoreReport,
  type ReportScore,
} from '../card/verdict/bureau.rules.js'
import type { ResultBody } from '../model/engine.js'
import { insufficientData, probabilityOfDefault } from '../card/verdict/scale.rules.js'
import { scoreBandOf } from '../../scoring-contract/bands.rules.js'
import { reasonsWith, verdictOf, type Verdict, type VerdictFacts } from '../card/verdict/verdict.rules.js'
import { bodyOf, shareOf } from './result-body.rules.js'
import type { VerdictMembers } from './verdict-members.rules.js'

/** The amount as a JSON number in units of the currency: `105.5` where it has two decimals. */
const major = (minor: number, currency: string): number => Number(formatAmount(BigInt(minor), currency))

const majorOrNull = (minor: number | null, currency: string): number | null =>
  minor === null ? null : major(minor, currency)

/** The last three characters are enough to tell one person from another. */
const masked = (id: string): string => `${'*'.repeat(Math.max(5, id.length - 3))}${id.slice(-3)}`

/** The bureau's values under our member names, with nothing added. */
const dataOf = ({ responseDigest: _digest, ...report }: BureauReport): object => ({
  ...report,
  accounts: report.accounts.map((account) => ({
    ...account,
    originalAmount: major(account.originalAmount, report.currency),
    currentBalance: major(account.currentBalance, report.currency),
    overdueBalance: major(account.overdueBalance, report.currency),
    instalment: majorOrNull(account.instalment, report.currency),
  })),
})

const readingOf = (reading: BureauReading, currency: string): BureauReading => ({
  ...reading,
  totalBalance: major(reading.totalBalance, currency),
  totalOverdue: major(reading.totalOverdue, currency),
  monthlyInstalments: major(reading.monthlyInstalments, currency),
})

/**
 * A `bureau` member, for P7 and P8. `data` is what the bureau said and `reading` what we conclude from it; the digest
 * proves which answer was used, and `pulledAt` says when it was received.
 */
const bureauSection = (report: BureauReport, { reading }: ReportScore, pulledAt: Date): object => ({
  bureau: report.bureau,
  reference: report.reference,
  pulledAt: pulledAt.toISOString(),
  responseSha256: report.responseDigest,
  data: dataOf(report),
  reading: readingOf(reading, report.currency),
})

const freshDaysMax = 31

const noticesOf = (report: BureauReport, { reading, cappedBy, score }: ReportScore): string[] => {
  const notices: string[] = []
  if (report.nameMatches === false)
    notices.push('The name that the bureau holds is not the name of the request.')
  if (reading.hasFraud) notices.push('The bureau reports a fraud.')
  if (cappedBy !== null) notices.push(`The score was held down by the rule ${cappedBy}.`)
  if (score === insufficientData) notices.push('The record holds no account to judge by.')
  if (reading.recordAgeDays > freshDaysMax)
    notices.push(`The bureau's record is ${reading.recordAgeDays} days old.`)
  return notices
}

/** What the verdict takes from the bureau's report. */
export const bureauFacts = (
  report: BureauReport | null,
  scored: ReportScore | null,
): NonNullable<VerdictFacts['bureau']> => {
  const cap = scored && capOf(scored.reading)
  return {
    cap,
    capReasons: scored && cap ? reasonsOfCap(cap, scored.reasonCodes) : [],
    isOfAnotherName: report?.nameMatches === false,
  }
}

const scoringOf = (scored: ReportScore | null, bureauScore: number | null, verdict: Verdict, asOf: Date) => ({
  productCode: 'P7',
  /** The bureau's own score, on its own scale. All other scores are ours. */
  bureauScore,
  enhancedScore: verdict.score,
  scoreBand: scoreBandOf(verdict.score),
  riskBand: verdict.riskBand,
  probabilityOfDefault: verdict.riskBand === null ? null : shareOf(probabilityOfDefault(verdict.score)),
  decision: verdict.decision,
  recommendedCreditLimit: null,
  reasonCodes: reasonsWith(verdict, scored?.reasonCodes ?? []),
  cappedBy: verdict.obstacle,
  featuresUsed: scored?.features ?? [],
  model: { ...bureauCard, computedAt: asOf.toISOString() },
})

/**
 * Everything that is computed from a bureau's answer: P7, and the first half of P8. `asOf` is the instant at which the
 * bureau answered.
 */
export const bureauPart = (subject: BureauSubject, answer: DefiniteAnswer, asOf: Date) => {
  const report = answer.kind === 'Found' ? answer.report : null
  const scored = report && scoreReport(report, asOf)
  const verdict = verdictOf({
    documents: [],
    disagreeing: [],
    currency: null,
    isThin: scored === null || scored.score === insufficientData,
    score: scored?.score ?? insufficientData,
    bureau: bureauFacts(report, scored),
  })
  const bureau =
    answer.kind === 'NoRecord'
      ? {
          bureau: answer.bureau,
          reference: answer.reference,
          pulledAt: asOf.toISOString(),
          responseSha256: answer.responseDigest,
          data: null,
          reading: null,
        }
      : bureauSection(answer.report, scored!, asOf)
  return {
    subject: {
      nationalId: masked(subject.nationalId),
      firstName: subject.firstName,
      middleName: subject.middleName,
      lastName: subject.lastName,
      nameMatches: report?.nameMatches ?? null,
    },
    bureau,
    scoring: scoringOf(scored, report?.bureauScore ?? null, verdict, asOf),
    asOf: asOf.toISOString(),
    notices:
      report && scored
        ? noticesOf(report, scored)
        : ['The bureau has no record of this person, which says nothing good or bad of them.'],
    currency: report?.currency ?? null,
  }
}

/**
 * The body of a P7 result (docs/scoring-contract.md#p7). `asOf` is the instant at which the bureau answered, so that
 * the same answer gives the same bytes. A person without a record scores -1: too little is known, which is not bad in
 * itself.
 */
export const bureauBody = (subject: BureauSubject, answer: DefiniteAnswer, asOf: Date): ResultBody => {
  const { currency, notices, ...part } = bureauPart(subject, answer, asOf)
  const { decision, reasonCodes, cappedBy, model } = part.scoring
  const members: VerdictMembers = { decision, reasonCodes, cappedBy, currency, model }
  const noLimit = 'No income is known without a statement, so no limit is recommended.'
  const allNotices = answer.kind === 'Found' ? [noLimit, ...notices] : notices
  return bodyOf({ ...part, notices: allNotices, ...members, documents: [] })
}
