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
      'What was decided of the request, as in `ScoreScoring`; null where nothing was (PA of valid documents).',
    cappedBy: 'What held score or decision down; null where nothing did.',
    currency: 'Of all amounts; null where it is not known.',
    model: ['What decided.', model],
    documents: ['All documents, and whether each is genuine.', resultDocument],
    summary: ['What the analysis comes to (PARS).', summary],
    persona: ['Who the person is (PARS).', persona],
    data_completeness: ['How complete the data is (PARS).', dataCompleteness],
    cashflow: ['How money comes and goes (PARS).', cashflow],
    borrowing_character: ['How the person borrows (PARS).', borrowingCharacter],
    recommendations: ['The scores (PARS).', recommendations],
    lifestyle: ['How the person spends (PARS).', lifestyle],
    scoring: ['The score (PAS, P7, P8).', scoring],
    boosted: ['What both sources say together (P8).', boosted],
    reasonCodes: ['Why: what excludes stands first, then what moved the score.', reason],
    statements: ['The documents that were read (PA, PAS).', statement],
    notices: 'What a reader must know (P7).',
  },
)

export type ScoreResult = Camel<z.output<typeof scoreResult.read>>
