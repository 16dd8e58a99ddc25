import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { ClockView } from './clocks.read.js'

@ObjectType('Clock', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A test clock: a movable today, by which customers live who were registered with it.',
})
export class ClockType {
  @Field(() => ID, { description: 'Opaque reference, `CLK-...`.' })
  id!: string

  @Field(() => LocalDateScalar, { description: 'Its today: the last day that it has completed.' })
  now!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was created, in real time.' })
  createdAt!: Instant

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'Where a walk in flight goes; null when it stands.',
  })
  advancingTo!: LocalDate | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: "The last sign of life of the walk's worker, in real time.",
  })
  advanceHeartbeatAt!: Instant | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Null when no walk is in flight, false while it walks or waits for its turn, true when no worker lives.',
  })
  advanceStalled!: boolean | null

  @Field(() => String, {
    nullable: true,
    description: 'The record that a walk in flight stands before; it goes on when that is mended.',
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
