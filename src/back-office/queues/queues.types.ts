import { Field, Int, ObjectType } from 'type-graphql'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { Instant } from '../../kernel/clock.js'
import type { QueueName } from './queue.js'
import type { QueueFacts } from './queues.read.js'

export const queueNameEnum = describedEnum<QueueName>('QueueName', 'The queues that workers take from.', {
  ORDERS: 'Payment orders to dispatch or to poll.',
  TEST_ORDERS: 'Payment orders of customers on a test clock.',
  HOLDS: 'Payouts whose hold ends.',
  OPT_OUTS: 'Accounts that are being closed, whose withdrawals are booked in batches.',
  WALKS: 'Test clocks that were asked to move.',
  STATEMENTS: 'Statements that are to be made and mailed.',
  SCORE_REQUESTS: 'Scores that we ask a scoring service for.',
  SCORING: 'Requests of the scoring service.',
})

@ObjectType('QueuePause', {
  simpleResolvers: true,
  description: 'The pause of a queue: workers take nothing from it.',
})
export class QueuePauseType {
  @Field(() => String, { description: 'The reason that was given.' })
  reason!: string

  @Field(() => String, { description: 'Who paused it, by name.' })
  pausedBy!: string

  @Field(() => InstantScalar, { description: 'Since when it is paused.' })
  pausedAt!: Instant
}

@ObjectType('JobQueue', {
  simpleResolvers: true,
  description: 'Work that waits for workers, in rows of a table. Each count is at most 10,000.',
})
export class JobQueueType {
  @Field(() => queueNameEnum, { description: 'Its name.' })
  name!: QueueName

  @Field(() => Int, { description: 'Rows that a worker may take now.' })
  ready!: number

  @Field(() => Int, {
    description: 'Rows that are due later; where `leased` is null, also those that a worker has claimed.',
  })
  later!: number

  @Field(() => Int, {
    nullable: true,
    description: 'Rows that a worker has claimed; null where a row does not show it.',
  })
  leased!: number | null

  @Field(() => [String], {
    nullable: true,
    description:
      'The processes that claimed them, by machine and process id, at most 20; null where a row does not show it.',
  })
  leasedBy!: readonly string[] | null

  @Field(() => Int, { description: 'Rows whose last try failed, and that are tried again.' })
  failing!: number

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'Since when the oldest ready row has been ready; null when none is.',
  })
  oldestReadyAt!: Instant | null

  @Field(() => [String], {
    description: 'The jobs that take from it, by their names in metrics and in the log.',
  })
  jobs!: readonly string[]

  @Field(() => QueuePauseType, { nullable: true, description: 'Null while workers take from it.' })
  pause!: QueuePauseType | null
}

export const toJobQueue = ({ queue, pause, ...facts }: QueueFacts): JobQueueType => ({
  ...facts,
  name: queue.name,
  jobs: queue.jobs,
  pause: pause && { reason: pause.reason, pausedBy: pause.pausedBy, pausedAt: pause.pausedAt },
})
