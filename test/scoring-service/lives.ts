import fc from 'fast-check'
import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'
import { daysOf, statement, type Movement, type StatementWish } from './statements.js'

/** How a person lives, in whole units a month; every month is the same, except for the weights of a season. */
export interface Life {
  readonly months: number
  readonly income: number
  /** The share of the year's income that is spent. */
  readonly spent: number
  readonly paydays: readonly number[]
  readonly lent: number
  /** Interest and fees of a loan, as a share of the amount lent. */
  readonly interest: number
  readonly termDays: number
  readonly opening: number
}

const anyLives: fc.Arbitrary<Life> = fc.record({
  months: fc.integer({ min: 4, max: 14 }),
  income: fc.integer({ min: 4_000, max: 150_000 }),
  spent: fc.double({ min: 0.4, max: 1.05, noNaN: true }),
  paydays: fc.constantFrom([1], [25], [1, 15], [2, 9, 16, 23]),
  lent: fc.integer({ min: 500, max: 20_000 }),
  interest: fc.double({ min: 0, max: 0.2, noNaN: true }),
  termDays: fc.integer({ min: 3, max: 27 }),
  opening: fc.integer({ min: 0, max: 30_000 }),
})

export const from = '2024-01-01'

/** The last day of a period of so many months. */
export const endOf = (months: number): string =>
  new Date(Date.UTC(2024, months, 0)).toISOString().slice(0, 10)

export const monthsOf = (months: number): string[] =>
  Array.from({ length: months }, (_, index) => endOf(index + 1).slice(0, 7))

const at = (date: string, time: string, details: string, amount: number): Movement => ({
  at: `${date} ${time}`,
  details,
  amount: Math.round(amount),
})

const employer = 'Salary Payment from 123456 - ACME LIMITED via API'
export const shop = 'Merchant Payment to 7053097 - CORNER SHOP'
const lentBy = 'Business Payment from 851900 - TALA via API'
const repaidTo = 'Pay Bill to 851900 - TALA Acc. 1'

/** Income on the paydays and spending on ten days of a month; `weights` multiply the income of the months in turn. */
export const dailyLife = (life: Life, weights: readonly number[] = []): Movement[] =>
  daysOf(from, endOf(life.months)).flatMap((date) => {
    const month = (Number(date.slice(0, 4)) - 2024) * 12 + Number(date.slice(5, 7)) - 1
    const pay = (life.income * (weights[month % Math.max(1, weights.length)] ?? 1)) / life.paydays.length
    const day = Number(date.slice(8))
    const isPayday = life.paydays.includes(day)
    return [
      ...(isPayday && pay > 0 ? [at(date, '08:00:00', employer, pay)] : []),
      ...(day % 3 === 1 && day <= 28 ? [at(date, '18:00:00', shop, (-life.income * life.spent) / 10)] : []),
    ]
  })

/** A loan on the 3rd of each month, and its repayment in the months for which `isRepaid` is true. */
export const loansOf = (life: Life, isRepaid: (month: number) => boolean): Movement[] =>
  monthsOf(life.months).flatMap((month, index) => {
    const lentOn = Date.parse(`${month}-03`)
    const back = new Date(lentOn + life.termDays * 86_400_000).toISOString().slice(0, 10)
    return [
      at(`${month}-03`, '09:00:00', lentBy, life.lent),
      ...(isRepaid(index) ? [at(back, '10:00:00', repaidTo, -life.lent * (1 + life.interest))] : []),
    ]
  })

export const lived = (
  life: Life,
  movements: readonly Movement[],
  wish: Partial<StatementWish> = {},
): ParsedStatement => statement({ from, to: endOf(life.months), opening: life.opening, movements, ...wish })

/** Lives with an opening balance that keeps the wallet above zero, whatever is repaid and spent. */
export const lives: fc.Arbitrary<Life> = anyLives.map((life) => {
  let balance = 0
  let least = 0
  const movements = [...dailyLife(life), ...loansOf(life, () => true)]
  for (const { amount } of movements.sort((a, b) => (a.at < b.at ? -1 : 1))) {
    balance += amount
    least = Math.min(least, balance)
  }
  return { ...life, opening: life.opening - least }
})
