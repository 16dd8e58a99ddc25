import { Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { keyOfId } from '../../kernel/ids.js'
import { keyManagers, keyReaders } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfRows, costOfWriting } from '../../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../../platform/graphql/mutation.js'
import { InstantScalar } from '../../platform/graphql/scalars.js'
import type { Instant } from '../../kernel/clock.js'
import { ApiKeyType, holderKindEnum, roleEnum, toApiKey } from './keys.types.js'
import { createKey, listKeys, revokeKey, type KeyDeps } from '../../platform/identity/keys/manage-keys.js'
import type { HolderKind, Role } from '../../platform/identity/roles.js'

const creating = mutationOf({
  name: 'CreateApiKey',
  to: 'making a key',
  takes: {
    name: {
      type: () => String,
      isRequired: true,
      description: 'The name of the person or system, at most 64 characters.',
    },
    roles: { type: () => [roleEnum], isRequired: true, description: 'The roles, at least one.' },
    kind: {
      type: () => holderKindEnum,
      isRequired: true,
      description: 'Whether a person or a system will hold it.',
    },
    expiresAt: { type: () => InstantScalar, description: 'When it ends; null for never.' },
    idempotencyKey,
  },
  gives: {
    text: {
      type: () => String,
      description: 'The key itself, shown only this once: null for a repeated call, or where refused.',
    },
    key: { type: () => ApiKeyType, description: 'The key without its secret; null where refused.' },
  },
  refuses: ['INVALID_ARGUMENT'],
})

const revoking = mutationOf({
  name: 'RevokeApiKey',
  to: 'ending a key',
  takes: { id: { type: () => ID, isRequired: true, description: 'The id of the key.' }, idempotencyKey },
  gives: { key: { type: () => ApiKeyType, description: 'The ended key; null where refused.' } },
  refuses: ['INVALID_REFERENCE', 'INVALID_ARGUMENT'],
})

interface CreateApiKey {
  readonly idempotencyKey: string
  readonly name: string
  readonly roles: Role[]
  readonly kind: HolderKind
  readonly expiresAt?: Instant | null
}

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

  @Authorized(keyReaders)
  @Query(() => [ApiKeyType], {
    complexity: costOfRows(50),
    description: 'All keys of the database, by holder, the oldest first.',
  })
  async apiKeys(): Promise<ApiKeyType[]> {
    return (await listKeys(this.deps)).map(toApiKey)
  }

  @Authorized(keyManagers)
  @Mutation(() => creating.payload, {
    complexity: costOfWriting,
    description:
      'Creates a key. A known name, in whichever spelling, is the same holder; no holder gets keys with which they could both propose and approve.',
  })
  createApiKey(@Ctx() context: RequestContext, @InputArg(creating.input) input: CreateApiKey) {
    const created = async () => {
      const { name, roles, kind, expiresAt } = input
      const call = withIdempotencyKey(context, 'createApiKey', input)
      const made = await createKey(this.deps, call, { name, roles, kind, expiresAt: expiresAt ?? null })
      await this.refresh()
      return { text: made.text, key: toApiKey(made) }
    }
    return creating.answer(created())
  }

  @Authorized(keyManagers)
  @Mutation(() => revoking.payload, {
    complexity: costOfWriting,
    description:
      'Revokes a key, and everything that was issued with it: in this process at once, in every other one within two seconds.',
  })
  revokeApiKey(
    @Ctx() context: RequestContext,
    @InputArg(revoking.input) input: { readonly id: string; readonly idempotencyKey: string },
  ) {
    const revoked = async () => {
      const ended = await revokeKey(
        this.deps,
        withIdempotencyKey(context, 'revokeApiKey', input),
        keyOfId('ApiKey', input.id),
      )
      await this.refresh()
      return { key: toApiKey(ended) }
    }
    return revoking.answer(revoked())
  }
}
