import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows } from '../../../platform/graphql/limits.js'
import { CustomerType } from '../../customers/customer.types.js'
import { ownerOf } from '../../payments/graphql/payments.resolver.js'
import { PositionType, toPosition } from '../../savings/positions/position.types.js'
import { positionsById } from '../../savings/positions/positions.loaders.js'
import { dayExceptions } from '../clocks.connection.js'
import { DayExceptionType } from '../walk.types.js'

@Resolver(() => DayExceptionType)
export class DayExceptionsResolver {
  @Authorized(staff)
  @Query(() => dayExceptions.type, {
    complexity: costOfFirstRows,
    description: 'Positions that a night has set aside, the oldest first. Refuses: INVALID_ARGUMENT.',
  })
  dayExceptions(@Ctx() context: RequestContext, @Args(() => dayExceptions.args) args: ConnectionArgs) {
    return dayExceptions.page(context, args)
  }

  @FieldResolver(() => PositionType, { nullable: true, description: 'The position.' })
  async position(
    @Root() { positionId }: DayExceptionType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<PositionType | null> {
    const view = await load(positionsById, positionId)
    return view ? toPosition(view, call) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer that it belongs to.' })
  customer(
    @Root() exception: DayExceptionType,
    @Ctx() context: RequestContext,
  ): Promise<CustomerType | null> {
    return ownerOf(exception, context)
  }
}

@Resolver(() => CustomerType)
export class CustomerDayExceptionsResolver {
  @Authorized(staff)
  @FieldResolver(() => dayExceptions.type, {
    complexity: costOfFirstRows,
    description: 'Their positions that a night has set aside, the oldest first.',
  })
  dayExceptions(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => dayExceptions.args) args: ConnectionArgs,
  ) {
    return dayExceptions.below({ customerId: key }, context, args)
  }
}

@Resolver(() => PositionType)
export class PositionDayExceptionsResolver {
  @Authorized(staff)
  @FieldResolver(() => dayExceptions.type, {
    complexity: costOfFirstRows,
    description: 'The steps of a night that set it aside, the oldest first.',
  })
  dayExceptions(
    @Root() { id }: PositionType,
    @Ctx() context: RequestContext,
    @Args(() => dayExceptions.args) args: ConnectionArgs,
  ) {
    return dayExceptions.below({ positionId: id }, context, args)
  }
}
