import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { keyManagers } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { rows, writing } from '../platform/graphql/limits.js'
import { InstantScalar } from '../platform/graphql/scalars.js'
import type { Instant } from '../kernel/clock.js'
import { ApiKeyType, CreatedApiKeyType, holderKindEnum, roleEnum, toApiKey } from './keys.types.js'
import { createKey, listKeys, revokeKey, type KeyDeps } from '../platform/identity/manage-keys.js'
import type { HolderKind, Role } from '../platform/identity/roles.js'

@Resolver()
export class KeysResolver {
  private readonly deps: KeyDeps
  private readonly refresh: () => Promise<void>

  constructor({
    database,
    keys: { pepper, refresh },
  }: Pick<KeyDeps, 'database'> & {
    readonly keys: Pick<KeyDeps, 'pepper'> & { readonly refresh: () => Promise<void> }
  }) {
    this.deps = { database, pepper }
    this.refresh = refresh
  }

  @Authorized(keyManagers)
  @Query(() => [ApiKeyType], {
    complexity: rows(50),
    description: 'All keys of the database, by holder, the oldest first.',
  })
  async apiKeys(): Promise<ApiKeyType[]> {
    return (await listKeys(this.deps)).map(toApiKey)
  }

  @Authorized(keyManagers)
  @Mutation(() => CreatedApiKeyType, {
    complexity: writing,
    description:
      'Makes a key. A name that is known, in whichever spelling, is the same holder; nobody gets keys with which they would both propose and approve. Refuses: INVALID_ARGUMENT.',
  })
  async createApiKey(
    @Ctx() { call }: RequestContext,
    @Arg('name', () => String, { description: 'Of the person or system, at most 64 characters.' })
    name: string,
    @Arg('roles', () => [roleEnum], { description: 'At least one.' }) roles: Role[],
    @Arg('kind', () => holderKindEnum, { description: 'Who will hold it.' }) kind: HolderKind,
    @Arg('expiresAt', () => InstantScalar, { nullable: true, description: 'When it ends; null for never.' })
    expiresAt?: Instant | null,
  ): Promise<CreatedApiKeyType> {
    const created = await createKey(this.deps, call, { name, roles, kind, expiresAt: expiresAt ?? null })
    await this.refresh()
    return { text: created.text, key: toApiKey(created) }
  }

  @Authorized(keyManagers)
  @Mutation(() => ApiKeyType, {
    complexity: writing,
    description:
      'Ends a key from the next request on, in every process within two seconds, and all that was given out on it. Refuses: INVALID_REFERENCE.',
  })
  async revokeApiKey(
    @Ctx() { call }: RequestContext,
    @Arg('id', () => ID, { description: 'Of the key.' }) id: string,
  ): Promise<ApiKeyType> {
    const revoked = await revokeKey(this.deps, call, id)
    await this.refresh()
    return toApiKey(revoked)
  }
}
