import type { ParsedStatement } from '../../src/scoring-service/model/statement.js'
import { daysOf, statement, type Movement, type StatementWish } from './statements.js'
import { present } from '../support/present.js'

/** What happens on a day, given its index in the period and its day of the month. */
type Habit = (day: {
  readonly date: string
  readonly index: number
  readonly dayOfMonth: number
  readonly month: number
}) => readonly Movement[]

const at = (date: string, time: string, details: string, amount: number): Movement => ({
  at: `${date} ${time}`,
  details,
  amount,
})

/** Happens on these days of the month. */
const on =
  (days: readonly number[], time: string, details: string, amount: number): Habit =>
  ({ date, dayOfMonth }) =>
    days.includes(dayOfMonth) ? [at(date, time, details, amount)] : []

/** Happens every so many days. */
const every =
  (days: number, time: string, details: string, amount: number, phase = 0): Habit =>
  ({ date, index }) =>
    index % days === phase ? [at(date, time, details, amount)] : []

const inMonths =
  (months: readonly number[], habit: Habit): Habit =>
  (day) =>
    months.includes(day.month) ? habit(day) : []

interface HandToMouth {
  /** The wage of a day, by month from January. */
  readonly wages: readonly number[]
  /** The overdraft is drawn every so many days, and partly repaid the next morning. */
  readonly overdraftEvery: number
  readonly drawn: number
  readonly repaid: number
  readonly stakeShare?: number
  readonly loanDaily?: number
  readonly payoutEvery?: number
}

/** Everything that comes in is spent by the evening. */
const handToMouth =
  (plan: HandToMouth): Habit =>
  ({ date, index, month }) => {
    const wage = plan.wages[month - 1] ?? 0
    const stake = Math.round(wage * (plan.stakeShare ?? 0))
    const loan = plan.loanDaily ?? 0
    const drawn = index % plan.overdraftEvery === 0 ? plan.drawn : 0
    const repaid = index % plan.overdraftEvery === 1 ? plan.repaid : 0
    const won = plan.payoutEvery !== undefined && index % plan.payoutEvery === 0 ? 200 : 0
    return [
      at(date, '08:00:00', 'Funds received from - 2547******555 FOREMAN', wage),
      at(date, '08:30:00', 'OD Loan Repayment to 232323 - M-PESA Overdraw', -repaid),
      at(date, '09:00:00', 'Term Loan Repayment for H- Fund', -loan),
      at(date, '17:00:00', 'Business Payment from 290290 - SportPesa B2C via API', won),
      at(date, '18:00:00', 'Pay Bill Online to 290290 - SPORTPESA Acc. 07', -stake),
      at(date, '18:30:00', 'OverDraft of Credit Party', drawn),
      at(date, '19:00:00', shop, -(wage + won + drawn - repaid - stake - loan)),
    ].filter(({ amount }) => amount !== 0)
  }

const paydays = [1, 8, 15, 22]
const loans = [
  ['Business Payment from 851900 - TALA via API', 'Pay Bill to 851900 - TALA Acc. 1'],
  ['Business Payment from 300067 - TIMIZA via API', 'Pay Bill to 300067 - TIMIZA Acc. 1'],
  ['M-Shwari Loan Disburse', 'M-Shwari Loan Repayment'],
  ['Business Payment from 998877 - ZENKA via API', 'Pay Bill to 998877 - ZENKA Acc. 1'],
] as const

/** On each payday one of four lenders lends and is partly repaid; the money is spent within six days. */
const stacksLoans =
  (incomes: readonly number[], lent: number, repaidByMonth: readonly number[]): Habit =>
  ({ date, dayOfMonth, month }) => {
    const week = paydays.findLastIndex((day) => day <= dayOfMonth)
    const income = (incomes[month - 1] ?? 0) / paydays.length
    const repaid = (repaidByMonth[month - 1] ?? 0) / paydays.length
    const [disbursement, repayment] = present(loans[week])
    const spent = dayOfMonth - present(paydays[week]) < 6 ? (income + lent - repaid) / 6 : 0
    const isPayday = paydays.includes(dayOfMonth)
    return [
      at(date, '08:00:00', 'Business Payment from 123456 - CASUAL WORKS via API', isPayday ? income : 0),
      at(date, '08:30:00', disbursement, isPayday ? lent : 0),
      at(date, '09:00:00', repayment, isPayday ? -repaid : 0),
      at(date, '13:00:00', shop, -spent),
    ].filter(({ amount }) => amount !== 0)
  }

const live = (habits: readonly Habit[], from: string, to: string): Movement[] =>
  daysOf(from, to).flatMap((date, index) =>
    habits.flatMap((habit) =>
      habit({ date, index, dayOfMonth: Number(date.slice(8)), month: Number(date.slice(5, 7)) }),
    ),
  )

const kplc = 'Pay Bill to 888880 - KPLC PREPAID Acc. 123'
const shop = 'Merchant Payment to 7053097 - CORNER SHOP'
const naivas = 'Merchant Payment to 7053098 - NAIVAS WESTLANDS 4'
const family = 'Customer Transfer to - 2547******111 MARY DOE'
const cash = 'Customer Withdrawal At Agent Till 123456 - AGENT'
const customer = (number: number): string =>
  `Merchant Customer Payment from 2547******${number} - BUYER ${number}`

