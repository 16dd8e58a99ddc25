import { Counter, Gauge, type Registry } from 'prom-client'
import { systemClockId } from '../business-clock/clock.entity.js'
import type { Database, Row } from '../../platform/database/database.js'
import type { Log } from '../../kernel/log.js'
import { reviewKinds } from './order.rules.js'
import type { PaymentKind } from './port.js'
import { publishedReasons, unpublishedReasons } from '../failure-reasons/provider-reasons.rules.js'
import { columns, integer, text } from '../../platform/database/read-row.js'

const countOf = columns({ kind: text, n: integer })

/** A scrape counts up to this number, which bounds its cost; a higher number would be no more alarming. */
const countMax = 10_000

const openCases = `
  SELECT kind, COUNT(*) AS n FROM (
    SELECT review_cases.kind FROM review_cases JOIN payment_orders ON payment_orders.id = review_cases.order_id
    WHERE review_cases.status = 'OPEN' AND book = '${systemClockId}' LIMIT ${countMax}) open_cases GROUP BY kind`

/** The condition on due_at keeps ended orders from being read: they have none. */
const underReview = `
  SELECT kind, COUNT(*) AS n FROM (
    SELECT kind FROM payment_orders WHERE due_at >= 0 AND status = 'UNDER_REVIEW' AND book = '${systemClockId}'
    LIMIT ${countMax}) reviewed
  GROUP BY kind`

/** The previous attempt at the same transfer was refused because our float was empty. */
const floatWasEmptyBefore = (
  purposeColumn: 'payout_id' | 'refund_of',
): string => `EXISTS (SELECT 1 FROM payment_orders failed
  WHERE failed.${purposeColumn} = waiting.${purposeColumn} AND failed.part = waiting.part AND failed.attempt = waiting.attempt - 1
    AND failed.provider_reason = 'NOT_ENOUGH_FUNDS')`

const waitingForFloat = `
  SELECT 'PAY_OUT' AS kind, COUNT(*) AS n FROM (
    SELECT waiting.id FROM payment_orders waiting
    WHERE waiting.due_at >= 0 AND waiting.status = 'CREATED' AND waiting.attempt > 1 AND waiting.book = '${systemClockId}'
      AND (${floatWasEmptyBefore('payout_id')} OR ${floatWasEmptyBefore('refund_of')}) LIMIT ${countMax}) kept`

const paymentKinds: readonly PaymentKind[] = ['COLLECT', 'PAY_OUT']

const knownReasons: ReadonlySet<string> = new Set([...publishedReasons, ...unpublishedReasons])

const otherReason = 'OTHER'

/** All reasons that we do not know share one label. */
const reasonLabel = (reason: string): string => (knownReasons.has(reason) ? reason : otherReason)

/** All series start at 0: otherwise payouts that all fail in one night, between two scrapes, would be no increase. */
const createEndedCounter = (registers: [Registry]): Counter<'kind' | 'status' | 'reason'> => {
  const ended = new Counter({
    name: 'cauri_orders_ended_total',
    help: "Payment orders that ended, by kind, status and, of those that failed, the provider's reason",
    labelNames: ['kind', 'status', 'reason'],
    registers,
  })
  for (const kind of paymentKinds) {
    ended.inc({ kind, status: 'SUCCESSFUL', reason: '' }, 0)
    for (const reason of [...knownReasons, otherReason]) ended.inc({ kind, status: 'FAILED', reason }, 0)
  }
  return ended
}

interface PaymentMetrics {
  /** Counts an alarm about our account or float. */
  readonly onAlarm: (reason: string) => void
  /** Counts the end of an order of the bank's own book. */
  readonly onEnd: (kind: PaymentKind, status: string, reason: string) => void
}

/**
 * Counted as they happen in this process: alarms about our account and float, and orders that end. Counted in SQL at each scrape, for
 * people to act on: open review cases, orders under review, and transfers that wait for our float. Only the bank's own book is
 * counted, without test clocks.
 */
export const registerPaymentMetrics = (
  registers: [Registry],
  { read }: Database,
  log: Log,
): PaymentMetrics => {
  const alarms = new Counter({
    name: 'cauri_wallet_alarms_total',
    help: "Answers of the wallet provider that our own people must act on, by the provider's reason",
    labelNames: ['reason'],
    registers,
  })
  const ended = createEndedCounter(registers)
  const gauge = (name: string, help: string, kinds: readonly string[], statement: string): void => {
    const labelledGauge = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      collect: async () => {
        // During an outage of the database a scrape still works: it gets the last values of these metrics.
        const rows = await read.all(statement).catch((err: unknown): Row[] | undefined => {
          log.warn({ err, metric: name }, 'a metric could not be counted')
          return undefined
        })
        if (!rows) return
        // Report zeros too: a missing series would look like a process that does not run.
        for (const kind of kinds) labelledGauge.set({ kind }, 0)
        for (const { kind, n } of rows.map(countOf)) labelledGauge.set({ kind }, n)
      },
    })
  }
  gauge('cauri_review_cases_open', 'Review cases that people must look at', reviewKinds, openCases)
  gauge('cauri_orders_under_review', 'Payment orders without an answer for a day', paymentKinds, underReview)
  gauge(
    'cauri_transfers_waiting_for_float',
    'Transfers that wait because our float at the provider was empty',
    ['PAY_OUT'],
    waitingForFloat,
  )
  return {
    onAlarm: (reason) => alarms.inc({ reason: reasonLabel(reason) }),
    onEnd: (kind, status, reason) =>
      ended.inc({ kind, status, reason: status === 'FAILED' ? reasonLabel(reason) : '' }),
  }
}
