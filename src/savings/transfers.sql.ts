/** The money of a transfer is with the customer: the provider said so, or people paid it another way. */
export const hasArrivedSql = (order: string): string =>
  `(${order}.status = 'SUCCESSFUL' OR ${order}.paid_otherwise_on IS NOT NULL)`

/** How much of a collection has been paid back. */
export const refundedSql = (taken: string): string => `
  (SELECT COALESCE(SUM(refunds.amount), 0) FROM payment_orders refunds
   WHERE refunds.refund_of = ${taken}.id AND ${hasArrivedSql('refunds')})`

/** The day on which the last of it that has been paid back was booked. */
export const refundedOnSql = (taken: string): string => `
  (SELECT MAX(COALESCE(refunds.paid_otherwise_on, refunds.settled_on)) FROM payment_orders refunds
   WHERE refunds.refund_of = ${taken}.id AND ${hasArrivedSql('refunds')})`

/** The transfer, which has not arrived, is what its part waits for: no later attempt carries the money, and none brought it. */
export const isCurrentSql = (order: string, carried: 'payout_id' | 'refund_of'): string =>
  `NOT EXISTS (SELECT 1 FROM payment_orders later
   WHERE later.${carried} = ${order}.${carried} AND later.part = ${order}.part
     AND (later.attempt > ${order}.attempt OR ${hasArrivedSql('later')}))`
