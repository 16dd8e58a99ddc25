import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { contradicts, type OrderStatus } from '../order.rules.js'
import type { StatusResult } from '../port.js'

interface Ended {
  readonly status: OrderStatus
  readonly failureCode: string | null
}

/** As `contradicts`, but false for an order whose payment the provider reversed: people have decided about it already. */
export const isContradicted = ({ status, failureCode }: Ended, result: StatusResult): boolean =>
  failureCode !== depositVoided && contradicts(status, result)
