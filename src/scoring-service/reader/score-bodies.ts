import { assess } from '../card/assessment.rules.js'
import type { PulledAnswer } from '../model/bureau.js'
import type { Applicant, ResultBody, ResultOptions } from '../model/engine.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import { p8Body } from '../bodies/p8-body.rules.js'
import { parsBody } from '../bodies/pars-body.rules.js'
import { pasBodies } from '../bodies/pas-body.rules.js'
import type { ParsedData } from '../reading/parsed-data.js'
import type { ParsedStatement } from '../model/statement.js'

export interface ScoreFacts {
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: Date
  readonly bureau: PulledAnswer | null
  readonly options: ResultOptions
  /** Each document that was read, with the `data` of its PA body. */
  readonly documents: readonly { readonly statement: ParsedStatement; readonly data: ParsedData }[]
}

const bodiesOf = (facts: ScoreFacts): readonly ResultBody[] => {
  const { productCode, applicant, asOf, bureau, options, documents } = facts
  const statements = documents.map(({ statement }) => statement)
  switch (productCode) {
    case 'PAS':
      return pasBodies(documents, asOf)
    case 'PARS':
      return [parsBody(assess(statements, asOf), { statements, applicant, asOf }, options)]
    case 'P8':
      if (!bureau) throw new Error('P8 needs the answer of a bureau')
      return [p8Body({ assessment: assess(statements, asOf), documents, pulled: bureau, asOf })]
  }
}

/** The bodies of a product with scores, as JSON texts. */
export const scoreBodies = (facts: ScoreFacts): string[] => bodiesOf(facts).map(({ json }) => json)
