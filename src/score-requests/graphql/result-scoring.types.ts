import { Field, Float, Int, ObjectType } from 'type-graphql'

@ObjectType('ScoreReason', {
  simpleResolvers: true,
  description: 'What moved a score down most, or up least.',
})
export class ScoreReasonType {
  @Field(() => String, { nullable: true, description: 'A stable code.' })
  code!: string | null

  @Field(() => String, { nullable: true, description: 'The reason in words.' })
  text!: string | null

  @Field(() => String, { nullable: true, description: 'What was looked at.' })
  characteristic!: string | null

  @Field(() => Float, { nullable: true, description: 'What was found.' })
  value!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'The document that it is about; null for a figure. Masked for analysts.',
  })
  documentName!: string | null
}

@ObjectType('ScoreCreditLimit', {
  simpleResolvers: true,
  description: 'How much credit is recommended.',
})
export class ScoreCreditLimitType {
  @Field(() => Float, { nullable: true, description: 'For a short loan.' })
  shortTermLimit!: number | null

  @Field(() => Float, { nullable: true, description: 'For a business; null without one.' })
  businessLimit!: number | null

  @Field(() => Float, { nullable: true, description: 'Before what is owed.' })
  grossLimit!: number | null

  @Field(() => Float, { nullable: true, description: 'After what is owed.' })
  netLimit!: number | null

  @Field(() => String, { nullable: true, description: 'The currency of the amounts.' })
  currency!: string | null
}

@ObjectType('ScoreAffordability', {
  simpleResolvers: true,
  description: 'What can be repaid in a month.',
})
export class ScoreAffordabilityType {
  @Field(() => Float, { nullable: true, description: 'By the person.' })
  shortTerm!: number | null

  @Field(() => Float, { nullable: true, description: 'By the business; null without one.' })
  business!: number | null
}

@ObjectType('ScoreModel', {
  simpleResolvers: true,
  description: 'The model that scored.',
})
export class ScoreModelType {
  @Field(() => String, { nullable: true, description: 'Its name.' })
  id!: string | null

  @Field(() => String, { nullable: true, description: 'Its version.' })
  version!: string | null

  @Field(() => String, { nullable: true, description: 'Where its probabilities come from.' })
  calibration!: string | null

  @Field(() => String, { nullable: true, description: 'The moment that it looked from.' })
  computedAt!: string | null
}

@ObjectType('ScoreScoring', {
  simpleResolvers: true,
  description: 'The score of PAS, of P7 (`bureauScore`, `enhancedScore`), and of the statements of P8.',
})
export class ScoreScoringType {
  @Field(() => Int, { nullable: true, description: 'For a short loan; null for P7.' })
  shortTermScore!: number | null

  @Field(() => Int, { nullable: true, description: 'For credit in general; null for P7.' })
  genericScore!: number | null

  @Field(() => Int, { nullable: true, description: 'For working capital of a business.' })
  bwcScore!: number | null

  @Field(() => Float, { nullable: true, description: "The bureau's own score, on its own scale." })
  bureauScore!: number | null

  @Field(() => Int, { nullable: true, description: "The score of the bureau's record; -1 without one." })
  enhancedScore!: number | null

  @Field(() => String, { nullable: true, description: 'The band of the score.' })
  scoreBand!: string | null

  @Field(() => String, { nullable: true, description: 'The band of the risk.' })
  riskBand!: string | null

  @Field(() => Float, { nullable: true, description: 'From 0 to 1.' })
  probabilityOfDefault!: number | null

  @Field(() => String, {
    nullable: true,
    description: '`APPROVE`, `APPROVE_WITH_CONDITIONS`, `REFER`, `DECLINE` or `INSUFFICIENT_DATA`.',
  })
  decision!: string | null

  @Field(() => ScoreCreditLimitType, { nullable: true, description: 'How much credit is recommended.' })
  recommendedCreditLimit!: ScoreCreditLimitType | null

  @Field(() => ScoreAffordabilityType, { nullable: true, description: 'What can be repaid in a month.' })
  affordability!: ScoreAffordabilityType | null

  @Field(() => String, { nullable: true, description: 'How far the data carries the score, a percentage.' })
  confidenceLevel!: string | null

  @Field(() => [ScoreReasonType], { description: 'What moved the score.' })
  reasonCodes!: readonly ScoreReasonType[]

  @Field(() => ScoreModelType, { nullable: true, description: 'What scored.' })
  model!: ScoreModelType | null
}

@ObjectType('ScoreWeights', {
  simpleResolvers: true,
  description: 'How much each source weighs, from 0 to 1.',
})
export class ScoreWeightsType {
  @Field(() => Float, { nullable: true, description: 'Of the statements.' })
  statement!: number | null

  @Field(() => Float, { nullable: true, description: 'Of the bureau.' })
  bureau!: number | null
}

@ObjectType('ScoreBoosted', {
  simpleResolvers: true,
  description: 'What statements and bureau say together (P8).',
})
export class ScoreBoostedType {
  @Field(() => Int, { nullable: true, description: 'The score of both.' })
  score!: number | null

