import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { clockMovers } from '../../../platform/graphql/access.js'
import { MsisdnArg } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { writing } from '../../../platform/graphql/limits.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import { resetCustomer } from './reset-customer.js'
import { ResetPayloadType } from './reset.types.js'

@Resolver()
export class ResetResolver {
  constructor(
    private readonly deps: DepsOf<typeof resetCustomer> & {
      readonly testClocks: { readonly enabled: boolean }
    },
  ) {}

  @Authorized(clockMovers)
  @Mutation(() => ResetPayloadType, {
    complexity: writing,
    description: 'Makes a test customer usable again; each call does what it can. Refuses: FORBIDDEN.',
  })
  async resetCustomer(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<ResetPayloadType> {
    if (!this.deps.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
    return resetCustomer(this.deps, call, { msisdn })
  }
}
