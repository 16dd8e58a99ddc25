import { createConnection, type Connection } from 'mysql2/promise'
import { parseProducts } from '../src/bank/products/product-file.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/app/config/config.js'
import { addDays, addMonths, civilDate } from '../src/kernel/calendar.js'
import { systemClock } from '../src/kernel/clock.js'
import { newId, newReference, providerReferenceOf } from '../src/kernel/ids.js'
import { dayCountBasis } from '../src/kernel/interest.js'
import { market } from '../src/kernel/market.js'
import { msisdnOf } from './requests.js'

type Row = (string | number | null)[]

/** Rows of one table, written in batches of one statement each. */
interface Batch {
  readonly statement: string
  readonly rows: Row[]
}

const rowsPerStatement = 2000

const batch = (table: string, columns: string): Batch => ({
  statement: `INSERT INTO ${table} (${columns}) VALUES ?`,
  rows: [],
})

const now = systemClock.now()
const today = civilDate(market.timeZone)(now)

const products = () =>
  parseProducts(readFileSync(join(packageRoot, 'src', 'bank', 'products', 'products.json'), 'utf8'))

/**
 * Fills an empty, migrated database with customers of the real world, who registered in the language that they use.
 * The number of a customer, from 0, decides the rest: one to three positions in different products, with one to three deposits each;
 * about a third of the positions have matured, one customer in fifteen has a payout in flight, and each deposit has its
 * payment order. The ledger stays empty, since no measured operation reads it.
 */
export const loadCustomers = async (databaseUrl: string, count: number): Promise<void> => {
  const tables = {
    customers: batch('customers', 'id, msisdn, email, clock_id, created_at'),
    accounts: batch(
      'accounts',
      'id, customer_id, status, open_key, language, email, opened_on, closed_on, created_at',
    ),
    positions: batch(
      'positions',
      'id, customer_id, account_id, book, product_version_id, product_code, term_months, currency, rate_ppm, ' +
        'early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at',
    ),
    payouts: batch(
      'payouts',
      'id, customer_id, account_id, position_id, open_key, book, withdrawal_reference, basis, effective_rate_ppm, ' +
        'principal, interest, tax, accrued, accrued_net, amount, currency, exited_on, exit_accrued_to, hold_hours, ' +
        'held_until, status, created_at',
    ),
    deposits: batch('deposits', 'id, position_id, customer_id, principal, value_on, created_at'),
    orders: batch(
      'payment_orders',
      'id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status, quote_reference, ' +
        'product_code, business_on, sends, polls, sent_at, settled_at, created_at',
    ),
  }
  const offered = products()

  const addPosition = (customer: number, nth: number, customerId: string, accountId: string): void => {
    const product = offered[(customer + nth) % offered.length]!
    // Opened at most one and a half terms ago, so that some positions have matured.
    const startOn = addDays(today, -((customer * 7 + nth * 13) % (product.termMonths * 45)) - 1)
    const positionId = `POS-${newId(now)}`
    const status = customer % 10 === 0 && nth === 1 ? 'PAYING_OUT' : 'OPEN'
    tables.positions.rows.push([
      positionId,
      customerId,
      accountId,
      'system',
      `${product.code}.${product.version}`,
      product.code,
      product.termMonths,
      product.currency,
      product.ratePpm,
      product.earlyRatePpm,
      dayCountBasis[product.dayCount],
      product.taxPpm,
      startOn,
      addMonths(startOn, product.termMonths),
      status,
      now,
    ])
    let principal = 0
    for (let i = 0; i <= (customer + nth) % 3; i++) {
      const orderId = providerReferenceOf('COLLECT', positionId, i)
      const amount = 1000 + ((customer * 37 + i * 911) % 50_000)
      principal += amount
      tables.deposits.rows.push([orderId, positionId, customerId, amount, startOn, now])
      tables.orders.rows.push([
        orderId,
        'COLLECT',
        customerId,
        accountId,
        'system',
        msisdnOf(customer),
        amount,
        product.currency,
        `Versement epargne ${product.termMonths} mois`,
        'SUCCESSFUL',
        newReference('DEP'),
        product.code,
        startOn,
        1,
        1,
        now,
        now,
        now,
      ])
    }
    if (status === 'PAYING_OUT') {
      const interest = customer % 100
      tables.payouts.rows.push([
        newReference('SET'),
        customerId,
        accountId,
        positionId,
        positionId,
        'system',
        newReference('WDR'),
        'EARLY_EXIT',
        product.earlyRatePpm,
        principal,
        interest,
        0,
        interest,
        interest,
        principal + interest,
        product.currency,
        today,
        today,
        product.holdHours,
        now + 48 * 3_600_000,
        'ON_HOLD',
        now,
      ])
    }
  }

  for (let customer = 0; customer < count; customer++) {
    const customerId = newId(now)
    const accountId = `ACC-${newId(now)}`
    const email = customer % 2 === 0 ? `customer${customer}@example.com` : null
    tables.customers.rows.push([customerId, msisdnOf(customer), email, null, now])
    tables.accounts.rows.push([accountId, customerId, 'ACTIVE', customerId, 'fr', email, today, null, now])
    for (let nth = 0; nth <= customer % 3; nth++) addPosition(customer, nth, customerId, accountId)
  }
  await write(databaseUrl, Object.values(tables))
}

const write = async (databaseUrl: string, batches: readonly Batch[]): Promise<void> => {
  const connection = await createConnection(databaseUrl)
  try {
    for (const { statement, rows } of batches) {
      for (let i = 0; i < rows.length; i += rowsPerStatement) {
        await connection.query(statement, [rows.slice(i, i + rowsPerStatement)])
      }
    }
    await analyze(connection)
  } finally {
    await connection.end()
  }
}

/** Updates the optimizer's statistics now, so that the server does not do it during the measurement. */
const analyze = (connection: Connection) =>
  connection.query(
    'ANALYZE TABLE customers, accounts, positions, deposits, payouts, payment_orders, product_versions',
  )
