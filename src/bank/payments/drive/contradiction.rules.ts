import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { contradicts, type OrderStatus } from '../order.rules.js'
import type { StatusResult } from '../port.js'

interface EndedOrder {
  readonly status: OrderStatus
  readonly failureCode: string | null
}

/** As `contradicts`, but false for an order whose payment the provider reversed: people have decided about it already. */
export const isContradicted = ({ status, failureCode }: EndedOrder, result: StatusResult): boolean =>
  failureCode !== depositVoided && contradicts(status, result)
