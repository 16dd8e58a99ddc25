import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { contradicts, type OrderStatus } from '../order.rules.js'
import type { StatusResult } from '../port.js'

interface Ended {
  readonly status: OrderStatus
  readonly failureCode: string | null
}

/** As `contradicts`. For an order whose money the provider took back, people have decided already. */
export const isContradicted = ({ status, failureCode }: Ended, result: StatusResult): boolean =>
  failureCode !== depositVoided && contradicts(status, result)
