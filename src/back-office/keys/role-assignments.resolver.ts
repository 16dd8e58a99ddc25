import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql'
import { keyReaders } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows } from '../../platform/graphql/limits.js'
import { roleAssignments } from './role-assignments.connection.js'

@Resolver()
export class RoleAssignmentsResolver {
  @Authorized(keyReaders)
  @Query(() => roleAssignments.type, {
    complexity: costOfFirstRows,
    description: 'Who had which roles when, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  roleAssignments(@Ctx() context: RequestContext, @Args(() => roleAssignments.args) args: ConnectionArgs) {
    return roleAssignments.page(context, args)
  }
}
