import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { ClockView } from './clocks.read.js'

@ObjectType('Clock', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A test clock: a date that can be moved, for the customers that were registered with it.',
})
export class ClockType {
  @Field(() => ID, { description: 'Opaque reference, `CLK-...`.' })
  id!: string

  @Field(() => LocalDateScalar, { description: 'Its date: the last day that it has completed.' })
  now!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was created, in real time.' })
  createdAt!: Instant

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The target date of the walk in progress; null without one.',
  })
  advancingTo!: LocalDate | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: "The last heartbeat of the walk's worker, in real time.",
  })
  advanceHeartbeatAt!: Instant | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Null when no walk is in progress, false while it runs or waits for its turn, true when it has no living worker.',
  })
  advanceStalled!: boolean | null

  @Field(() => String, {
    nullable: true,
    description:
      'The error that stopped the walk in progress, with the invalid record if there is one; the walk is tried again until it succeeds.',
  })
  walkError!: string | null
}

export const toClock = ({ clock, stalled }: ClockView): ClockType => ({
  id: clock.id,
  now: clock.nowOn,
  createdAt: clock.createdAt,
  advancingTo: clock.advancingTo,
  advanceHeartbeatAt: clock.heartbeatAt,
  advanceStalled: stalled,
  walkError: clock.walkError,
})
