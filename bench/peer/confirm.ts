import { randomUUID } from 'node:crypto'
import type { Pool, PoolConnection } from 'mysql2/promise'
import { messagesFor } from '../../src/bank/messages/messages.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { rowOf } from './database.js'
import { businessDate } from './dates.js'
import { answer, type PeerCall } from './wire.js'

interface CustomerRow {
  readonly id: string
  readonly clock_id: string | null
  readonly account_id: string | null
  readonly account_status: string | null
}

interface ClockRow {
  readonly now_on: string
  readonly advancing_to: string | null
}

interface QuoteRow {
  readonly terms: string | null
  readonly business_on: string
  readonly expires_at: number
  readonly order_status: string | null
  readonly order_failure: string | null
}

interface RoomRow {
  readonly max_balance: number
  readonly taken: number
  readonly in_flight: number
  readonly joinable: number
}

interface KeptTerms {
  readonly amount: string
  readonly currency: string
  readonly productCode: string
  readonly termMonths: number
  readonly positionId: string | null
}

/** The customer and the open account, locked until the transaction ends. */
const lockStatement = `
SELECT customers.id, customers.clock_id, accounts.id AS account_id, accounts.status AS account_status
FROM customers LEFT JOIN accounts ON accounts.open_key = customers.id
WHERE customers.msisdn = ? FOR UPDATE`

/** The customer's quote and the order that it may have already, in one round trip. */
const quoteStatement = `
SELECT quotes.terms, quotes.business_on, quotes.expires_at,
  orders.status AS order_status, orders.failure_code AS order_failure
FROM request_log quotes
LEFT JOIN payment_orders orders ON orders.quote_reference = quotes.reference
WHERE quotes.reference = ? AND quotes.customer_id = ? AND quotes.operation = 'create_deposit_summary'`

/**
 * The product on sale, how much the customer has in it, and whether the quoted position still accepts deposits, in one
 * round trip.
 */
const roomStatement = `
SELECT product.max_balance,
  (SELECT CAST(COALESCE(SUM(principal), 0) AS SIGNED) FROM positions JOIN deposits ON deposits.position_id = positions.id
   WHERE positions.customer_id = ? AND positions.product_code = product.code AND positions.status <> 'CLOSED'
     AND positions.maturity_on > ?) AS taken,
  (SELECT CAST(COALESCE(SUM(amount), 0) AS SIGNED) FROM payment_orders
   WHERE customer_id = ? AND product_code = product.code AND kind = 'COLLECT'
     AND status IN ('CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')) AS in_flight,
  (SELECT COUNT(*) FROM positions
   WHERE id = ? AND customer_id = ? AND status = 'OPEN' AND maturity_on > ?) AS joinable
FROM product_versions product
WHERE product.code = ? AND product.on_sale = 1
  AND product.version = (SELECT MAX(version) FROM product_versions newest WHERE newest.code = product.code)`

interface Outcome {
  readonly status: string
  readonly terms?: KeptTerms
  readonly failure?: string
}

const refused = (failure: string): Outcome => ({ status: 'FAILED', failure })

const earlierOutcome = (quote: QuoteRow, terms: KeptTerms): Outcome => {
  if (quote.order_status === 'FAILED') return refused(quote.order_failure ?? 'PROVIDER_ERROR')
  return { status: quote.order_status === 'SUCCESSFUL' ? 'SUCCESSFUL' : 'PENDING_VALIDATION', terms }
}

const roomRefusal = (room: RoomRow | undefined, terms: KeptTerms): string | undefined => {
  if (!room) return 'PRODUCT_NOT_AVAILABLE'
  if (terms.positionId !== null && room.joinable === 0) return 'TERMS_CHANGED'
  return Number(terms.amount) > room.max_balance - room.taken - room.in_flight ? 'ABOVE_MAXIMUM' : undefined
}

const decide = async (
  connection: PoolConnection,
  msisdn: string,
  reference: string,
  call: PeerCall,
): Promise<Outcome> => {
  const customer = await rowOf<CustomerRow>(connection, lockStatement, [msisdn])
  if (!customer?.account_id) return refused('NOT_REGISTERED')
  const clock = customer.clock_id
    ? await rowOf<ClockRow>(
        connection,
        'SELECT now_on, advancing_to FROM clocks WHERE id = ? LOCK IN SHARE MODE',
        [customer.clock_id],
      )
    : undefined
  const quote = await rowOf<QuoteRow>(connection, quoteStatement, [reference, customer.id])
  if (!quote || quote.terms === null) return refused('INVALID_REFERENCE')
  const terms = JSON.parse(quote.terms) as KeptTerms
  if (quote.order_status !== null) return earlierOutcome(quote, terms)
  if (customer.account_status !== 'ACTIVE') return refused('ACCOUNT_CLOSING')
  if (clock?.advancing_to) return refused('CLOCK_ADVANCING')
  const now = systemClock.now()
  const today = clock?.now_on ?? businessDate()
  if (now >= quote.expires_at || quote.business_on !== today) return refused('REFERENCE_EXPIRED')
  const { id } = customer
  const room = await rowOf<RoomRow>(connection, roomStatement, [
    id,
    today,
    id,
    terms.positionId,
    id,
    today,
    terms.productCode,
  ])
  const refusal = roomRefusal(room, terms)
  if (refusal) return refused(refusal)
  const orderId = randomUUID()
  await connection.execute(
    `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
       failure_code, quote_reference, product_code, business_on, sends, polls, due_at, created_at)
     VALUES (?, 'COLLECT', ?, ?, ?, ?, ?, ?, ?, 'CREATED', NULL, ?, ?, ?, 0, 0,
       CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED), CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED))`,
    [
      orderId,
      id,
      customer.account_id,
      customer.clock_id ?? 'system',
      msisdn,
      terms.amount,
      terms.currency,
      messagesFor(call.language).payerNote(terms),
      reference,
      terms.productCode,
      today,
    ],
  )
  await connection.execute(
    `INSERT INTO audit_log (id, at, actor, action, customer_id, subject, state_before, state_after)
     VALUES (?, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED), ?, 'CONFIRM_DEPOSIT', ?, ?, NULL, ?)`,
    [
      newId(now),
      call.caller,
      id,
      orderId,
      JSON.stringify({ reference, amount: terms.amount, status: 'CREATED' }),
    ],
  )
  return { status: 'PENDING_VALIDATION', terms }
}

const inTransaction = async <T>(pool: Pool, work: (connection: PoolConnection) => Promise<T>): Promise<T> => {
  const connection = await pool.getConnection()
  try {
    await connection.query('START TRANSACTION')
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  } finally {
    connection.release()
  }
}

const messageOf = (call: PeerCall, { status, terms }: Outcome): string | undefined => {
  if (!terms) return undefined
  const { payment, underWay } = messagesFor(call.language)
  const facts = { amount: BigInt(terms.amount), currency: terms.currency }
  return status === 'SUCCESSFUL' ? payment.succeeded(facts) : underWay.DEPOSIT.REQUESTED(facts)
}

export const confirmation = async (pool: Pool, msisdn: string, call: PeerCall): Promise<string> => {
  const reference = call.arguments.get('deposit_reference') ?? ''
  const outcome = await inTransaction(pool, (connection) => decide(connection, msisdn, reference, call))
  return answer({
    deposit_status: outcome.status,
    deposit_reference: reference,
    payment_message: messageOf(call, outcome),
    failure_reason: outcome.failure,
  })
}
