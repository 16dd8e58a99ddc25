import { createFacade, type Facade, type FacadeCall } from '../../facade/facade.js'
import { operationsDirectory } from './operations-directory.js'
import { stubSchema, zeroBalance, type Stubs } from './stub-schema.js'
import { present } from '../support/present.js'

const clock = {
  id: 'CLK-1',
  now: '2026-03-01',
  createdAt: '2026-03-01T11:00:00.000Z',
  attachedCustomerCount: 0,
}

/** Stubs that answer every operation as the service does for a number that is not registered. */
export const unregisteredStubs: Stubs = {
  registration: () => ({ status: 'NOT_REGISTERED' }),
  emailOnFile: () => ({ email: '', status: 'NOT_REGISTERED' }),
  savingsBalance: async () => zeroBalance,
  productsOnSale: async () => [
    {
      code: 'LOCK1M',
      accrualPeriod: 'MONTH',
      accrualPeriods: 1,
      rate: '3.00',
      minAmount: '1000',
      maxBalance: '2000000',
      currency: 'XAF',
    },
  ],
  openPositions: () => [],
  transactions: () => [],
  registerCustomer: () => ({ result: 'FAILED', refusal: { code: 'INVALID_EMAIL', message: 'no' } }),
  quoteDeposit: () => ({ status: 'NOT_REGISTERED', currency: 'XAF' }),
  confirmDeposit: () => ({ status: 'FAILED', failureReason: 'NOT_REGISTERED' }),
  clock: () => clock,
  clockedCustomers: () => [],
  createClock: () => ({ clock }),
  advanceClock: () => ({ clock }),
  quoteWithdrawal: () => ({ status: 'NOT_FOUND', totalPayout: '0', currency: 'XAF' }),
  prepareStatement: () => ({ reference: 'STM-1' }),
  requestStatement: () => ({ status: 'FAILED', refusal: { code: 'NOT_REGISTERED', message: 'no' } }),
  statementStanding: () => ({ status: 'NOT_FOUND' }),
  optOutPositions: () => [],
  resetCustomer: () => ({ status: 'FAILED' }),
  optOut: () => ({ status: 'FAILED', refusal: { code: 'NOT_REGISTERED', message: 'no' } }),
  confirmWithdrawal: () => ({ status: 'FAILED', failureReason: 'NOT_REGISTERED' }),
}

export interface StubFacade extends Facade {
  /** The calls of `onFailure`, in order. */
  failures: { error: unknown; call: FacadeCall; requestId: string | undefined }[]
}

/** The context of a call: the stubs of its test, and the test's own context. */
interface StubContext {
  readonly stubs: Stubs
  readonly context: unknown
}

const failuresOf = new WeakMap<FacadeCall, StubFacade['failures']>()
const stubsOfEachCall: Stubs = new Proxy<Stubs>(
  {},
  {
    get: (_none, field: string) => (args: Record<string, unknown>, behind: unknown) => {
      const { stubs, context } = behind as StubContext
      return stubs[field]?.(args, context)
    },
  },
)

/** Compiled once, because it is the same for all stubs. */
const compiled = createFacade({
  schema: stubSchema(stubsOfEachCall),
  operations: operationsDirectory,
  onFailure: (error, call, requestId) => ({
    incident: `incident-${present(failuresOf.get(call)).push({ error, call, requestId })}`,
    isOutage: error instanceof Error && error.message.includes('outage'),
  }),
})

/** The facade with the real operation files over stub resolvers. */
export const stubFacade = (changes: Stubs = {}): StubFacade => {
  const stubs = { ...unregisteredStubs, ...changes }
  const failures: StubFacade['failures'] = []
  return {
    operations: compiled.operations,
    failures,
    handle: (endpoint, body, contextFor, requestId) =>
      compiled.handle(
        endpoint,
        body,
        (call): StubContext => {
          failuresOf.set(call, failures)
          return { stubs, context: contextFor(call) }
        },
        requestId,
      ),
  }
}
