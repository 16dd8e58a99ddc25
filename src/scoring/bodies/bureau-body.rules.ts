import { formatAmount } from '../../shared/money.js'
import type { BureauReport, DefiniteAnswer } from '../bureau.js'
import type { BureauReading } from '../card/bureau-reading.rules.js'
import { bureauCard, scoreReport, type BureauScore } from '../card/bureau.rules.js'
import type { ResultBody } from '../engine.js'
import {
  decisionOf,
  insufficientData,
  probabilityOfDefault,
  riskBandOf,
  scoreBandOf,
} from '../card/scale.rules.js'

/** Of the request: whom the bureau was asked about. */
export interface BureauSubject {
  readonly nationalId: string
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
}

/** A number that a JSON reader takes for what it is: `105.5` of a currency with two decimals. */
const major = (minor: number, currency: string): number => Number(formatAmount(BigInt(minor), currency))

const majorOrNull = (minor: number | null, currency: string): number | null =>
  minor === null ? null : major(minor, currency)

/** Three digits are enough to tell a person from the next request's. */
const masked = (id: string): string => `${'*'.repeat(Math.max(5, id.length - 3))}${id.slice(-3)}`

/** What the bureau said, in our names and nothing of ours added. */
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
 * A `bureau` member, for P7 and P8: `data` is the bureau's, `reading` is ours, the digest proves which answer was read, and
 * `pulledAt` when it was given to us.
 */
export const bureauSection = (report: BureauReport, { reading }: BureauScore, pulledAt: Date): object => ({
  bureau: report.bureau,
  reference: report.reference,
  pulledAt: pulledAt.toISOString(),
  responseSha256: report.responseDigest,
  data: dataOf(report),
  reading: readingOf(reading, report.currency),
})

/**
 * The `data.augmentation` of a request that asked to `augment`: a bureau's summary beside a result, never part of its score.
 * Null without a report.
 */
export const augmentation = (report: BureauReport | null, asOf: Date): object | null =>
  report && {
    bureau: report.bureau,
    reference: report.reference,
    reportedAt: report.reportedAt,
    currency: report.currency,
    bureauScore: report.bureauScore,
    reading: readingOf(scoreReport(report, asOf).reading, report.currency),
    responseSha256: report.responseDigest,
  }

const freshDaysMax = 31

const noticesOf = (report: BureauReport, { reading, cappedBy, score }: BureauScore): string[] => {
  const notices = ['No income is known without a statement, so no limit is recommended.']
  if (report.nameMatches === false)
    notices.push('The name that the bureau holds is not the name of the request.')
  if (reading.hasFraud) notices.push('The bureau reports a fraud.')
  if (cappedBy !== null) notices.push(`The score was held down by the rule ${cappedBy}.`)
  if (score === insufficientData) notices.push('The record holds no account to judge by.')
  if (reading.recordAgeDays > freshDaysMax)
    notices.push(`The bureau's record is ${reading.recordAgeDays} days old.`)
  return notices
}

const scoringOf = (scored: BureauScore | null, bureauScore: number | null, asOf: Date): object => {
  const enhancedScore = scored?.score ?? insufficientData
  const riskBand = riskBandOf(enhancedScore)
  return {
    productCode: 'P7',
    /** On the bureau's own scale; what follows is ours. */
    bureauScore,
    enhancedScore,
    scoreBand: scoreBandOf(enhancedScore),
    riskBand,
    probabilityOfDefault: probabilityOfDefault(enhancedScore),
    decision: decisionOf(riskBand),
    recommendedCreditLimit: null,
    reasonCodes: scored?.reasonCodes ?? [],
    featuresUsed: scored?.features ?? [],
    model: { ...bureauCard, computedAt: asOf.toISOString() },
  }
}

/**
 * The body of a P7 result (research/scoring 8). `asOf` is the instant of the pull: the same bytes for the same answer. A person without a record scores -1:
 * little is known, which is nothing bad.
 */
export const bureauBody = (subject: BureauSubject, answer: DefiniteAnswer, asOf: Date): ResultBody => {
  const report = answer.kind === 'Found' ? answer.report : null
  const scored = report && scoreReport(report, asOf)
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
  const data = {
    subject: {
      nationalId: masked(subject.nationalId),
      firstName: subject.firstName,
      middleName: subject.middleName,
      lastName: subject.lastName,
      nameMatches: report?.nameMatches ?? null,
    },
    bureau,
    scoring: scoringOf(scored, report?.bureauScore ?? null, asOf),
    asOf: asOf.toISOString(),
    notices:
      report && scored
        ? noticesOf(report, scored)
        : ['The bureau has no record of this person, which says nothing good or bad of them.'],
  }
  return { json: JSON.stringify({ status: 'success', code: 200, data }) }
}
