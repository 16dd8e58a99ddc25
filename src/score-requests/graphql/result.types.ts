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
  ScoreModelType,
  ScoreReasonType,
  ScoreResultDocumentType,
  ScoreScoringType,
  ScoreStatementType,
} from './result-scoring.types.js'
import { camel, readSections } from './result.rules.js'

@ObjectType('ScoreResult', {
  simpleResolvers: true,
  description: 'The result of a score request. Sections that its product does not have are null.',
})
export class ScoreResultType {
  @Field(() => String, {
    nullable: true,
    description:
      'What was decided of the request, as in `ScoreScoring`; null where nothing was (PA of valid documents).',
  })
  decision!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What held score or decision down; null where nothing did.',
  })
  cappedBy!: string | null

  @Field(() => String, { nullable: true, description: 'Of all amounts; null where it is not known.' })
  currency!: string | null

  @Field(() => ScoreModelType, { nullable: true, description: 'What decided.' })
  model!: ScoreModelType | null

  @Field(() => [ScoreResultDocumentType], { description: 'All documents, and whether each is genuine.' })
  documents!: readonly ScoreResultDocumentType[]

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

  @Field(() => [ScoreReasonType], {
    description: 'Why: what excludes stands first, then what moved the score.',
  })
  reasonCodes!: readonly ScoreReasonType[]

  @Field(() => [ScoreStatementType], { description: 'The documents that were read (PA, PAS).' })
  statements!: readonly ScoreStatementType[]

  @Field(() => [String], { description: 'What a reader must know (P7).' })
  notices!: readonly string[]
}

/** A completed request's bodies as GraphQL shows them; masked before, where they must be. */
export const toScoreResult = (bodies: readonly unknown[]): ScoreResultType => camel(readSections(bodies))