/** So many customers a day, each paying the same small amount. */
const customers =
  (aDay: number, amount: number): Habit =>
  ({ date, index }) =>
    Array.from({ length: aDay }, (_, nth) =>
      at(date, `10:${String(nth).padStart(2, '0')}:00`, customer(100 + ((index * aDay + nth) % 300)), amount),
    )

interface PersonaPlan {
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly habits: readonly Habit[]
}

const salary = (amount: number): Habit =>
  on([1], '09:00:00', 'Salary Payment from 123456 - ACME LIMITED via API', amount)

const termMonths = [1, 2, 4, 5]

const plans: Readonly<Record<PersonaName, PersonaPlan>> = {
  /** Little pay in August, because of unpaid leave. */
  salaried: {
    from: '2025-01-01',
    to: '2025-12-31',
    opening: 15_000,
    habits: [
      inMonths([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12], salary(60_000)),
      inMonths([8], salary(20_000)),
      on([2], '10:00:00', 'Pay Bill to 400100 - SUNRISE APARTMENTS RENT Acc. 7', -12_000),
      on([3], '10:00:00', kplc, -2_000),
      on([4], '10:00:00', 'M-Shwari Deposit', -4_000),
      on([5], '10:00:00', family, -4_000),
      on([12], '18:00:00', naivas, -2_600),
      every(1, '13:00:00', shop, -800),
    ],
  },
  trader: {
    from: '2025-01-01',
    to: '2025-06-30',
    opening: 1_000,
    habits: [
      customers(8, 500),
      every(1, '19:00:00', 'Merchant Payment to 7053099 - WHOLESALE HARDWARE', -2_600),
      every(1, '20:00:00', cash, -1_300),
    ],
  },
  /** Has money only during the terms of the university. */
  student: {
    from: '2025-01-01',
    to: '2025-06-30',
    opening: 150,
    habits: [
      inMonths(termMonths, on([1], '09:00:00', 'Funds received from - 2547******222 PARENT', 12_000)),
      inMonths(termMonths, on([1], '10:00:00', 'Pay Bill to 400300 - CITY UNIVERSITY Acc. 9', -3_000)),
      inMonths(termMonths, on([20], '18:00:00', 'Pay Bill Online to 290290 - SPORTPESA Acc. 07', -100)),
      inMonths(termMonths, every(1, '13:00:00', shop, -290)),
      inMonths([3], on([1], '11:00:00', family, -780)),
      inMonths([6], on([1], '11:00:00', family, -100)),
    ],
  },
  farmer: {
    from: '2025-01-01',
    to: '2025-12-31',
    opening: 40_000,
    habits: [
      inMonths(
        [2, 3, 8, 9],
        on([5], '09:00:00', 'Business Payment from 123789 - TEA FACTORY via API', 90_000),
      ),
      inMonths([4, 10], on([9], '09:00:00', 'Funds received from - 2547******333 BUYER', 20_000)),
      inMonths([1, 5, 6, 7, 11, 12], on([9], '09:00:00', 'Funds received from - 2547******333 BUYER', 4_000)),
      on([10], '10:00:00', kplc, -1_000),
      on([11], '10:00:00', 'M-Shwari Deposit', -200),
      every(2, '15:00:00', shop, -2_050),
    ],
  },
  thin: {
    from: '2025-01-01',
    to: '2025-02-28',
    opening: 500,
    habits: [
      on([3], '09:00:00', 'Funds received from - 2547******444 UNCLE', 4_000),
      on([5, 9, 14, 19, 23, 27], '15:00:00', shop, -600),
    ],
  },
  overdraftDependent: {
    from: '2025-01-01',
    to: '2025-06-30',
    opening: 50,
    habits: [
      handToMouth({
        wages: [2_200, 2_200, 800, 1_700, 1_700, 760],
        overdraftEvery: 2,
        drawn: 620,
        repaid: 500,
        loanDaily: 250,
      }),
    ],
  },
  loanStacker: {
    from: '2025-01-01',
    to: '2025-06-30',
    opening: 50,
    habits: [
      stacksLoans(
        [50_000, 20_000, 20_000, 16_000, 16_000, 6_000],
        6_000,
        [5_000, 5_000, 5_000, 10_000, 10_000, 10_000],
      ),
    ],
  },
  gambler: {
    from: '2025-01-01',
    to: '2025-06-30',
    opening: 50,
    habits: [
      handToMouth({
        wages: [10_000, 3_000, 3_000, 2_000, 600, 600],
        overdraftEvery: 3,
        drawn: 800,
        repaid: 300,
        stakeShare: 0.25,
        payoutEvery: 6,
      }),
    ],
  },
}

export const personaNames = [
  'salaried',
  'trader',
  'student',
  'farmer',
  'thin',
  'overdraftDependent',
  'loanStacker',
  'gambler',
] as const
export type PersonaName = (typeof personaNames)[number]

/** The statement of a persona; `wish` overrides members of what is passed to `statement`. */
export const personaStatement = (name: PersonaName, wish: Partial<StatementWish> = {}): ParsedStatement => {
  const { from, to, opening, habits } = plans[name]
  return statement({ from, to, opening, movements: live(habits, from, to), ...wish })
}
