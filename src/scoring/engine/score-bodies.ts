import { assess } from '../card/assessment.rules.js'
import type { PulledReport } from '../bureau.js'
import { isOneCurrency } from '../card/dossier.rules.js'
import type { Applicant, ProductCode, ResultBody, ResultOptions } from '../engine.js'
import { p8Body } from '../bodies/p8-body.rules.js'
import { parsBody } from '../bodies/pars-body.rules.js'
import { pasBodies } from '../bodies/pas-body.rules.js'
import type { ParsedData } from '../reading/parsed-data.js'
import { Unreadable } from '../reading/unreadable.js'
import type { Statement } from '../statement.js'

export interface ScoreFacts {
  readonly productCode: Exclude<ProductCode, 'PA' | 'P7'>
  readonly applicant: Applicant
  readonly asOf: Date
  readonly bureau: PulledReport | null
  readonly options: ResultOptions
  /** Each document that was read, with the `data` that PA gives of it. */
  readonly documents: readonly { readonly statement: Statement; readonly data: ParsedData }[]
}

const bodiesOf = (facts: ScoreFacts): readonly ResultBody[] => {
  const { productCode, applicant, asOf, bureau, options, documents } = facts
  const statements = documents.map(({ statement }) => statement)
  switch (productCode) {
    case 'PAS':
      return pasBodies(documents, asOf)
    case 'PARS':
      return [parsBody(assess(statements), statements, applicant, options)]
    case 'P8':
      return [p8Body(assess(statements), bureau?.report ?? null, asOf, bureau?.pulledAt)]
  }
}

/** The bodies of a product that is scored, as JSON. Refuses (`Unreadable`): unsupported_layout for more than one currency. */
export const scoreBodies = (facts: ScoreFacts): string[] => {
  if (!isOneCurrency(facts.documents.map(({ statement }) => statement))) {
    throw new Unreadable('unsupported_layout', 'the statements are of more than one currency')
  }
  return bodiesOf(facts).map(({ json }) => json)
}
