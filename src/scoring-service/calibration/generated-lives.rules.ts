import { assess } from '../card/assessment.rules.js'
import type { ParsedStatement } from '../model/statement.js'
import { approvalsOf, quantile, ratioMin, type Approval } from './groups.rules.js'
import { chanceOf, statementOf, type Movement } from './generated-statement.rules.js'

/**
 * A way to live the same year: all ways have the same income on average and, apart from unpaid loans, the same surplus.
 */
interface Way {
  readonly name: string
  /** The share of loans that are repaid, each in full and with its price; null without loans. */
  readonly repaidShare: number | null
  /** What each month brings, as a multiple of a twelfth of the year's income. */
  readonly months: readonly number[]
  readonly paydays: readonly number[]
  readonly hasPowerBill: boolean
}

const everyMonth = Array<number>(12).fill(1)
const usual = { repaidShare: 1, months: everyMonth, paydays: [1], hasPowerBill: true } as const
const monthOfLeave = [...Array<number>(7).fill(12 / 11), 0, ...Array<number>(4).fill(12 / 11)]
const twoHarvests = [0, 3, 3, 0, 0, 0, 0, 3, 3, 0, 0, 0]

const repays = 'repays each loan'

/** People who leave a part of their loans unpaid. They are compared with people who repay, and must not score better. */
const unpaidWays: readonly Way[] = [
  { ...usual, name: 'leaves one loan in five unpaid', repaidShare: 0.8 },
  { ...usual, name: 'leaves half unpaid', repaidShare: 0.5 },
  { ...usual, name: 'leaves most unpaid', repaidShare: 0.2 },
  { ...usual, name: 'leaves all unpaid', repaidShare: 0 },
]

/** Ways that hint at who a person is and say nothing about whether the person repays. */
const proxyWays: readonly Way[] = [
  { ...usual, name: 'never borrows', repaidShare: null },
  { ...usual, name: 'no bills of power', hasPowerBill: false },
  { ...usual, name: 'paid by the week', paydays: [1, 8, 15, 22] },
  { ...usual, name: 'a month of leave', months: monthOfLeave },
  { ...usual, name: 'two harvests', months: twoHarvests, paydays: [5] },
]

const ways: readonly Way[] = [{ ...usual, name: repays }, ...proxyWays, ...unpaidWays]

interface Life {
  readonly income: number
  readonly spentMonthly: number
  /** The amount of each loan. */
  readonly lent: number
  /** The price of a loan, as a share of its amount. */
  readonly priceShare: number
  /** The share of income that is staked on bets instead of spent in the shop. */
  readonly staked: number
  /** By how much each month's income differs from the usual one, as a factor. */
  readonly luck: readonly number[]
  /** The money left from the year before. */
  readonly buffer: number
}

const lifeOf = (chance: () => number): Life => {
  const income = Math.round(8_000 * 15 ** chance())
  const swing = chance()
  const luck = everyMonth.map(() => 1 + swing * (2 * chance() - 1))
  return {
    income,
    luck: luck.map((month) => (12 * month) / luck.reduce((sum, each) => sum + each, 0)),
    spentMonthly: Math.round(income * (0.6 + 0.5 * chance())),
    staked: chance() < 0.3 ? 0.15 * chance() : 0,
    lent: Math.round(income * (0.05 + 0.15 * chance())),
    priceShare: 0.05 + 0.1 * chance(),
    buffer: Math.round(income * chance() ** 3),
  }
}

const [from, to] = ['2025-01-01', '2025-12-31']

