import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { clockMovers } from '../../../platform/graphql/access.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { costOfWriting } from '../../../platform/graphql/limits.js'
import { InputArg } from '../../../platform/graphql/mutation.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import { resetCustomer } from './reset-customer.js'
import { ResetInput, ResetPayloadType, toReset } from './reset.types.js'

@Resolver()
export class ResetResolver {
  constructor(
    private readonly deps: DepsOf<typeof resetCustomer> & {
      readonly testClocks: { readonly enabled: boolean }
    },
  ) {}

  @Authorized(clockMovers)
  @Mutation(() => ResetPayloadType, {
    complexity: costOfWriting,
    description: 'Makes a test customer usable again; each call does what it can.',
  })
  async resetCustomer(
    @Ctx() { call }: RequestContext,
    @InputArg(ResetInput) { msisdn }: { readonly msisdn: Msisdn },
  ): Promise<ResetPayloadType> {
    if (!this.deps.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
    return toReset(await resetCustomer(this.deps, call, { msisdn }))
  }
}
