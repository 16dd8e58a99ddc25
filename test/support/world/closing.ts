import { resetCustomer } from '../../../src/bank/savings/closing/reset-customer.js'
import type { Reset } from '../../../src/bank/savings/rules/reset.rules.js'
import { continueClosings } from '../../../src/bank/savings/closing/continue-closings.js'
import { confirmOptOut } from '../../../src/bank/savings/closing/confirm-opt-out.js'
import {
  readOptOutPositions,
  type OptOut,
  type OptOutPositions,
} from '../../../src/bank/savings/closing/opt-out.read.js'
import type { Msisdn } from '../../../src/kernel/msisdn.js'

import { neverAborted, type Wiring } from './wiring.js'

export interface ClosingActs {
  readonly optOutPositions: (msisdn: Msisdn) => Promise<OptOutPositions>
  readonly optOut: (msisdn: Msisdn) => Promise<OptOut>
  /** Runs the job that books the remaining slices of opt-outs. */
  readonly continueClosings: () => Promise<void>
  /** Asks once for the reset of a test customer: a reset takes several calls. */
  readonly reset: (msisdn: Msisdn) => Promise<Reset>
}

export const closingActs = ({ database, deps, walks, call }: Wiring): ClosingActs => ({
  optOutPositions: (msisdn) => readOptOutPositions(database, call(), msisdn),
  optOut: (msisdn) => confirmOptOut(deps, call(), { msisdn }),
  continueClosings: () => continueClosings({ ...walks, onOrder: deps.onOrder }, neverAborted()),
  reset: (msisdn) => resetCustomer(deps, call(), { msisdn }),
})
