import { Arg, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql'
import { staff } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { NodeType, type Named } from '../platform/graphql/node.js'
import { findNode, type NodeDeps } from './find-node.js'

@Resolver()
export class NodesResolver {
  constructor(private readonly deps: NodeDeps) {}

  @Authorized(staff)
  @Query(() => NodeType, {
    nullable: true,
    description: 'The object with this id, of any type; null where there is none.',
  })
  node(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'As it was shown to the same reader.' }) id: string,
  ): Promise<(object & Named) | null> {
    return findNode(this.deps, context, id)
  }
}
