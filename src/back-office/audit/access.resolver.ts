import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../bank/customers/customer.types.js'
import { customersById } from '../../bank/customers/customers.loaders.js'
import { recordReaders } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows } from '../../platform/graphql/limits.js'
import { accessEntries } from './access.connection.js'
import { AccessEntryType } from './access.types.js'

@Resolver(() => AccessEntryType)
export class AccessResolver {
  @Authorized(recordReaders)
  @Query(() => accessEntries.type, {
    complexity: costOfFirstRows,
    description:
      'Which staff saw personal data of which customers, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  accessEntries(@Ctx() context: RequestContext, @Args(() => accessEntries.args) args: ConnectionArgs) {
    return accessEntries.page(context, args)
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer who was shown.' })
  async customer(
    @Root() { customerId }: AccessEntryType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerAccessResolver {
  @Authorized(recordReaders)
  @FieldResolver(() => accessEntries.type, {
    complexity: costOfFirstRows,
    description: 'The accesses of staff to their personal data, the latest first.',
  })
  accessEntries(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => accessEntries.args) args: ConnectionArgs,
  ) {
    return accessEntries.below({ customerId: key }, context, args)
  }
}
