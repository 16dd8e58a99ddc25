import { addDays, addMonths, minDate, type LocalDate } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import { readCompleteTo, readFlows, type Reader } from './records/insights.read.js'
import { readStocks, type Stock } from './records/stocks.read.js'
import { monthEndOf, monthOf, monthsBetween, wholeMonth, type Dates } from './rules/periods.rules.js'
import { customersMin, roundedAmount, roundedCount, type Released } from './rules/release.rules.js'

/**
 * The last day of which stocks are shown. For an ANALYST it is the last day of a month: daily values would show the day on which
 * a rounded sum passes to its next step. The exact sum has then just passed the middle between two steps, so it would be known to
 * within the deposits of that day.
 */
const shownTo = ({ audience }: Reader, day: LocalDate): LocalDate =>
  audience === 'STAFF' ? day : monthEndOf(day)

/** The last day of each month in these dates, or the last day shown of a month that is not over. */
const lastDaysOf = (dates: Dates, shown: LocalDate): LocalDate[] => {
  const days: LocalDate[] = []
  const last = minDate(shown, addDays(dates.before, -1))
  for (let month = monthOf(dates.from); month <= last; month = addMonths(month, 1))
    days.push(minDate(addDays(wholeMonth(month).before, -1), shown))
  return days
}

/** How many customers a row is about. The families that count savings have the customers in `n2`. */
const customersOf: Readonly<Record<Stock['family'], (stock: Stock) => number>> = {
  BALANCES: ({ n }) => n,
  COHORTS: ({ n }) => n,
  MATURING: ({ n2 }) => n2,
  LIABILITIES: ({ n2 }) => n2,
}

/** A row as this reader may see it; undefined where it is about fewer customers than may be shown. */
const shownStock = ({ audience }: Reader, stock: Stock): (Stock & { isRounded: boolean }) | undefined => {
  if (audience === 'STAFF') return { ...stock, isRounded: false }
  const customers = customersOf[stock.family](stock)
  // For a cohort its original size (n2) decides: a small number of remaining savers may be shown of a large enough cohort.
  if (Math.max(customers, stock.n2) < customersMin) return undefined
  return {
    ...stock,
    n: roundedCount(customers),
    n2: roundedCount(stock.n2),
    amount: customers < customersMin ? 0n : roundedAmount(stock.amount, customers),
    isRounded: true,
  }
}

const stocksOn = async (reader: Reader, family: Stock['family'], days: readonly LocalDate[]) =>
  days.length === 0
    ? []
    : (await readStocks(reader.sql, family, days)).flatMap((stock) => shownStock(reader, stock) ?? [])

export const cohorts = async (reader: Reader, dates: Dates) => {
  const completeTo = await readCompleteTo(reader.sql)
  if (completeTo === null) return []
  const stocks = await stocksOn(reader, 'COHORTS', lastDaysOf(dates, shownTo(reader, completeTo)))
  return stocks.map(({ day, key1, n, n2, amount, isRounded }) => {
    const cohort = `${key1}-01` as LocalDate
    const month = monthOf(day)
    return {
      cohort,
      month,
      monthsSince: monthsBetween(cohort, month),
      joined: n2,
      saving: n,
      balance: amount,
      isRounded,
    }
  })
}

/** The date, or the last closed one if that is earlier; empty while no date is closed and rolled up. */
const closedOn = async ({ sql }: Reader, on: LocalDate | null | undefined): Promise<LocalDate[]> => {
  const completeTo = await readCompleteTo(sql)
  return completeTo === null ? [] : [minDate(on ?? completeTo, completeTo)]
}

/** The date at whose end this reader sees stocks; empty while no date is closed and rolled up. */
const shownOn = async (reader: Reader, on: LocalDate | null | undefined): Promise<LocalDate[]> =>
  (await closedOn(reader, on)).map((day) => shownTo(reader, day))

export const balances = async (reader: Reader, on: LocalDate | null | undefined) =>
  (await stocksOn(reader, 'BALANCES', await shownOn(reader, on)))
    .map(({ key1, n, amount, isRounded }) => ({
      from: BigInt(key1),
      customers: n,
      balance: amount,
      isRounded,
    }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))

export const liabilities = async (reader: Reader, on: LocalDate | null | undefined) =>
  (await stocksOn(reader, 'LIABILITIES', await shownOn(reader, on))).map(
    ({ day, key1, key2, n, amount, isRounded }) => {
      const maturesIn = `${key2}-01` as LocalDate
      const monthsToMaturity = monthsBetween(monthOf(day), maturesIn)
      return { product: key1, maturesIn, monthsToMaturity, savings: n, principal: amount, isRounded }
    },
  )

const projectedDaysMax = 366

/** Refuses: INVALID_ARGUMENT. */
export const projection = async (reader: Reader, days: number) => {
  if (days < 1 || days > projectedDaysMax)
    throw new Refusal('INVALID_ARGUMENT', `days: ${days} is not from 1 to ${projectedDaysMax}`)
  const [on] = await closedOn(reader, null)
  if (on === undefined) return []
  const stocks = await stocksOn(reader, 'MATURING', [on])
  return stocks
    .map(({ key1, key2, n, amount, isRounded }) => ({
      on: key2 as LocalDate,
      product: key1,
      savings: n,
      principal: amount,
      isRounded,
    }))
    .filter((row) => row.on > on && row.on <= addDays(on, days))
    .toSorted((a, b) => (a.on === b.on ? (a.product < b.product ? -1 : 1) : a.on < b.on ? -1 : 1))
}

/**
 * Interest expense by month and product. For release it is rounded, since balances could be computed from exact interest: the
 * fewer customers the product has at the end of the month, the fewer digits are kept. The number of customers used for this is
 * a lower bound: that of the month of maturity with the most customers. A sum over all months of maturity would count a
 * customer with several savings more than once.
 */
export const interestExpense = async (reader: Reader, dates: Dates) => {
  const asStaff = { ...reader, audience: 'STAFF' } as const
  if (reader.audience === 'STAFF')
    return (await readFlows(asStaff, 'INTEREST', { dates, by: 'MONTH' })).map((row) =>
      interestRow(row, row, false),
    )
  const completeTo = await readCompleteTo(reader.sql)
  if (completeTo === null) return []
  const months = lastDaysOf(dates, shownTo(reader, completeTo)).filter((last) => monthOf(last) >= dates.from)
  if (months.length === 0) return []
  const customers = new Map<string, number>()
  for (const stock of await readStocks(reader.sql, 'LIABILITIES', months)) {
    const key = `${monthOf(stock.day)} ${stock.key1}`
    customers.set(key, Math.max(customers.get(key) ?? 0, customersOf.LIABILITIES(stock)))
  }
  const wholeMonths = { from: monthOf(months[0]!), before: wholeMonth(monthOf(months.at(-1)!)).before }
  return (await readFlows(asStaff, 'INTEREST', { dates: wholeMonths, by: 'MONTH' })).flatMap((row) => {
    const n = customers.get(`${row.period} ${row.keys[0]}`) ?? 0
    if (n < customersMin) return []
    const rounded = { amount: roundedAmount(row.amount, n), amount2: roundedAmount(row.amount2, n) }
    return [interestRow(row, rounded, true)]
  })
}

const interestRow = (
  { period, keys }: Released,
  { amount, amount2 }: { readonly amount: Minor; readonly amount2: Minor },
  isRounded: boolean,
) => ({ month: period, product: keys[0], expense: amount, accrued: amount2, isRounded })
