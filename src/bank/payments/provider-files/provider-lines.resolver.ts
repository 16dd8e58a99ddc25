import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql'
import { recordReaders } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { rowsAsked } from '../../../platform/graphql/limits.js'
import { providerLines } from './provider-lines.connection.js'

@Resolver()
export class ProviderLinesResolver {
  @Authorized(recordReaders)
  @Query(() => providerLines.type, {
    complexity: rowsAsked,
    description: "Lines of the provider's settlement files, the latest first. Refuses: INVALID_ARGUMENT.",
  })
  providerLines(@Ctx() context: RequestContext, @Args(() => providerLines.args) args: ConnectionArgs) {
    return providerLines.page(context, args)
  }
}
