import { toBigint, toNumber } from '../../src/platform/database/columns.js'
import type { Database, Row } from '../../src/platform/database/database.js'
import { addDays, civilDate, type LocalDate } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { journeysOf, minutesBandOf } from './insight-journeys.js'
import { add, type Sums } from './sums.js'
import { at, present } from './present.js'

interface Line {
  readonly reference: string
  readonly day: LocalDate
  readonly customer: string | null
  readonly account: string
  readonly dimension: string
  readonly amount: bigint
}

const bands = [0, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_000_000]
const bandOf = (amount: bigint): number => present(bands.findLast((from) => BigInt(from) <= amount))

const mondayOf = (day: LocalDate): LocalDate =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

interface Position {
  readonly customer: string
  readonly product: string
  readonly maturesOn: LocalDate
  /**
   * True for a customer's first position in a product and a month of maturity, so that the customer is counted once.
   */
  readonly isCounted: boolean
}

interface Known {
  readonly products: ReadonlyMap<string, string>
  readonly positions: ReadonlyMap<string, Position>
  /** The basis of each withdrawal and the forfeited interest, by the id of the payout. */
  readonly payouts: ReadonlyMap<string, { readonly basis: string; readonly forfeited: bigint }>
  readonly maturities: readonly Row[]
}

const kindOf = ({ reference }: Line): string => reference.slice(0, reference.indexOf(':'))

const renewalDays = 30

/**
 * Adds, for each maturity whose renewal days have passed, whether its customer paid in during these days; a deposit
 * that was voided during them does not count.
 */
const addRenewals = (
  flows: Sums,
  lines: readonly Line[],
  { maturities, last }: { readonly maturities: readonly Row[]; readonly last: LocalDate },
): void => {
  const voidedOn = new Map(
    lines.flatMap((line) => (kindOf(line) === 'VOID' ? [[line.reference.slice(5), line.day] as const] : [])),
  )
  const deposits = lines.filter((line) => kindOf(line) === 'DEPOSIT' && line.account === 'customer_principal')
  for (const row of maturities) {
    const on = (row['booked_on'] ?? row['matured_on']) as LocalDate
    const until = addDays(on, renewalDays)
    if (until > last) continue
    const hasRenewed = deposits.some(({ customer, day, reference }) => {
      const undoneOn = voidedOn.get(reference.slice(8))
      return (
        customer === row['customer_id'] &&
        day >= on &&
        day <= until &&
        (undoneOn === undefined || undoneOn > until)
      )
    })
    const key = `${on} RENEWAL ${row['product_code']} ${hasRenewed ? 'RENEWED' : 'NOT_RENEWED'}`
    add(flows, `${key} n`, 1)
    add(flows, `${key} amount`, toBigint(row['principal']))
  }
}

