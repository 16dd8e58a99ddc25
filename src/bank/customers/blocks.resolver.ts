import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { RequestContext } from '../../platform/graphql/context.js'
import { rows } from '../../platform/graphql/limits.js'
import { many } from '../../platform/graphql/loading.js'
import { AccountBlockType, toAccountBlock } from './block.types.js'
import { readBlocks } from './blocks.js'
import { AccountType } from './customer.types.js'

const blocksOfAccount = many(
  ({ read }, ids) => readBlocks(read, ids),
  ({ accountId }) => accountId,
)

@Resolver(() => AccountType)
export class BlocksResolver {
  @FieldResolver(() => [AccountBlockType], {
    complexity: rows(2),
    description: 'Its blocks that are not lifted, the first first; at most one for each cause.',
  })
  async blocks(@Root() { key }: AccountType, @Ctx() { load }: RequestContext): Promise<AccountBlockType[]> {
    return (await load(blocksOfAccount, key)).map(toAccountBlock)
  }
}
