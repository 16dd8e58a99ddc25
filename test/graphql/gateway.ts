import { expect } from '@jest/globals'
import { createFacade } from '../../facade/facade.js'
import { operationsDirectory } from '../facade/operations-directory.js'
import { createContext } from '../../src/app/context.js'
import type { Domain } from '../../src/app/domain.js'
import type { Language } from '../../src/kernel/call.js'
import { envelopeOf, valuesOf } from '../../src/cli/conformance/call.js'
import { bodyProblems } from '../../src/cli/conformance/conformance.js'
import { contract } from '../../src/cli/conformance/contract.js'
import type { World } from '../support/world.js'
import { gateway, oncePerWorld } from './support.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

export type Sent = Readonly<Record<string, string>>
export type Values = Record<string, string>

const facadeOf = oncePerWorld((schema) =>
  createFacade({
    schema,
    operations: operationsDirectory,
    onFailure: (error) => {
      throw error
    },
  }),
)

/** The real operations over the real schema and domain, without HTTP. */
export const gatewayOf = (world: World, changes?: Partial<Domain>, language: Language = 'en') => {
  const { domain, value: facade } = facadeOf(world, changes)
  const call = async (operation: string, sent: Sent): Promise<{ status: number; body: string }> => {
    const body = JSON.stringify(envelopeOf(operation, sent))
    return facade.handle(present(contract[operation]).endpoint, body, (facts) =>
      createContext(
        domain,
        world.call({
          actor: gateway,
          language,
          session: facts.sessionIdentifier,
          journey: facts.journeyIdentifier,
        }),
      ),
    )
  }
  /** Checks that the answer, also of a failure, conforms to the contract. */
  const conforming = async (operation: string, sent: Sent): Promise<string> => {
    const { status, body } = await call(operation, sent)
    expect([status, body]).toEqual([200, body])
    expect(bodyProblems(operation, JSON.parse(body))).toEqual([])
    return body
  }
  return {
    call,
    record: async (operation: string, sent: Sent): Promise<Values> =>
      valuesOf(await conforming(operation, sent)),
    rows: async (operation: string, sent: Sent): Promise<Values[]> => {
      const { argumentsList } = shaped(
        z.object({ argumentsList: z.array(z.unknown()) }),
        JSON.parse(await conforming(operation, sent)),
      )
      return argumentsList.map((pairs) => valuesOf(JSON.stringify({ arguments: pairs })))
    },
  }
}

/** Arguments of a customer's operation. */
export const argumentsOf = (msisdn: string, more: Sent = {}): Sent => ({
  ACCOUNT_HOLDER_MSISDN: msisdn,
  ...more,
})