/** What the roll-ups must contain, computed from the journals in plain code. */
const expectedOf = (
  lines: readonly Line[],
  { products, positions, payouts, maturities }: Known,
  last: LocalDate,
) => {
  const flows: Sums = new Map()
  const stocks: Sums = new Map()
  const journals = [...Map.groupBy(lines, ({ reference }) => reference).values()]
  const saved = new Map<string, { balance: bigint; joined: LocalDate; moved: LocalDate }>()
  const held: Sums = new Map()
  const opened = new Set<string>()
  const days = [...new Set(lines.map(({ day }) => day))].toSorted()
  const first = days[0]
  for (let day = first; day !== undefined && day <= last; day = addDays(day, 1)) {
    const ofDay = journals.filter(([line]) => present(line).day === day)
    for (const journal of ofDay) {
      const kind = kindOf(at(journal, 0))
      const of = (account: string) =>
        journal.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0n)
      const principal = journal.find(({ account }) => account === 'customer_principal')
      const product =
        journal.find(({ account }) => account === 'interest_payable')?.dimension ??
        (principal && products.get(principal.dimension)) ??
        products.get(journal.find(({ account }) => account === 'customer_receivable')?.dimension ?? '') ??
        ''
      if (kind === 'DEPOSIT') {
        const amount = -of('customer_principal')
        const basis = opened.has(present(principal).dimension) ? 'TOP_UP' : 'NEW'
        opened.add(present(principal).dimension)
        const key = `${day} DEPOSITS ${product} ${basis} ${bandOf(amount)}`
        add(flows, `${key} n`, 1)
        add(flows, `${key} amount`, amount)
      }
      if (kind === 'EXIT' || kind === 'GIVE_BACK') {
        const sign = kind === 'EXIT' ? 1n : -1n
        const { basis, forfeited } = present(payouts.get(at(journal, 0).reference.slice(kind.length + 1)))
        const key = `${day} EXITS ${product} ${basis} ${kind === 'EXIT' ? 'LEFT' : 'GIVEN_BACK'}`
        add(flows, `${key} n`, 1)
        add(flows, `${key} amount`, sign * of('customer_principal'))
        add(flows, `${key} net`, sign * -(of('payout_reserved') + of('customer_principal')))
        add(flows, `${key} forfeited`, forfeited)
      }
      if (kind === 'PAID' || kind === 'REFUND') add(flows, `${day} TRANSFERS PAID`, -of('wallet_clearing'))
      if (kind === 'PAID_OTHERWISE') add(flows, `${day} TRANSFERS PAID_OTHERWISE`, -of('settled_otherwise'))
      if (of('interest_expense') !== 0n) add(flows, `${day} INTEREST ${product}`, of('interest_expense'))
      if (principal) {
        add(held, principal.dimension, -principal.amount)
      }
    }
    const moved: Sums = new Map()
    for (const line of ofDay.flat())
      if (line.account === 'customer_principal') add(moved, present(line.customer), -line.amount)
    for (const [customer, delta] of moved) {
      const before = saved.get(customer)
      const balance = (before?.balance ?? 0n) + delta
      const became = !before
        ? 'JOINED'
        : before.balance > 0n && balance === 0n
          ? 'LEFT'
          : before.balance === 0n && balance > 0n
            ? 'RETURNED'
            : 'SAVED'
      add(flows, `${day} CUSTOMERS ${became}`, 1)
      if (!before || before.moved < mondayOf(day)) add(flows, `${day} CUSTOMERS first`, 1)
      saved.set(customer, { balance, joined: before?.joined ?? day, moved: day })
    }
    for (const { balance, joined } of saved.values()) {
      add(stocks, `${day} COHORTS ${joined.slice(0, 7)} joined`, 1)
      if (balance === 0n) continue
      add(stocks, `${day} COHORTS ${joined.slice(0, 7)} n`, 1)
      add(stocks, `${day} COHORTS ${joined.slice(0, 7)} amount`, balance)
      add(stocks, `${day} BALANCES ${bandOf(balance)} n`, 1)
      add(stocks, `${day} BALANCES ${bandOf(balance)} amount`, balance)
    }
    for (const [position, amount] of held) {
      if (amount === 0n) continue
      const { product, maturesOn, isCounted } = present(positions.get(position))
      const keys = [`${day} LIABILITIES ${product} ${maturesOn.slice(0, 7)}`]
      if (day === last) keys.push(`${day} MATURING ${product} ${maturesOn}`)
      for (const key of keys) {
        add(stocks, `${key} n`, 1)
        add(stocks, `${key} amount`, amount)
        add(stocks, `${key} customers`, isCounted ? 1 : 0)
      }
    }
  }
  addRenewals(flows, lines, { maturities, last })
  return { flows, stocks }
}

const rolledFlows = (rows: readonly Row[]): Sums => {
  const sums: Sums = new Map()
  for (const row of rows) {
    const { family, day, key_1, key_2, key_3 } = row
    const amount = (column: string) => toBigint(row[column])
    if (family === 'DEPOSITS' || family === 'EXITS' || family === 'RENEWAL') {
      const key = [day, family, key_1, key_2, ...(family === 'RENEWAL' ? [] : [key_3])].join(' ')
      add(sums, `${key} n`, amount('n'))
      add(sums, `${key} amount`, amount('amount'))
      if (family !== 'EXITS') continue
      add(sums, `${key} net`, amount('amount_2'))
      add(sums, `${key} forfeited`, amount('amount_3'))
    }
    if (family === 'TRANSFERS' && (key_1 === 'PAID' || key_1 === 'PAID_OTHERWISE'))
      add(sums, `${day} TRANSFERS ${key_1}`, amount('amount'))
    if (family === 'INTEREST') add(sums, `${day} INTEREST ${key_1}`, amount('amount'))
    if (family === 'CUSTOMERS') {
      add(sums, `${day} CUSTOMERS ${key_1}`, amount('n'))
      add(sums, `${day} CUSTOMERS first`, amount('amount'))
    }
  }
  return sums
}

const rolledStocks = (rows: readonly Row[]): Sums => {
  const sums: Sums = new Map()
  for (const row of rows) {
    const ofDate = row['family'] === 'LIABILITIES' || row['family'] === 'MATURING' ? [row['key_2']] : []
    const key = [row['day'], row['family'], row['key_1'], ...ofDate].join(' ')
    add(sums, `${key} n`, toBigint(row['n']))
    add(sums, `${key} amount`, toBigint(row['amount']))
    if (row['family'] === 'COHORTS') add(sums, `${key} joined`, toBigint(row['n_2']))
    else add(sums, `${key} customers`, toBigint(row['n_2']))
  }
  return sums
}

const differences = (what: string, rolled: Sums, books: Sums): string[] =>
  [...new Set([...rolled.keys(), ...books.keys()])]
    .filter((key) => (rolled.get(key) ?? 0n) !== (books.get(key) ?? 0n))
    .map((key) => `${what} of ${key}: ${rolled.get(key) ?? 0n} against ${books.get(key) ?? 0n} in the books`)

const scoreFamilies = new Set(['SCORES', 'SCORE_MINUTES', 'SCORE_REASONS'])

