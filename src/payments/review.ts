import type { Tx } from '../database/database.js'
import { databaseNow, insertOrKeep } from '../database/rows.js'
import type { Instant } from '../shared/clock.js'
import { newId } from '../shared/ids.js'
import type { ReviewKind } from './order.rules.js'
import { ReviewCase, type PaymentOrder } from './payment.entity.js'

const detailLengthMax = 500

/** Tells people to look at an order; one open question an order and kind. */
export const openReview = (
  tx: Tx,
  now: Instant,
  order: Pick<PaymentOrder, 'id' | 'customerId'>,
  kind: ReviewKind,
  detail: string,
): Promise<void> =>
  insertOrKeep(
    tx,
    ReviewCase,
    {
      id: newId(now),
      kind,
      orderId: order.id,
      customerId: order.customerId,
      detail: detail.slice(0, detailLengthMax),
      status: 'OPEN',
      openedAt: databaseNow,
    },
    'id',
  )
