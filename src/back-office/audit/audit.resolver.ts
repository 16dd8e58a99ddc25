import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../bank/customers/customer.types.js'
import { customersById } from '../../bank/customers/customers.loaders.js'
import { recordReaders } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows } from '../../platform/graphql/limits.js'
import { auditEntries } from './audit.connection.js'
import { AuditEntryType } from './audit.types.js'

@Resolver(() => AuditEntryType)
export class AuditResolver {
  @Authorized(recordReaders)
  @Query(() => auditEntries.type, {
    complexity: costOfFirstRows,
    description: 'Who did what to what, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  auditEntries(@Ctx() context: RequestContext, @Args(() => auditEntries.args) args: ConnectionArgs) {
    return auditEntries.page(context, args)
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer that it is about; null for none.',
  })
  async customer(
    @Root() { customerId }: AuditEntryType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerAuditResolver {
  @Authorized(recordReaders)
  @FieldResolver(() => auditEntries.type, {
    complexity: costOfFirstRows,
    description: 'The audit log of this customer, the latest first.',
  })
  auditEntries(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => auditEntries.args) args: ConnectionArgs,
  ) {
    return auditEntries.below({ customerId: key }, context, args)
  }
}