/** Compares the roll-ups of scores with the score requests. */
const scoreProblems = async (
  { read }: Pick<Database, 'read'>,
  flows: readonly Row[],
  last: LocalDate,
): Promise<string[]> => {
  const told: Sums = new Map()
  for (const { family, day, key_1, key_2, key_3, n } of flows)
    if (scoreFamilies.has(String(family)))
      add(told, [day, family, key_1, key_2, key_3].join(' '), toBigint(n))
  const books: Sums = new Map()
  const dateOf = civilDate(market.timeZone)
  const reasons = Map.groupBy(
    await read.all('SELECT score_id, code FROM score_reasons'),
    (row) => row['score_id'],
  )
  for (const row of await read.all('SELECT * FROM score_requests WHERE ended_at IS NOT NULL')) {
    const { id, product_code: product, status, failure_code: failure, decision, risk_band: band } = row
    const day = dateOf(toNumber(row['ended_at']))
    if (day > last) continue
    const ending = status === 'FAILED' ? `${failure} FAILED` : `${decision ?? ''} ${band ?? ''}`
    add(books, `${day} SCORES ${product} ${ending}`, 1)
    const took = minutesBandOf(toNumber(row['ended_at']) - toNumber(row['asked_at']))
    add(books, `${day} SCORE_MINUTES ${product} ${failure ?? ''} ${took}`, 1)
    for (const { code } of reasons.get(present(id)) ?? [])
      add(books, `${day} SCORE_REASONS ${product} ${decision ?? ''} ${code}`, 1)
  }
  return differences('scores', told, books)
}

/** The differences between the roll-ups and the books of the real world, up to the last day that is rolled up. */
export const insightProblems = async ({ read }: Database): Promise<string[]> => {
  const [progress] = await read.all('SELECT rolled_to FROM insight_progress')
  const last = progress?.['rolled_to'] as LocalDate | null | undefined
  if (!last) return ['nothing is rolled up']
  const lines = (
    await read.all(
      `SELECT reference, business_on, customer_id, account, dimension, amount
       FROM journals JOIN postings ON postings.journal_id = journals.id WHERE journals.book = 'system' AND business_on <= ?
       ORDER BY journals.id`,
      [last],
    )
  ).map((row): Line => ({
    reference: String(row['reference']),
    day: row['business_on'] as LocalDate,
    customer: row['customer_id'] as string | null,
    account: String(row['account']),
    dimension: String(row['dimension']),
    amount: toBigint(row['amount']),
  }))
  const products = new Map(
    (
      await read.all(
        'SELECT id, product_code FROM positions UNION ALL SELECT id, product_code FROM voided_deposits',
      )
    ).map((row) => [String(row['id']), String(row['product_code'])]),
  )
  const rows = await read.all('SELECT id, customer_id, product_code, maturity_on FROM positions ORDER BY id')
  const counted = new Set<string>()
  const positions = new Map(
    rows.map((row): [string, Position] => {
      const [customer, product] = [String(row['customer_id']), String(row['product_code'])]
      const maturesOn = String(row['maturity_on']).slice(0, 10) as LocalDate
      const key = `${customer} ${product} ${maturesOn.slice(0, 7)}`
      const isCounted = !counted.has(key)
      counted.add(key)
      return [String(row['id']), { customer, product, maturesOn, isCounted }]
    }),
  )
  const payouts = new Map(
    (await read.all('SELECT id, basis, accrued_net - (interest - tax) AS forfeited FROM payouts')).map(
      (row) =>
        [String(row['id']), { basis: String(row['basis']), forfeited: toBigint(row['forfeited']) }] as const,
    ),
  )
  const maturities = await read.all(
    `SELECT customer_id, product_code, matured_on, booked_on, principal FROM maturities WHERE book = 'system'`,
  )
  const { flows, stocks } = expectedOf(lines, { products, positions, payouts, maturities }, last)
  const rolled = await read.all('SELECT * FROM insight_flows')
  const journeys = await journeysOf({ read }, rolled, last)
  return [
    ...differences('what came of journeys', journeys.rolled, journeys.books),
    ...(await scoreProblems({ read }, rolled, last)),
    ...differences('what happened', rolledFlows(rolled), flows),
    ...differences('what stood', rolledStocks(await read.all('SELECT * FROM insight_stocks')), stocks),
  ]
}

/** All roll-ups in a fixed order, except MATURING, which exists for the last rolled-up day only. */
export const rolledUp = async ({ read }: Database): Promise<string[]> => {
  const told = (rows: readonly Row[]) =>
    rows
      .map((row) =>
        JSON.stringify(row, (key, value: unknown) =>
          key === 'few' && typeof value === 'string'
            ? value.split(',').toSorted().join()
            : typeof value === 'bigint'
              ? String(value)
              : value,
        ),
      )
      .toSorted()
  return [
    ...told(await read.all('SELECT * FROM insight_flows')),
    ...told(await read.all(`SELECT * FROM insight_stocks WHERE family <> 'MATURING'`)),
  ]
}