const dayOf = (life: Life, way: Way, date: string): Movement[] => {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))]
  const pay = (life.income * (way.months[month - 1] ?? 1) * (life.luck[month - 1] ?? 1)) / way.paydays.length
  const price = life.lent * life.priceShare
  const repayment = day === 20 ? life.lent * (1 + life.priceShare) : 0
  // A loan is repaid in full or not at all; the repaid ones are spread evenly over the months.
  const isRepaid =
    way.repaidShare !== null &&
    Math.floor(month * way.repaidShare) > Math.floor((month - 1) * way.repaidShare)
  const bill = day === 2 ? life.income * 0.03 : 0
  const shopping =
    day % 3 === 1 && day < 31 ? (life.spentMonthly - life.income * (0.03 + life.staked)) / 10 : 0
  const movement = (details: string, amount: number): Movement => ({ details, amount: Math.round(amount) })
  const all = [
    movement('Salary Payment from 400200 - ACACIA LOGISTICS', way.paydays.includes(day) ? pay : 0),
    movement('M-Shwari Loan Disburse', way.repaidShare !== null && day === 3 ? life.lent : 0),
    movement('M-Shwari Loan Repayment', isRepaid ? -repayment : 0),
    movement(
      way.hasPowerBill ? 'Pay Bill to 888880 - KPLC PREPAID Acc. 1' : 'Merchant Payment to 7053011 - SHOP',
      -bill,
    ),
    movement('Merchant Payment to 7053097 - SHOP', -shopping),
    movement('Pay Bill Online to 290290 - BETIKA Acc. 1', day === 11 ? -life.income * life.staked : 0),
    // A person without loans has no price to pay and spends that amount instead, so that the surplus is the same.
    movement('Merchant Payment to 7053098 - SHOP', way.repaidShare === null && day === 20 ? -price : 0),
  ]
  return all.filter(({ amount }) => amount !== 0)
}

const datesOf = (): string[] =>
  Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10))

/** The statement of one life. The opening balance is high enough that the balance is never below zero. */
const statementOfLife = (life: Life, way: Way): ParsedStatement => {
  let [balance, least] = [0, 0]
  for (const date of datesOf()) {
    for (const { amount } of dayOf(life, way, date)) {
      balance += amount
      least = Math.min(least, balance)
    }
  }
  return statementOf({
    name: 'JANE DOE',
    phone: '254700345987',
    from,
    to,
    opening: life.buffer - least,
    movementsOn: (date) => dayOf(life, way, date),
  })
}

export interface WayLine {
  readonly way: string
  /** The medians of scores and of limits; a limit is given in monthly incomes. */
  readonly score: number
  readonly limit: number
  readonly approvals: readonly Approval[]
}

export interface GeneratedLives {
  readonly lines: readonly WayLine[]
  /** The rules that the results break, in words. */
  readonly broken: readonly string[]
}

const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/**
 * Scores each of `lives` in each way. Leaving loans unpaid must not raise a score or a limit, and a way that says
 * nothing about repayment must not cost approvals.
 */
export const generatedLives = (lives: number): GeneratedLives => {
  const results = ways.map((way) =>
    Array.from({ length: lives }, (_, seed) => {
      const life = lifeOf(chanceOf(seed + 1))
      const { shortTermScore, limits } = assess([statementOfLife(life, way)])
      return { score: shortTermScore, limit: limits.shortTermLimit / 100 / life.income }
    }),
  )
  const approvals = approvalsOf(results.map((each) => each.map(({ score }) => score)))
  const lines = ways.map(({ name }, index): WayLine => ({
    way: name,
    score: median((results[index] ?? []).map(({ score }) => score)),
    limit: median((results[index] ?? []).map(({ limit }) => limit)),
    approvals: approvals[index] ?? [],
  }))
  const isOf = (some: readonly Way[], { way }: WayLine): boolean => some.some(({ name }) => name === way)
  const [repaying] = lines as [WayLine]
  const gains = lines.filter(
    (line) => isOf(unpaidWays, line) && (line.limit > repaying.limit || line.score > repaying.score),
  )
  const loses = lines.filter(
    (line) => isOf(proxyWays, line) && line.approvals.some(({ ratio }) => ratio !== null && ratio < ratioMin),
  )
  return {
    lines,
    broken: [
      ...gains.map(({ way }) => `${way}: a higher score or limit than somebody who ${repays}`),
      ...loses.map(({ way }) => `${way}: approved at less than ${ratioMin} of the best rate`),
    ],
  }
}
