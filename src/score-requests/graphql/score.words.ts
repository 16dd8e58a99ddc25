import { describedEnum } from '../../platform/graphql/words.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import { scoreFailures, type ScoreFailure } from '../model/failure.rules.js'
import type { Decision, Judgement } from '../model/judgement.js'
import type { ScoreDocumentState, ScoreStatus } from '../model/states.js'

export const scoreProductEnum = describedEnum<ProductCode>('ScoreProduct', 'What a score request orders.', {
  PA: 'Statements read: headers, transactions, authenticity.',
  PAS: 'PA with a risk score and a credit limit.',
  PARS: 'PAS with the behaviour: income, lifestyle, stability of spending.',
  P7: "A credit bureau's report with a score of it; without documents.",
  P8: 'P7 and PAS in one, with the score of both.',
})

export const scoreStatusEnum = describedEnum<ScoreStatus>('ScoreStatus', 'Where a score request stands.', {
  AWAITING_DOCUMENTS: 'Documents are still to be sent to their upload addresses, within a day.',
  QUEUED: 'It waits to be sent to the scoring service.',
  UPLOADING: 'The scoring service has it, and is being sent the documents.',
  PROCESSING: 'The scoring service is at work.',
  COMPLETED: 'The result is here.',
  FAILED: 'It ended without a result; the failure says why and what to do.',
})

export const scoreDocumentTypeEnum = describedEnum<DocumentType>('ScoreDocumentType', 'What a document is.', {
  WALLET_STATEMENT: 'The statement of a mobile-money wallet; needs its password.',
  WALLET_TILL_STATEMENT: 'The statement of a till; needs its password.',
  BANK_STATEMENT: 'The statement of a bank; needs the name of the bank.',
})

export const scoreDecisionEnum = describedEnum<Decision>('ScoreDecision', 'What a result decides.', {
  APPROVE: 'To lend.',
  APPROVE_WITH_CONDITIONS: 'To lend, within what it says.',
  REFER: 'A person decides.',
  DECLINE: 'Not to lend.',
  INSUFFICIENT_DATA: 'Nothing: too little is known.',
})

export const scoreBandEnum = describedEnum<NonNullable<Judgement['riskBand']>>(
  'ScoreRiskBand',
  'The risk of a result.',
  { A: 'The least.', B: 'More.', C: 'The most.' },
)

export const documentStateEnum = describedEnum<ScoreDocumentState>(
  'ScoreDocumentState',
  'Where a document is.',
  {
    AWAITED: 'It has not come yet.',
    HELD: 'It has come and lies sealed until it is sent.',
    SENT: 'The scoring service has it.',
    READ: 'The scoring service has read it.',
    FAILED: 'The scoring service could not read it; its problem says why.',
  },
)

export const failureEnum = describedEnum<ScoreFailure>(
  'ScoreFailureCode',
  'Why a score request ended without a result.',
  scoreFailures,
)
