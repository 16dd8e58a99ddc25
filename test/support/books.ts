import { toBigint } from '../../src/platform/database/columns.js'
import type { Database, Row } from '../../src/platform/database/database.js'
import { interestOn, taxOn } from '../../src/kernel/interest.js'
import { at, first } from './present.js'
import { dateOf, textOf } from './typed.js'

/**
 * The audit of a whole database, in plain code and other SQL than the service's own: what must hold after every
 * transaction (docs/design/principles.md#the-books-close, docs/design/money-and-ledger.md#the-invariant). Each check
 * returns one sentence for each breach.
 */
type Check = None | Equal | Coded

/** A statement that must return no row. */
interface None {
  readonly what: string
  readonly statement: string
}

/** Statements that return sums, as `amount` by a key `k`. By key, the sums of both sides must be equal. */
interface Equal {
  readonly what: string
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/** A check in code instead of SQL. */
type Coded = (database: Database) => Promise<string[]>

const none = (what: string, statement: string): None => ({ what, statement })

const equal = (what: string, left: string, right: string): Equal => ({ what, left: [left], right: [right] })

const problemsOf = (rows: readonly Row[], what: string): string[] =>
  rows.map(
    (row) =>
      `${what}: ${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))}`,
  )

type Sums = Map<string, bigint>

const add = (sums: Sums, key: string, amount: bigint): Sums => sums.set(key, (sums.get(key) ?? 0n) + amount)

const differences = (what: string, left: Sums, right: Sums): string[] =>
  [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => (left.get(key) ?? 0n) !== (right.get(key) ?? 0n))
    .map((key) => `${what} of ${key}: ${left.get(key) ?? 0n} against ${right.get(key) ?? 0n}`)

/** All totals, with those of busy accounts, which are split over several rows (ledger_shared_totals). */
const allTotals = `(SELECT book, account, dimension, currency, business_on, amount FROM ledger_totals
  UNION ALL SELECT book, account, '', currency, business_on, amount FROM ledger_shared_totals) all_totals`

const closings = equal(
  'balances at the end of a day against postings',
  `SELECT CONCAT_WS(' ', book, account, currency, closed_on) AS k, balance AS amount FROM ledger_closings`,
  // The sum of each day once, then a running sum: a join of closings with all earlier days would grow with the
  // square.
  `SELECT CONCAT_WS(' ', book, account, currency, day) AS k, amount FROM
     (SELECT book, account, currency, day, is_closing,
        SUM(amount) OVER (PARTITION BY book, account, currency ORDER BY day) AS amount
      FROM (SELECT book, account, currency, closed_on AS day, 1 AS is_closing, 0 AS amount FROM ledger_closings
        UNION ALL
        SELECT postings.book, account, currency, business_on AS day, 0 AS is_closing, SUM(amount) AS amount
        FROM postings JOIN journals ON journals.id = postings.journal_id
        GROUP BY postings.book, account, currency, business_on) each_day) running
   WHERE is_closing = 1`,
)

const totals = equal(
  'postings against ledger_totals',
  `SELECT CONCAT_WS(' ', postings.book, account, dimension, currency, business_on) AS k, SUM(amount) AS amount
     FROM postings JOIN journals ON journals.id = postings.journal_id
     GROUP BY postings.book, account, dimension, currency, business_on`,
  `SELECT CONCAT_WS(' ', book, account, dimension, currency, business_on) AS k, SUM(amount) AS amount
     FROM ${allTotals} GROUP BY book, account, dimension, currency, business_on`,
)

/** Only positions that are not withdrawn: a payout is owed in another account. */
const principal = equal(
  'deposits against customer_principal',
  `SELECT CONCAT_WS(' ', positions.book, positions.id, currency) AS k, SUM(principal) AS amount
     FROM positions JOIN deposits ON deposits.position_id = positions.id
     WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.open_key = positions.id)
     GROUP BY positions.book, positions.id, currency`,
  `SELECT CONCAT_WS(' ', book, dimension, currency) AS k, -SUM(amount) AS amount
     FROM postings WHERE account = 'customer_principal' GROUP BY book, dimension, currency`,
)

/** The money of an order has reached the customer: through the wallet, or out of band as two people decided. */
const arrived = (orders: string): string =>
  `(${orders}.status = 'SUCCESSFUL' OR ${orders}.paid_otherwise_on IS NOT NULL)`

/**
 * A day is closed when the clock of its book has passed it; `walk_days` records at which moment. Nothing may be booked in a closed day, and
 * no value date is after its booking date.
 */
const days: readonly Check[] = [
  none(
    'a journal was booked in a closed day',
    `SELECT reference, business_on FROM journals WHERE (SELECT completed_at FROM walk_days
       WHERE walk_days.book = journals.book AND day > business_on ORDER BY day LIMIT 1) < journals.created_at`,
  ),
  none(
    'a journal has no value date, or one after its booking date',
    'SELECT reference, business_on, value_on FROM journals WHERE value_on IS NULL OR value_on > business_on',
  ),
  none(
    'an order has another day than its journal',
    `SELECT orders.id, orders.settled_on, paid_otherwise_on, journals.reference, journals.business_on
     FROM journals JOIN payment_orders orders ON orders.id = SUBSTR(reference, INSTR(reference, ':') + 1)
     LEFT JOIN voided_deposits ON voided_deposits.id = orders.id AND reference LIKE 'DEPOSIT:%'
     WHERE COALESCE(CASE WHEN reference LIKE 'PAID_OTHERWISE:%' THEN paid_otherwise_on
       ELSE COALESCE(voided_deposits.settled_on, orders.settled_on) END, '')
       <> journals.business_on`,
  ),
  none(
    'a payout has another day than its journals',
    `SELECT payouts.id, payouts.settled_on FROM payouts
     LEFT JOIN journals ON journals.reference = CONCAT('GIVE_BACK:', payouts.id)
     LEFT JOIN payment_orders orders ON orders.payout_id = payouts.id AND ${arrived('orders')}
     WHERE payouts.status = 'PAID' OR open_key IS NULL
     GROUP BY payouts.id, payouts.settled_on
     HAVING COALESCE(payouts.settled_on, '') <> COALESCE(MAX(journals.business_on),
       MAX(CASE WHEN orders.status = 'SUCCESSFUL' THEN orders.settled_on ELSE orders.paid_otherwise_on END), '')`,
  ),
]

/**
 * Interest payable of open positions: an exit takes the accrued interest out of the account, and a give-back puts it
 * back. A position that the night has set aside has accrued only up to the day before. A night accrues in parts: while
 * it runs, only the positions of the parts that are done have accrued up to the new day.
 */
const payable: Coded = async ({ read }) => {
  const owed: Sums = new Map()
  const rows = await read.all(
    `SELECT positions.book, product_code, rate_ppm, basis_days, maturity_on, principal, value_on,
       COALESCE(day_exceptions.accrued_to,
         CASE WHEN accruing_to IS NOT NULL AND (maturity_on < accrued_maturity_on
           OR (maturity_on = accrued_maturity_on AND positions.id < accrued_position_id))
         THEN accruing_to ELSE clocks.now_on END) AS accrued_to
     FROM positions
     JOIN deposits ON deposits.position_id = positions.id
     JOIN clocks ON clocks.id = positions.book
     LEFT JOIN day_exceptions ON day_exceptions.position_id = positions.id AND step = 'ACCRUAL'
     WHERE positions.status = 'OPEN'`,
  )
  for (const row of rows) {
    const key = `${row['book']} ${row['product_code']}`
    const interest = interestOn(
      {
        principal: toBigint(row['principal']),
        ratePpm: Number(row['rate_ppm']),
        basisDays: Number(row['basis_days']),
        valueOn: dateOf(textOf(row['value_on'])),
        maturityOn: dateOf(textOf(row['maturity_on'])),
      },
      dateOf(textOf(row['accrued_to'])),
    )
    add(owed, key, interest)
  }
  const posted: Sums = new Map()
  const postings = await read.all(
    `SELECT book, dimension, -SUM(amount) AS amount
     FROM postings WHERE account = 'interest_payable' GROUP BY book, dimension`,
  )
  for (const { book, dimension, amount } of postings) add(posted, `${book} ${dimension}`, toBigint(amount))
  return differences('interest earned against interest_payable', owed, posted)
}

/** The number of settlement journals of an order: one if it succeeded, also if it was voided since, else none. */
const settlements = none(
  'an order is not settled as its status says',
  `SELECT orders.id, orders.status, COUNT(journals.id) AS settlements
   FROM payment_orders orders
   LEFT JOIN journals ON journals.reference IN (CONCAT('DEPOSIT:', orders.id), CONCAT('SUSPENSE:', orders.id))
   WHERE orders.kind = 'COLLECT'
   GROUP BY orders.id, orders.status
   HAVING COUNT(journals.id) <> CASE WHEN orders.status = 'SUCCESSFUL'
     OR orders.id IN (SELECT id FROM voided_deposits) THEN 1 ELSE 0 END`,
)

/** The sum of adjustments to an account, which two people post without a customer or an order. */
const adjusted = (account: string, amount = 'amount'): string =>
  `SELECT CONCAT_WS(' ', postings.book, currency) AS k, SUM(${amount}) AS amount FROM postings
     JOIN journals ON journals.id = postings.journal_id
     WHERE account = '${account}' AND reference LIKE 'ADJUSTMENT:%' GROUP BY postings.book, currency`

/**
 * Two people have voided each voided deposit, once, and two have posted each adjustment. Of a voided deposit, a customer
 * owes us at most what was already paid out.
 */
const voided: readonly Check[] = [
  none(
    'a deposit was not voided by two people',
    `SELECT voided_deposits.id FROM voided_deposits JOIN payment_orders orders ON orders.id = voided_deposits.id
     WHERE orders.status <> 'FAILED' OR orders.failure_code <> 'DEPOSIT_VOIDED' OR orders.amount <> principal
       OR EXISTS (SELECT 1 FROM deposits WHERE deposits.id = voided_deposits.id)
       OR (SELECT COUNT(*) FROM journals WHERE reference = CONCAT('VOID:', orders.id)) <> 1
       OR NOT EXISTS (SELECT 1 FROM proposals WHERE kind = 'VOID_DEPOSIT' AND status = 'DONE'
         AND outcome LIKE CONCAT('%', voided_deposits.id, '%'))`,
  ),
  none(
    'an order is voided without a voided deposit',
    `SELECT id FROM payment_orders WHERE failure_code = 'DEPOSIT_VOIDED' AND id NOT IN (SELECT id FROM voided_deposits)`,
  ),
  none(
    'an adjustment was not posted by two people, or is to an account that follows from customers',
    `SELECT reference, account FROM journals JOIN postings ON postings.journal_id = journals.id
     WHERE reference LIKE 'ADJUSTMENT:%' AND (account NOT IN
         ('wallet_clearing', 'tax_payable', 'settled_otherwise', 'customer_receivable', 'adjustments')
       OR NOT EXISTS (SELECT 1 FROM proposals WHERE kind = 'POST_ADJUSTMENT' AND status = 'DONE'
         AND outcome LIKE CONCAT('%', reference, '%')))`,
  ),
  none(
    'a customer owes us a negative amount, or more than was paid out',
    `SELECT dimension, SUM(amount) AS owed FROM postings LEFT JOIN voided_deposits ON voided_deposits.id = dimension
     WHERE account = 'customer_receivable' GROUP BY dimension, receivable
     HAVING SUM(amount) < 0 OR SUM(amount) > COALESCE(receivable, 0)`,
  ),
  {
    what: 'what was paid out of voided deposits against customer_receivable',
    left: [
      `SELECT CONCAT_WS(' ', orders.book, currency) AS k, SUM(receivable) AS amount FROM voided_deposits
         JOIN payment_orders orders ON orders.id = voided_deposits.id GROUP BY orders.book, currency`,
      adjusted('customer_receivable'),
    ],
    right: [
      `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(amount) AS amount FROM postings
         WHERE account = 'customer_receivable' GROUP BY book, currency`,
    ],
  },
]

/** What is reserved for payouts and has not reached the customer; nothing for a payout that was given back. */
const reserved = equal(
  'payouts not yet paid against payout_reserved',
  `SELECT CONCAT_WS(' ', payouts.book, payouts.id, payouts.currency) AS k, amount - COALESCE((SELECT SUM(orders.amount)
       FROM payment_orders orders WHERE orders.payout_id = payouts.id AND ${arrived('orders')}), 0) AS amount
     FROM payouts WHERE open_key IS NOT NULL`,
  `SELECT CONCAT_WS(' ', book, dimension, currency) AS k, -SUM(amount) AS amount
     FROM postings WHERE account = 'payout_reserved' GROUP BY book, dimension, currency`,
)

/** What has come from wallets less what was sent to wallets. */
const wallet: Equal = {
  what: 'orders that succeeded against wallet_clearing',
  left: [
    `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(CASE WHEN kind = 'COLLECT' THEN amount ELSE -amount END) AS amount
     FROM payment_orders WHERE status = 'SUCCESSFUL' GROUP BY book, currency`,
    adjusted('wallet_clearing'),
  ],
  right: [
    `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(amount) AS amount
     FROM postings WHERE account = 'wallet_clearing' GROUP BY book, currency`,
  ],
}

/** Transfers paid out of band: only refused ones, of closing accounts, confirmed by two people. */
const outOfBand: readonly Check[] = [
  {
    what: 'transfers paid out of band against settled_otherwise',
    left: [
      `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(amount) AS amount FROM payment_orders
         WHERE paid_otherwise_on IS NOT NULL GROUP BY book, currency`,
      adjusted('settled_otherwise', '-amount'),
    ],
    right: [
      `SELECT CONCAT_WS(' ', book, currency) AS k, -SUM(amount) AS amount
         FROM postings WHERE account = 'settled_otherwise' GROUP BY book, currency`,
    ],
  },
  none(
    'a transfer was paid out of band though it was not refused, or by one person',
    `SELECT id FROM payment_orders orders WHERE paid_otherwise_on IS NOT NULL
     AND (kind <> 'PAY_OUT' OR status <> 'FAILED'
       OR EXISTS (SELECT 1 FROM payment_orders later WHERE later.part = orders.part AND later.attempt > orders.attempt
         AND (later.payout_id = orders.payout_id OR later.refund_of = orders.refund_of))
       OR (SELECT COUNT(*) FROM journals WHERE reference = CONCAT('PAID_OTHERWISE:', orders.id)) <> 1
       OR NOT EXISTS (SELECT 1 FROM review_cases WHERE order_id = orders.id AND outcome = 'PAID_OTHERWISE'
         AND confirmed_by IS NOT NULL))`,
  ),
]

const tax: Equal = {
  what: 'tax withheld against tax_payable',
  left: [
    `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(tax) AS amount
     FROM payouts WHERE open_key IS NOT NULL GROUP BY book, currency`,
    `SELECT CONCAT_WS(' ', orders.book, currency) AS k, -SUM(tax) AS amount FROM voided_deposits
     JOIN payment_orders orders ON orders.id = voided_deposits.id GROUP BY orders.book, currency`,
    adjusted('tax_payable', '-amount'),
  ],
  right: [
    `SELECT CONCAT_WS(' ', book, currency) AS k, -SUM(amount) AS amount
     FROM postings WHERE account = 'tax_payable' GROUP BY book, currency`,
  ],
}

/** The figures of a payout are those of the deposits of its position, up to its exit, at its rate. */
const figures: Coded = async ({ read }) => {
  const earned = new Map<string, { interest: bigint; tax: bigint; principal: bigint }>()
  const payouts = await read.all('SELECT * FROM payouts')
  const deposits = await read.all(
    `SELECT payouts.id, effective_rate_ppm, exited_on, basis_days, tax_ppm, maturity_on, deposits.principal, value_on
     FROM payouts JOIN positions ON positions.id = payouts.position_id
     JOIN (SELECT position_id, principal, value_on FROM deposits UNION ALL
       SELECT position_id, principal, value_on FROM voided_deposits WHERE receivable > 0) deposits
       ON deposits.position_id = positions.id`,
  )
  for (const row of deposits) {
    const terms = {
      principal: toBigint(row['principal']),
      ratePpm: Number(row['effective_rate_ppm']),
      basisDays: Number(row['basis_days']),
      valueOn: dateOf(textOf(row['value_on'])),
      maturityOn: dateOf(textOf(row['maturity_on'])),
    }
    const interest = interestOn(terms, dateOf(textOf(row['exited_on'])))
    const sum = earned.get(String(row['id'])) ?? { interest: 0n, tax: 0n, principal: 0n }
    sum.interest += interest
    sum.tax += taxOn(interest, Number(row['tax_ppm']))
    sum.principal += terms.principal
    earned.set(String(row['id']), sum)
  }
  return payouts.flatMap(({ id, open_key, principal, interest, tax, amount }) => {
    const [booked, is] = [[principal, interest, tax, amount].map(toBigint), earned.get(String(id))]
    const due = is && [is.principal, is.interest, is.tax, is.principal + is.interest - is.tax]
    // The figures of a payout that was given back are not compared: its position may have been topped up since.
    return open_key === null || booked.join() === due?.join()
      ? []
      : [`payout ${id} is ${booked.join()} and should be ${due?.join()}`]
  })
}

/** For each part of a payout, the attempt that arrived, else the latest. */
const latest = `(SELECT payout_id, part,
    COALESCE(MAX(CASE WHEN ${arrived('payment_orders')} THEN attempt END), MAX(attempt)) AS attempt
  FROM payment_orders WHERE kind = 'PAY_OUT' GROUP BY payout_id, part) latest`

/** Money that arrived for a closing account and is not refunded yet. */
const suspense = equal(
  'deposits to refund against suspense',
  `SELECT CONCAT_WS(' ', taken.book, taken.currency) AS k, SUM(taken.amount - COALESCE((SELECT SUM(refunds.amount)
       FROM payment_orders refunds WHERE refunds.refund_of = taken.id AND ${arrived('refunds')}), 0)) AS amount
     FROM payment_orders taken WHERE taken.kind = 'COLLECT' AND taken.status = 'SUCCESSFUL'
       AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.id = taken.id)
     GROUP BY taken.book, taken.currency`,
  `SELECT CONCAT_WS(' ', book, currency) AS k, -SUM(amount) AS amount
     FROM postings WHERE account = 'suspense' GROUP BY book, currency`,
)

const byBook = (table: string, amount: string, where: string): string =>
  `SELECT CONCAT_WS(' ', book, currency) AS k, SUM(${amount}) AS amount FROM ${table} WHERE ${where}
   GROUP BY book, currency`

/** Deposits − refunds + paid interest − tax = payouts + open principal; money in suspense counts as refunded. */
const closing: Equal = {
  what: 'deposits - refunds + interest - tax against payouts + open principal',
  left: [
    byBook('payment_orders', 'amount', `kind = 'COLLECT' AND status = 'SUCCESSFUL'`),
    byBook('payment_orders', '-amount', `refund_of IS NOT NULL AND ${arrived('payment_orders')}`),
    byBook('postings', 'amount', `account = 'suspense'`),
    `SELECT CONCAT_WS(' ', orders.book, currency) AS k, SUM(principal) AS amount FROM voided_deposits
     JOIN payment_orders orders ON orders.id = voided_deposits.id WHERE receivable > 0 GROUP BY orders.book, currency`,
    byBook('payouts', 'interest - tax', 'open_key IS NOT NULL'),
  ],
  right: [
    byBook('payouts', 'amount', 'open_key IS NOT NULL'),
    `SELECT CONCAT_WS(' ', positions.book, currency) AS k, SUM(principal) AS amount FROM positions
     JOIN deposits ON deposits.position_id = positions.id
     WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.open_key = positions.id)
     GROUP BY positions.book, currency`,
  ],
}

const unsettledBut = (isExcused: string): string =>
  `(EXISTS (SELECT 1 FROM positions WHERE account_id = accounts.id AND status <> 'CLOSED')
    OR EXISTS (SELECT 1 FROM payment_orders WHERE account_id = accounts.id AND status NOT IN ('SUCCESSFUL', 'FAILED')
      AND NOT ${isExcused}))`

/** What keeps an account from being closed. */
const unsettled = unsettledBut('FALSE')

/** The refund of a deposit that had failed when its account was closed, and that people corrected later. */
const lateRefund = `EXISTS (SELECT 1 FROM audit_log
  WHERE audit_log.subject = payment_orders.refund_of AND audit_log.action = 'CORRECT_ORDER')`

/** An account with money in suspense, for example after a refused refund, is not closed either. */
const owing = `EXISTS (SELECT 1 FROM payment_orders taken WHERE taken.account_id = accounts.id
  AND taken.kind = 'COLLECT' AND taken.status = 'SUCCESSFUL'
  AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.id = taken.id)
  AND taken.amount <> COALESCE((SELECT SUM(refunds.amount) FROM payment_orders refunds
    WHERE refunds.refund_of = taken.id AND ${arrived('refunds')}), 0))`

/** Only accounts that an opt-out closed: some tests set a status directly. */
const optedOut = `EXISTS (SELECT 1 FROM audit_log WHERE subject = accounts.id AND action = 'OPT_OUT')`

const accounts: readonly Check[] = [
  none(
    'an account is closed before everything of it has settled',
    `SELECT id FROM accounts WHERE status = 'CLOSED' AND ${optedOut} AND ${unsettledBut(lateRefund)}`,
  ),
  none(
    'an account is still closing with nothing left to settle',
    `SELECT id FROM accounts WHERE status = 'CLOSING' AND ${optedOut} AND NOT ${unsettled} AND NOT ${owing}`,
  ),
  none(
    'a closing account has an open position',
    `SELECT accounts.id FROM accounts JOIN positions ON positions.account_id = accounts.id
     WHERE accounts.status <> 'ACTIVE' AND accounts.leave_on IS NULL AND positions.status = 'OPEN' AND ${optedOut}`,
  ),
  none(
    'a closed account has withdrawals left to book',
    `SELECT id FROM accounts WHERE status = 'CLOSED' AND leave_on IS NOT NULL AND ${optedOut}`,
  ),
  none(
    'an account has not one audit row for its opening, its opt-out and its closing',
    `SELECT accounts.id FROM accounts LEFT JOIN audit_log ON audit_log.subject = accounts.id
     GROUP BY accounts.id, accounts.status, accounts.closed_on
     HAVING SUM(CASE WHEN action = 'REGISTER_CUSTOMER' THEN 1 ELSE 0 END) <> 1
       OR SUM(CASE WHEN action = 'OPT_OUT' THEN 1 ELSE 0 END) > 1
       OR SUM(CASE WHEN action = 'CLOSE_ACCOUNT' THEN 1 ELSE 0 END)
         <> CASE WHEN accounts.closed_on IS NULL THEN 0 ELSE 1 END`,
  ),
  none(
    'a refund is not of a deposit that came too late',
    `SELECT orders.id FROM payment_orders orders LEFT JOIN payment_orders taken ON taken.id = orders.refund_of
     WHERE orders.refund_of IS NOT NULL AND (taken.id IS NULL OR taken.kind <> 'COLLECT'
       OR taken.status <> 'SUCCESSFUL' OR taken.customer_id <> orders.customer_id OR taken.book <> orders.book
       OR taken.account_id <> orders.account_id
       OR (taken.msisdn <> orders.msisdn AND NOT EXISTS (SELECT 1 FROM audit_log
         WHERE audit_log.customer_id = orders.customer_id AND action = 'CHANGE_MSISDN'))
       OR EXISTS (SELECT 1 FROM deposits WHERE deposits.id = taken.id))`,
  ),
  none(
    'the parts of a refund are not the whole',
    `SELECT taken.id FROM payment_orders taken
     WHERE taken.kind = 'COLLECT' AND taken.status = 'SUCCESSFUL'
       AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.id = taken.id)
       AND taken.amount <> COALESCE((SELECT SUM(refunds.amount) FROM payment_orders refunds
         WHERE refunds.refund_of = taken.id AND NOT EXISTS (SELECT 1 FROM payment_orders later
           WHERE later.refund_of = taken.id AND later.part = refunds.part AND later.id <> refunds.id
             AND (${arrived('later')} OR (later.attempt > refunds.attempt AND NOT ${arrived('refunds')})))), 0)`,
  ),
]

const closingAccounts: readonly Check[] = [
  suspense,
  closing,
  ...accounts,
  reserved,
  wallet,
  ...outOfBand,
  tax,
  figures,
  none(
    'a payout and its position do not agree',
    `SELECT payouts.id, payouts.status, positions.status AS stands FROM payouts
     JOIN positions ON positions.id = payouts.position_id
     WHERE (open_key IS NULL AND payouts.status <> 'FAILED')
       OR (open_key IS NOT NULL AND (open_key <> positions.id
         OR positions.status <> CASE WHEN payouts.status = 'PAID' THEN 'CLOSED' ELSE 'PAYING_OUT' END))`,
  ),
  none(
    'a payout is not of its customer and book',
    `SELECT payouts.id FROM payouts JOIN positions ON positions.id = payouts.position_id
     WHERE positions.customer_id <> payouts.customer_id OR positions.book <> payouts.book
       OR positions.account_id <> payouts.account_id`,
  ),
  none(
    'a payout has not one exit, or not one give-back',
    `SELECT payouts.id FROM payouts
     WHERE (SELECT COUNT(*) FROM journals WHERE reference = CONCAT('EXIT:', payouts.id)) <> 1
       OR (SELECT COUNT(*) FROM journals WHERE reference = CONCAT('GIVE_BACK:', payouts.id))
         <> CASE WHEN open_key IS NULL THEN 1 ELSE 0 END`,
  ),
  none(
    'a transfer is not paid as its status says',
    `SELECT orders.id FROM payment_orders orders WHERE kind = 'PAY_OUT'
     AND (SELECT COUNT(*) FROM journals WHERE reference IN (CONCAT('PAID:', orders.id), CONCAT('REFUND:', orders.id)))
       <> CASE WHEN orders.status = 'SUCCESSFUL' THEN 1 ELSE 0 END`,
  ),
  none(
    'a transfer belongs neither to a payout nor to a deposit, or to both',
    `SELECT id FROM payment_orders WHERE (payout_id IS NOT NULL) + (refund_of IS NOT NULL)
       <> CASE WHEN kind = 'PAY_OUT' THEN 1 ELSE 0 END`,
  ),
  none(
    'the parts of a payout are not the whole',
    `SELECT payouts.id, payouts.status, payouts.amount, SUM(orders.amount) AS parts,
       SUM(CASE WHEN ${arrived('orders')} THEN orders.amount ELSE 0 END) AS paid
     FROM payouts
     LEFT JOIN ${latest} ON latest.payout_id = payouts.id
     LEFT JOIN payment_orders orders ON orders.payout_id = latest.payout_id AND orders.part = latest.part
       AND orders.attempt = latest.attempt
     GROUP BY payouts.id, payouts.status, payouts.amount, open_key, payouts.failure_code
     HAVING COALESCE(SUM(orders.amount), 0) <> CASE WHEN payouts.status = 'ON_HOLD' THEN 0
         WHEN COALESCE(payouts.failure_code, '') = 'PAYOUT_CANCELLED' THEN 0 ELSE payouts.amount END
       OR (payouts.status = 'PAID') <> (COALESCE(SUM(CASE WHEN ${arrived('orders')} THEN orders.amount ELSE 0 END), 0)
         = payouts.amount)
       OR (open_key IS NULL AND SUM(CASE WHEN COALESCE(orders.status, 'FAILED') = 'FAILED' THEN 0 ELSE 1 END) > 0)`,
  ),
  none(
    'a payout is not under review as its parts are',
    `SELECT payouts.id, payouts.status FROM payouts
     JOIN ${latest} ON latest.payout_id = payouts.id
     JOIN payment_orders orders ON orders.payout_id = latest.payout_id AND orders.part = latest.part
       AND orders.attempt = latest.attempt
     WHERE payouts.status IN ('PROCESSING', 'UNDER_REVIEW')
     GROUP BY payouts.id, payouts.status
     HAVING (payouts.status = 'UNDER_REVIEW') <>
       (SUM(CASE WHEN orders.status IN ('UNDER_REVIEW', 'FAILED') AND orders.paid_otherwise_on IS NULL THEN 1 ELSE 0 END) > 0)`,
  ),
  ...Object.entries({ payout: 'payout_id', refund: 'refund_of' }).flatMap(([what, carried]) => [
    none(
      `a part of a ${what} was tried again before its last attempt had failed`,
      `SELECT orders.id FROM payment_orders orders JOIN payment_orders later ON later.${carried} = orders.${carried}
         AND later.part = orders.part AND later.attempt > orders.attempt
       WHERE orders.status <> 'FAILED' AND NOT (later.status = 'FAILED' AND orders.status = 'SUCCESSFUL'
         AND EXISTS (SELECT 1 FROM review_cases WHERE order_id = orders.id
           AND outcome = 'ORDER_SUCCEEDED' AND confirmed_by IS NOT NULL))`,
    ),
    none(
      `a part of a ${what} has arrived twice`,
      `SELECT ${carried}, part FROM payment_orders orders WHERE ${carried} IS NOT NULL AND ${arrived('orders')}
       GROUP BY ${carried}, part HAVING COUNT(*) > 1`,
    ),
  ]),
  none(
    'an exit has not one audit row',
    `SELECT position_id FROM payouts GROUP BY position_id HAVING COUNT(*) <>
       (SELECT COUNT(*) FROM audit_log WHERE subject = position_id AND action = 'EXIT_POSITION')`,
  ),
]

const checks: readonly Check[] = [
  none(
    'a journal is not balanced',
    'SELECT journal_id, currency, SUM(amount) AS amount FROM postings GROUP BY journal_id, currency HAVING SUM(amount) <> 0',
  ),
  none(
    'a journal has no postings',
    'SELECT id FROM journals WHERE NOT EXISTS (SELECT 1 FROM postings WHERE journal_id = journals.id)',
  ),
  none(
    'a posting is not of its journal and its book',
    `SELECT postings.journal_id, postings.line FROM postings LEFT JOIN journals ON journals.id = postings.journal_id
     WHERE journals.id IS NULL OR journals.book <> postings.book`,
  ),
  totals,
  closings,
  ...days,
  principal,
  payable,
  settlements,
  ...voided,
  ...closingAccounts,
  none(
    'a settlement has no order',
    `SELECT reference FROM journals WHERE (reference LIKE 'DEPOSIT:%' OR reference LIKE 'SUSPENSE:%')
     AND SUBSTR(reference, INSTR(reference, ':') + 1) NOT IN (SELECT id FROM payment_orders)`,
  ),
  none(
    'a quote was paid twice',
    `SELECT quote_reference FROM payment_orders WHERE quote_reference IS NOT NULL
     GROUP BY quote_reference HAVING COUNT(*) > 1`,
  ),
  none(
    'an order that has ended is due, or one in flight is not',
    `SELECT id, status, due_at FROM payment_orders
     WHERE (status IN ('SUCCESSFUL', 'FAILED')) <> (due_at IS NULL)`,
  ),
  none(
    'a position has no deposit',
    `SELECT id FROM positions WHERE NOT EXISTS (SELECT 1 FROM deposits WHERE position_id = positions.id)
       AND (status <> 'CLOSED' OR NOT EXISTS (SELECT 1 FROM voided_deposits WHERE position_id = positions.id))`,
  ),
  none(
    'a deposit is not that of its order',
    `SELECT deposits.id FROM deposits LEFT JOIN payment_orders orders ON orders.id = deposits.id
     WHERE orders.id IS NULL OR orders.amount <> deposits.principal OR orders.business_on <> deposits.value_on
       OR orders.customer_id <> deposits.customer_id OR orders.status <> 'SUCCESSFUL'`,
  ),
  none(
    'a position is not of its customer and book',
    `SELECT positions.id FROM positions JOIN customers ON customers.id = positions.customer_id
     WHERE positions.book <> COALESCE(customers.clock_id, 'system')`,
  ),
  none(
    'an order has no audit row',
    `SELECT id FROM payment_orders WHERE NOT EXISTS
      (SELECT 1 FROM audit_log WHERE subject = payment_orders.id
       AND action = CASE WHEN kind = 'COLLECT' THEN 'CONFIRM_DEPOSIT' ELSE 'PLACE_TRANSFER' END)`,
  ),
  none(
    'the end of an order has not one audit row',
    `SELECT orders.id FROM payment_orders orders
     LEFT JOIN audit_log ON audit_log.subject = orders.id AND audit_log.action = 'END_ORDER'
     GROUP BY orders.id, orders.status
     HAVING COUNT(audit_log.id) <> CASE WHEN orders.status IN ('SUCCESSFUL', 'FAILED') THEN 1 ELSE 0 END`,
  ),
  none(
    'a review case is open without its key, or is resolved with one',
    `SELECT id, status, open_key FROM review_cases
     WHERE COALESCE(open_key, '') <> CASE WHEN status = 'OPEN' THEN CONCAT(order_id, ':', kind) ELSE '' END`,
  ),
  none(
    'a review case was opened and resolved without audit rows',
    `SELECT id FROM review_cases
     WHERE (SELECT COUNT(*) FROM audit_log WHERE subject = review_cases.id AND action = 'OPEN_REVIEW') <> 1
       OR (SELECT COUNT(*) FROM audit_log WHERE subject = review_cases.id AND action = 'RESOLVE_REVIEW')
         <> CASE WHEN status = 'RESOLVED' THEN 1 ELSE 0 END`,
  ),
  none(
    'one person alone did what needs two people',
    `SELECT id, kind FROM proposals
     WHERE status = 'DONE' AND (decided_by IS NULL OR decided_by_id = proposed_by_id
       OR (decided_by = proposed_by AND NOT (COALESCE(proposed_by_id, '') LIKE 'http%'
         AND SUBSTR(proposed_by_id, 1, INSTR(proposed_by_id, ' '))
           = COALESCE(SUBSTR(decided_by_id, 1, INSTR(decided_by_id, ' ')), ''))))`,
  ),
  none(
    'an open approval has no key, or a decided one has a key',
    `SELECT id, status FROM proposals WHERE (open_key IS NULL) <> (status NOT IN ('OPEN', 'APPROVED'))
       OR (input IS NULL) <> (open_key IS NULL)`,
  ),
  none(
    'an account does not count its blocks',
    `SELECT accounts.id, blocks FROM accounts LEFT JOIN account_blocks ON account_blocks.account_id = accounts.id
       AND account_blocks.open_key IS NOT NULL
     GROUP BY accounts.id, blocks HAVING blocks <> COUNT(account_blocks.id)`,
  ),
  none(
    'a payout was not cancelled by two people, or was sent though it was cancelled',
    `SELECT id FROM payouts WHERE failure_code = 'PAYOUT_CANCELLED' AND (open_key IS NOT NULL OR status <> 'FAILED'
       OR NOT EXISTS (SELECT 1 FROM proposals WHERE kind IN ('CANCEL_PAYOUT', 'VOID_DEPOSIT') AND status = 'DONE'
         AND outcome LIKE CONCAT('%', payouts.id, '%')))`,
  ),
  none(
    'one person alone resolved a review case',
    `SELECT id FROM review_cases WHERE confirmed_by IS NOT NULL AND (proposed_by IS NULL OR proposed_by = confirmed_by)`,
  ),
]

const isCoded = (check: Check): check is Coded => typeof check === 'function'
const isNone = (check: Check): check is None => 'statement' in check
const isEqual = (check: Check): check is Equal => 'left' in check

const nones = checks.filter(isNone)
const found = nones.map(({ statement }, i) => `EXISTS (${statement}) AS found_${i}`)
const anyFound = `SELECT ${found.join(', ')}`

/** One statement for all checks; the rows are read only for checks that have found something. */
const foundIn = async ({ read }: Database): Promise<string[]> => {
  const row = first(await read.all(anyFound))
  const problems: string[] = []
  for (const [i, { what, statement }] of nones.entries()) {
    if (Number(row[`found_${i}`]) === 1) problems.push(...problemsOf(await read.all(statement), what))
  }
  return problems
}

const equals = checks.filter(isEqual)
const side = (statement: string, check: number, sign: string, name: string): string =>
  `SELECT ${check} AS of_check, k, ${sign}amount AS amount FROM (${statement}) ${name}`
/** The checks whose sides differ in any key. */
const anyUnequal = `SELECT of_check, COUNT(*) AS n FROM (SELECT of_check, k FROM (${equals
  .flatMap(({ left, right }, i) => [
    ...left.map((statement, n) => side(statement, i, '', `left_${i}_${n}`)),
    ...right.map((statement, n) => side(statement, i, '-', `right_${i}_${n}`)),
  ])
  .join(' UNION ALL ')}) both_sides GROUP BY of_check, k HAVING SUM(amount) <> 0) unequal GROUP BY of_check`

const sumsOf = async ({ read }: Database, statements: readonly string[]): Promise<Sums> => {
  const sums: Sums = new Map()
  for (const { k, amount } of await read.all(statements.join(' UNION ALL ')))
    add(sums, String(k), toBigint(amount))
  return sums
}

const unequalIn = async (database: Database): Promise<string[]> => {
  const problems: string[] = []
  for (const row of await database.read.all(anyUnequal)) {
    const { what, left, right } = at(equals, Number(row['of_check']))
    problems.push(...differences(what, await sumsOf(database, left), await sumsOf(database, right)))
  }
  return problems
}

/**
 * The problems of the books, one sentence each; empty if they close. All checks in SQL take two statements, because
 * every test of the domain ends with this audit.
 */
export const booksProblems = async (database: Database): Promise<string[]> => {
  const problems = [...(await foundIn(database)), ...(await unequalIn(database))]
  for (const check of checks.filter(isCoded)) problems.push(...(await check(database)))
  return problems
}
