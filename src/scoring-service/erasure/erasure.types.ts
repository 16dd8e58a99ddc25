import { Field, Int, ObjectType } from 'type-graphql'
import type { Erased } from './erase-scores.js'

@ObjectType('ScoringErasure', {
  simpleResolvers: true,
  description: 'What was removed; all zero when there was nothing left.',
})
export class ScoringErasureType implements Erased {
  @Field(() => Int, { description: 'Requests that were anonymised.' })
  requests!: number

  @Field(() => Int, { description: 'Documents and results that were in the store.' })
  objects!: number

  @Field(() => Int, { description: 'Cached answers of a credit bureau.' })
  bureauAnswers!: number
}
