import * as z from 'zod'
import { resultData } from '../../../scoring-contract/result/bodies.js'
import {
  borrowingCharacter,
  cashflow,
  dataCompleteness,
  lifestyle,
  persona,
  recommendations,
  summary,
} from './analysis.types.js'
import type { Camel } from './camel.rules.js'
import { boosted, model, reason, resultDocument, scoring, statement } from './judgement.types.js'
import { shown } from './shown.types.js'

export const scoreResult = shown(
  'ScoreResult',
  'The result of a score request. Sections that its product does not have are null.',
  z.object({ ...resultData.P8.shape, ...resultData.PARS.shape, ...resultData.PAS.shape }),
  {
    decision:
      'The decision on the request, as in `ScoreScoring`; null where there is none (PA of valid documents).',
    cappedBy: 'The rule that limited the score or the decision; null without one.',
    currency: 'The currency of all amounts; null where it is not known.',
    model: ['The model that computed the score.', model],
    documents: ['All documents of the request, and whether each is genuine.', resultDocument],
    summary: ['The summary of the analysis (PARS).', summary],
    persona: ['The person according to the statement (PARS).', persona],
    data_completeness: ['How complete the data is (PARS).', dataCompleteness],
    cashflow: ['Money in and out, and balances (PARS, P8).', cashflow],
    borrowing_character: ['How the person borrows (PARS).', borrowingCharacter],
    recommendations: ['The scores (PARS).', recommendations],
    lifestyle: ['How the person spends (PARS).', lifestyle],
    scoring: ['The score (PAS, P7, P8).', scoring],
    boosted: ['The combined judgement of statements and bureau (P8).', boosted],
    reasonCodes: [
      'The reasons: first those of what prevents a judgement by the score, then those that cost points.',
      reason,
    ],
    statements: ['The documents that were read (PA, PAS, and P8 with one document).', statement],
    notices: 'Notices for the reader of the result (P7, P8).',
  },
)

export type ScoreResult = Camel<z.output<typeof scoreResult.read>>
