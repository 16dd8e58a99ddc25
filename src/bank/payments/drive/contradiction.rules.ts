import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { contradicts, type OrderStatus } from '../order.rules.js'
import type { StatusResult } from '../port.js'

interface Ended {
  readonly status: OrderStatus
  readonly failureCode: string | null
}

/** As `contradicts`, except for an order whose payment the provider reversed: about it people have already decided. */
export const isContradicted = ({ status, failureCode }: Ended, result: StatusResult): boolean =>
  failureCode !== depositVoided && contradicts(status, result)
