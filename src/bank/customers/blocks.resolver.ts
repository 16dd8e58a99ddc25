import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { staff } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../platform/graphql/limits.js'
import { AccountBlockType, blockCauseEnum } from './block.types.js'
import { AccountType, CustomerType, toCustomer } from './customer.types.js'
import { blocks } from './customers.connection.js'
import { customersById } from './customers.loaders.js'

/** The arguments of a page with all open blocks of an account: at most one for each cause. */
const allOpen = { first: Object.keys(blockCauseEnum).length, sort: 'OLDEST' } as const
const openOnly = { sql: 'account_blocks.open_key IS NOT NULL', parameters: [] }

@Resolver(() => AccountType)
export class BlocksResolver {
  @FieldResolver(() => [AccountBlockType], {
    complexity: costOfRows(2),
    description: 'Its blocks that are not lifted, oldest first; at most one for each cause.',
  })
  blocks(@Root() { key }: AccountType, @Ctx() context: RequestContext) {
    return blocks.below({ accountId: key }, context, allOpen, { only: [openOnly] }).nodes()
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer that it belongs to.' })
  async customer(
    @Root() { customerId }: AccountType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const found = await load(customersById, customerId)
    return found ? toCustomer(found, personal) : null
  }
}

@Resolver(() => AccountBlockType)
export class AccountBlocksResolver {
  @Authorized(staff)
  @Query(() => blocks.type, {
    complexity: costOfFirstRows,
    description: 'Blocks of accounts, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  blocks(@Ctx() context: RequestContext, @Args(() => blocks.args) args: ConnectionArgs) {
    return blocks.page(context, args)
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer of the account.' })
  async customer(
    @Root() { customerKey }: AccountBlockType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const found = await load(customersById, customerKey)
    return found ? toCustomer(found, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerBlocksResolver {
  @Authorized(staff)
  @FieldResolver(() => blocks.type, {
    complexity: costOfFirstRows,
    description: 'All blocks of their accounts, the latest first, those that were lifted too.',
  })
  blocks(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => blocks.args) args: ConnectionArgs,
  ) {
    return blocks.below({ customerId: key }, context, args)
  }
}
