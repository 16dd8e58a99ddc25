import { Args, Authorized, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows } from '../../../platform/graphql/limits.js'
import { AccountType, CustomerType } from '../../customers/customer.types.js'
import { ofHolders } from '../../customers/of-holders.js'
import { payouts } from '../payouts/payouts.connection.js'
import { PositionType } from './position.types.js'
import { deposits, positions } from './positions.connection.js'

@Resolver(() => CustomerType)
export class CustomerPositionsResolver {
  @FieldResolver(() => positions.type, {
    complexity: costOfFirstRows,
    description: 'Their savings, the latest first.',
  })
  positions(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => positions.args) args: ConnectionArgs,
  ) {
    return positions.below({ customerId: key }, context, args)
  }

  @FieldResolver(() => deposits.type, {
    complexity: costOfFirstRows,
    description: 'Their deposits, the latest first.',
  })
  deposits(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => deposits.args) args: ConnectionArgs,
  ) {
    return deposits.below({ customerId: key }, context, args)
  }
}

@Resolver(() => PositionType)
export class PositionPayoutsResolver {
  @Authorized(staff)
  @FieldResolver(() => payouts.type, {
    complexity: costOfFirstRows,
    description: 'All its payouts, the latest first, also those that were given back.',
  })
  payouts(
    @Root() { id }: PositionType,
    @Ctx() context: RequestContext,
    @Args(() => payouts.args) args: ConnectionArgs,
  ) {
    return payouts.below({ positionId: id }, context, args)
  }
}

@Resolver(() => AccountType)
export class AccountSavingsResolver {
  @FieldResolver(() => positions.type, {
    complexity: costOfFirstRows,
    description: 'Its savings, the latest first.',
  })
  positions(
    @Root() { key }: AccountType,
    @Ctx() context: RequestContext,
    @Args(() => positions.args) args: ConnectionArgs,
  ) {
    return positions.below({ accountId: key }, context, args, { narrow: ofHolders('positions.customer_id') })
  }

  @FieldResolver(() => deposits.type, {
    complexity: costOfFirstRows,
    description: 'Its deposits, the latest first.',
  })
  deposits(
    @Root() { key }: AccountType,
    @Ctx() context: RequestContext,
    @Args(() => deposits.args) args: ConnectionArgs,
  ) {
    return deposits.below({ accountId: key }, context, args, { narrow: ofHolders('deposits.customer_id') })
  }
}
