import type { BureauReport } from '../bureau.js'
import type { Applicant, ProductCode } from '../engine.js'
import type { ParsedData } from '../reading/parsed-data.js'
import type { Statement } from '../statement.js'

export interface ScoreFacts {
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: Date
  readonly bureau: BureauReport | null
  readonly statements: readonly Statement[]
  /** The `data` of PA of each statement, in the same order. */
  readonly data: readonly ParsedData[]
}

/** The bodies of a product that is scored. */
export const scoreBodies = (facts: ScoreFacts): string[] => {
  throw new Error(`no card yet for ${facts.productCode}`)
}
