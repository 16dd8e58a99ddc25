import { describedEnum } from '../../platform/graphql/words.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import { scoreFailures, type ScoreFailure } from '../model/failure.rules.js'
import type { Decision, Judgement } from '../model/judgement.js'
import type { ScoreDocumentState, ScoreStatus } from '../model/states.js'

export const scoreProductEnum = describedEnum<ProductCode>(
  'ScoreProduct',
  'The products of a scoring service.',
  {
    PA: 'The statements are read: headers, transactions, authenticity.',
    PAS: 'PA with a risk score and a credit limit.',
    PARS: 'PAS with the behaviour of the person: income, lifestyle, stability of spending.',
    P7: 'The report of a credit bureau, and our score of it; without documents.',
    P8: 'P7 and PAS together, with a combined score.',
  },
)

export const scoreStatusEnum = describedEnum<ScoreStatus>('ScoreStatus', 'The state of a score request.', {
  AWAITING_DOCUMENTS:
    'Some documents are not uploaded yet. They must be sent to their upload addresses within a day.',
  QUEUED: 'It waits to be sent to the scoring service.',
  UPLOADING: 'The scoring service has accepted the request, and its documents are being sent.',
  PROCESSING: 'The scoring service is processing it.',
  COMPLETED: 'The result is available.',
  FAILED: 'It ended without a result; the failure says why and what to do.',
})

export const scoreDocumentTypeEnum = describedEnum<DocumentType>(
  'ScoreDocumentType',
  'The type of a document.',
  {
    WALLET_STATEMENT: 'The statement of a mobile-money wallet; needs its password.',
    WALLET_TILL_STATEMENT: 'The statement of a till; needs its password.',
    BANK_STATEMENT: 'The statement of a bank; needs the name of the bank.',
  },
)

export const scoreDecisionEnum = describedEnum<Decision>('ScoreDecision', 'The decision of a result.', {
  APPROVE: 'Lend.',
  APPROVE_WITH_CONDITIONS: 'Lend, under the conditions of the result.',
  REFER: 'A person has to decide.',
  DECLINE: 'Do not lend.',
  INSUFFICIENT_DATA: 'No decision: there is too little data.',
})

export const scoreBandEnum = describedEnum<NonNullable<Judgement['riskBand']>>(
  'ScoreRiskBand',
  'The risk band of a result.',
  { A: 'The lowest risk.', B: 'A medium risk.', C: 'The highest risk.' },
)

export const documentStateEnum = describedEnum<ScoreDocumentState>(
  'ScoreDocumentState',
  'The state of a document.',
  {
    AWAITED: 'It is not uploaded yet.',
    HELD: 'It is stored, sealed, until it is sent to the scoring service.',
    SENT: 'The scoring service has it.',
    READ: 'The scoring service has read it.',
    FAILED: 'The scoring service could not read it; its problem says why.',
  },
)

export const failureEnum = describedEnum<ScoreFailure>(
  'ScoreFailureCode',
  'Why a score request ended without a result, or a document could not be read.',
  scoreFailures,
)
