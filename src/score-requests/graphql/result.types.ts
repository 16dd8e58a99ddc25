import { Field, ObjectType } from 'type-graphql'
import {
  ScoreSummaryType,
  ScorePersonaType,
  ScoreDataCompletenessType,
  ScoreCashflowType,
  ScoreBorrowingCharacterType,
  ScoreRecommendationsType,
  ScoreLifestyleType,
} from './result-sections.types.js'
import {
  ScoreBoostedType,
  ScoreReasonType,
  ScoreScoringType,
  ScoreStatementType,
} from './result-scoring.types.js'
import { camel, readSections } from './result.rules.js'

@ObjectType('ScoreResult', {
  simpleResolvers: true,
  description: 'The result of a score request. Sections that its product does not have are null.',
})
export class ScoreResultType {
  @Field(() => ScoreSummaryType, { nullable: true, description: 'What the analysis comes to (PARS).' })
  summary!: ScoreSummaryType | null

  @Field(() => ScorePersonaType, { nullable: true, description: 'Who the person is (PARS).' })
  persona!: ScorePersonaType | null

  @Field(() => ScoreDataCompletenessType, { nullable: true, description: 'How complete the data is (PARS).' })
  dataCompleteness!: ScoreDataCompletenessType | null

  @Field(() => ScoreCashflowType, { nullable: true, description: 'How money comes and goes (PARS).' })
  cashflow!: ScoreCashflowType | null

  @Field(() => ScoreBorrowingCharacterType, { nullable: true, description: 'How the person borrows (PARS).' })
  borrowingCharacter!: ScoreBorrowingCharacterType | null

  @Field(() => ScoreRecommendationsType, { nullable: true, description: 'The scores (PARS).' })
  recommendations!: ScoreRecommendationsType | null

  @Field(() => ScoreLifestyleType, { nullable: true, description: 'How the person spends (PARS).' })
  lifestyle!: ScoreLifestyleType | null

  @Field(() => ScoreScoringType, { nullable: true, description: 'The score (PAS, P7, P8).' })
  scoring!: ScoreScoringType | null

  @Field(() => ScoreBoostedType, { nullable: true, description: 'What both sources say together (P8).' })
  boosted!: ScoreBoostedType | null

  @Field(() => [ScoreReasonType], { description: 'What moved the score (PAS, P7, P8).' })
  reasonCodes!: readonly ScoreReasonType[]

  @Field(() => [ScoreStatementType], { description: 'The documents that were read (PA, PAS).' })
  statements!: readonly ScoreStatementType[]

  @Field(() => [String], { description: 'What a reader must know (P7).' })
  notices!: readonly string[]
}

/** A completed request's bodies as GraphQL shows them; masked before, where they must be. */
export const toScoreResult = (bodies: readonly unknown[]): ScoreResultType => camel(readSections(bodies))