  @Field(() => Float, { nullable: true, description: 'From 0 to 1.' })
  probabilityOfDefault!: number | null

  @Field(() => String, { nullable: true, description: 'The band of the score.' })
  scoreBand!: string | null

  @Field(() => String, { nullable: true, description: 'The band of the risk.' })
  riskBand!: string | null

  @Field(() => String, { nullable: true, description: 'As in `ScoreScoring`.' })
  decision!: string | null

  @Field(() => Float, { nullable: true, description: 'How much credit is recommended.' })
  limit!: number | null

  @Field(() => String, { nullable: true, description: 'The currency of the limit.' })
  currency!: string | null

  @Field(() => ScoreWeightsType, { nullable: true, description: 'How much each weighs.' })
  weights!: ScoreWeightsType | null

  @Field(() => String, {
    nullable: true,
    description: 'The rule that held the score down; null without one.',
  })
  cappedBy!: string | null
}

@ObjectType('ScoreValidity', {
  simpleResolvers: true,
  description: 'Whether a document is genuine.',
})
export class ScoreValidityType {
  @Field(() => Boolean, { nullable: true, description: 'Whether a name is printed.' })
  hasName!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is that of the person.' })
  nameIsValid!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether an address is printed.' })
  hasEmail!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is that of the person.' })
  emailIsValid!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether a number is printed.' })
  hasPhoneNumber!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is that of the person.' })
  phoneNumberIsValid!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether its author is the issuer.' })
  authorIsValid!: boolean | null

  @Field(() => Boolean, { nullable: true, description: "Whether its maker is the issuer's." })
  creatorIsValid!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether nobody changed it.' })
  notModified!: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it has transactions.' })
  hasTransactions!: boolean | null

  @Field(() => [String], { description: 'What speaks against it.' })
  exclusionReasons!: readonly string[]

  @Field(() => Boolean, { nullable: true, description: 'Whether `status` is `VALID`.' })
  isValid!: boolean | null

  @Field(() => String, {
    nullable: true,
    description:
      'The verdict: `VALID`, `UNVERIFIED` (nobody vouches for it) or `INVALID` (it is contradicted).',
  })
  status!: string | null

  @Field(() => [String], { description: 'What speaks against it, finer than `exclusionReasons`.' })
  reasons!: readonly string[]

  @Field(() => String, { nullable: true, description: 'Who vouches for it: `issuer` or `client`.' })
  vouchedBy!: string | null
}

@ObjectType('ScoreResultDocument', {
  simpleResolvers: true,
  description: 'A document of the request, and what the service found it to be.',
})
export class ScoreResultDocumentType {
  @Field(() => String, { nullable: true, description: 'Its name; masked for analysts.' })
  documentName!: string | null

  @Field(() => String, { nullable: true, description: 'What kind of statement it was sent as.' })
  documentType!: string | null

  @Field(() => String, { nullable: true, description: '`PDF` or `CSV`.' })
  format!: string | null

  @Field(() => String, { nullable: true, description: '`PARSED` or `FAILED`.' })
  state!: string | null

  @Field(() => ScoreValidityType, {
    nullable: true,
    description: 'Whether it is genuine; null if it could not be read.',
  })
  validity!: ScoreValidityType | null
}

@ObjectType('ScoreStatementHeader', {
  simpleResolvers: true,
  description: 'What is printed at the top of a document.',
})
export class ScoreStatementHeaderType {
  @Field(() => String, { nullable: true, description: 'Whose it is; masked for analysts.' })
  name!: string | null

  @Field(() => String, { nullable: true, description: 'Of which number; masked for analysts.' })
  phoneNumber!: string | null

  @Field(() => String, { nullable: true, description: 'Of which days.' })
  statementPeriod!: string | null

  @Field(() => String, { nullable: true, description: 'The currency of the amounts.' })
  currency!: string | null

  @Field(() => Float, { nullable: true, description: 'At the beginning.' })
  openingBalance!: number | null

  @Field(() => Float, { nullable: true, description: 'At the end.' })
  closingBalance!: number | null

  @Field(() => Float, { nullable: true, description: 'All that came in.' })
  sumPaidIn!: number | null

  @Field(() => Float, { nullable: true, description: 'All that went out.' })
  sumPaidOut!: number | null
}

@ObjectType('ScoreStatement', {
  simpleResolvers: true,
  description: 'A document that was read (PA and PAS).',
})
export class ScoreStatementType {
  @Field(() => ScoreStatementHeaderType, { nullable: true, description: 'What is printed at its top.' })
  header!: ScoreStatementHeaderType | null

  @Field(() => ScoreValidityType, { nullable: true, description: 'Whether it is genuine.' })
  validity!: ScoreValidityType | null

  @Field(() => Int, { nullable: true, description: 'How many transactions it has.' })
  transactionCount!: number | null
}
