import { performance } from 'node:perf_hooks'
import { assess } from '../src/scoring-service/card/assessment.rules.js'
import { parsBody } from '../src/scoring-service/bodies/pars-body.rules.js'
import type { Applicant } from '../src/scoring-service/model/engine.js'
import type { ParsedStatement } from '../src/scoring-service/model/statement.js'
import { statement, type Movement } from '../test/scoring-service/statements.js'
import { median } from './compare.js'
import { limitLine, type Line } from './report.js'

const rowsMeasured = 10_000
const laps = 9
const millisecondsMax = 200

/** The rows of a busy wallet, repeated: every kind of wording, with repeated and with unique names. */
const wordings: readonly (readonly [string, number])[] = [
  ['Merchant Customer Payment from 2547******# - BUYER #', 700],
  ['Merchant Payment to 70530# - CORNER SHOP #', -150],
  ['Customer Transfer to - 2547******# MARY DOE #', -120],
  ['Customer Transfer of Funds Charge', -7],
  ['Funds received from - 2547******# JOHN ROE #', 300],
  ['Pay Bill Online to 888880 - KPLC PREPAID Acc. #', -90],
  ['Merchant Payment Fuliza M-Pesa (Online) to 7053# - NAIVAS WESTLANDS #', -200],
  ['OverDraft of Credit Party', 60],
  ['OD Loan Repayment to 232323 - M-PESA Overdraw', -61],
  ['Customer Withdrawal At Agent Till 12# - AGENT #', -150],
  ['Deposit of Funds at Agent Till 12# - AGENT #', 100],
  ['Business Payment from 851900 - TALA via API. Original conversation ID is #.', 90],
  ['Pay Bill to 851900 - TALA Acc. #', -90],
  ['Pay Bill Online to 290290 - SPORTPESA Acc. #', -20],
  ['Send Money Reversal via API to 2547******# - MARY DOE #', 120],
  ['Airtime Purchase For Other - 2547******#', -20],
]

const first = Date.parse('2024-01-01T06:00:00Z')
const period = { from: '2024-01-01', to: '2025-12-31' }
const step = (730 * 86_400_000) / rowsMeasured

const movements = (): Movement[] =>
  Array.from({ length: rowsMeasured }, (_, index) => {
    const [details, amount] = wordings[index % wordings.length] as (typeof wordings)[number]
    return {
      at: new Date(first + Math.floor(index * step)).toISOString().slice(0, 19).replace('T', ' '),
      details: details.replaceAll('#', String(100 + ((index * 37) % 700))),
      amount,
    }
  })

const asOf = new Date('2026-07-02T08:00:00Z')

const applicant: Applicant = {
  firstName: 'Jane',
  middleName: null,
  lastName: 'Doe',
  phoneNumber: '+254712345678',
  email: null,
}

const timed = (read: ParsedStatement): number => {
  const began = performance.now()
  parsBody(assess([read]), { statements: [read], applicant, asOf })
  return performance.now() - began
}

/**
 * Measures from rows to the body of PARS. The first lap takes about three times the median, since the code is not
 * compiled yet.
 */
export const measureScorecard = (): Line[] => {
  const read = statement({ ...period, opening: 5_000, movements: movements() })
  const took = median(Array.from({ length: laps }, () => timed(read)))
  return [limitLine('10,000 rows classified and scored', took, millisecondsMax, 'ms')]
}
