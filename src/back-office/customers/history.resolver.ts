import { Args, Authorized, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { CustomerType } from '../../bank/customers/customer.types.js'
import { recordReaders } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows } from '../../platform/graphql/limits.js'
import { history } from './history.connection.js'

@Resolver(() => CustomerType)
export class HistoryResolver {
  @Authorized(recordReaders)
  @FieldResolver(() => history.type, {
    complexity: costOfFirstRows,
    description: 'Everything that is recorded about them, the latest first.',
  })
  history(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => history.args) args: ConnectionArgs,
  ) {
    return history.below({ customerId: key }, context, args)
  }
}
