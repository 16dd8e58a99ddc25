import type { ParsedStatement } from '../model/statement.js'
import { chanceOf, statementOf, type Movement } from './generated-statement.rules.js'

/** What a statement reveals of a person's identity, which a card must not use. */
export interface Identity {
  readonly group: string
  readonly holders: readonly string[]
  /** The people who pay the holder or are paid by the holder. */
  readonly people: readonly string[]
  readonly town: string
  /** A church or mosque, and a clinic. */
  readonly payees: readonly [string, string]
  readonly phone: string
}

/**
 * Names, places and payees of different communities, separately for women and men. The names are put together from
 * common ones and belong to nobody.
 */
export const identities: readonly Identity[] = [
  {
    group: 'women, highlands',
    holders: ['WANJIRU MWANGI', 'NYAMBURA KARIUKI', 'MERCY CHEBET'],
    people: ['FAITH MUTHONI', 'GRACE NJERI', 'PAULINE WAMBUI'],
    town: 'NYERI',
    payees: ['HOLY FAMILY PARISH', 'OUTSPAN HOSPITAL'],
    phone: '254712345123',
  },
  {
    group: 'men, highlands',
    holders: ['PETER KIPROTICH', 'JAMES KAMAU', 'DENNIS NJOROGE'],
    people: ['SAMUEL MAINA', 'KEVIN MUTUA', 'JOHN KARANJA'],
    town: 'ELDORET',
    payees: ['PCEA ST ANDREWS', 'MOI REFERRAL HOSPITAL'],
    phone: '254722345456',
  },
  {
    group: 'women, lake',
    holders: ['ACHIENG ODHIAMBO', 'LILIAN ATIENO', 'NEKESA WAFULA'],
    people: ['MARY AKINYI', 'ROSE ADHIAMBO', 'HOPE NANJALA'],
    town: 'KISUMU',
    payees: ['SDA CENTRAL', 'AGA KHAN CLINIC'],
    phone: '254733345789',
  },
  {
    group: 'men, coast',
    holders: ['ABDALLAH SALIM', 'OMAR BAKARI', 'HASSAN MWINYI'],
    people: ['SAID JUMA', 'ALI MZEE', 'RASHID KOMBO'],
    town: 'MOMBASA',
    payees: ['JAMIA MOSQUE', 'COAST GENERAL HOSPITAL'],
    phone: '254799345321',
  },
  {
    group: 'women, north',
    holders: ['AISHA NOOR', 'HALIMA ABDI', 'FATUMA DIRIYE'],
    people: ['SAHRA ADEN', 'KHADIJA ISSACK', 'MARIAM DUALE'],
    town: 'GARISSA',
    payees: ['MASJID NUUR', 'GARISSA TOWN CLINIC'],
    phone: '254110345654',
  },
  {
    group: 'men, francophone',
    holders: ['JOSÉ KÉÏTA', 'ÉTIENNE NKOULOU', 'ANDRÉ MBARGA'],
    people: ['PRINCE EYANGO', 'DIEUDONNÉ FOTSO', 'SERGE ETOUNDI'],
    town: 'DOUALA',
    payees: ['CATHEDRALE ST PIERRE', 'HOPITAL LAQUINTINIE'],
    phone: '254700345987',
  },
]

const from = '2025-01-01'
const to = '2025-08-31'

/** How a person lives, as numbers: everything about a person except the group. */
interface Habits {
  readonly salary: number
  readonly customers: number
  readonly sale: number
  readonly spending: number
  readonly betting: number
  readonly borrowing: number
  /** What is paid back of a loan, as a multiple of the loan. */
  readonly repaid: number
  /** For each month from January, the chance that a customer buys on a day. A salary does not depend on it. */
  readonly seasons: readonly number[]
  readonly saving: number
  readonly supportsFamily: boolean
}

const habitsOf = (chance: () => number): Habits => {
  const isSalaried = chance() < 0.5
  return {
    salary: isSalaried ? 15_000 + Math.floor(chance() * 80_000) : 0,
    customers: isSalaried ? 0 : 1 + Math.floor(chance() * 4),
    sale: 150 + Math.floor(chance() * 1_500),
    spending: 0.6 + chance() * 0.9,
    betting: chance() < 0.4 ? chance() * 0.15 : 0,
    borrowing: chance() < 0.5 ? 1_000 + Math.floor(chance() * 9_000) : 0,
    repaid: 0.4 + chance() * 0.7,
    seasons: Array.from({ length: 12 }, () => chance()),
    saving: chance() < 0.4 ? chance() * 0.1 : 0,
    supportsFamily: chance() < 0.5,
  }
}

const pick = <T>(values: readonly T[], chance: () => number): T =>
  values[Math.floor(chance() * values.length)] as T

/** What happens on one day. The chances are the same for all groups: only the words differ. */
const dayOf = (habits: Habits, identity: Identity, date: string, chance: () => number): Movement[] => {
  const { salary, customers, sale, spending, betting, borrowing, saving, supportsFamily } = habits
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))]
  const income = salary > 0 ? salary : customers * sale * 26
  const person = (): string =>
    `2547******${100 + Math.floor(chance() * 900)} ${pick(identity.people, chance)}`
  const [prayer, clinic] = identity.payees
  const happens = (share: number): boolean => chance() < share
  const all: (Movement | false)[] = [
    day === 1 && salary > 0 && { details: 'Salary Payment from 400200 - ACACIA LOGISTICS', amount: salary },
    ...Array.from({ length: customers }, () => {
      const [buyer, buys] = [person(), happens(habits.seasons[month - 1] ?? 1)]
      return buys && { details: `Funds received from - ${buyer}`, amount: sale }
    }),
    day === 2 && {
      details: 'Pay Bill to 888880 - KPLC PREPAID Acc. 1',
      amount: -Math.ceil(income * 0.03),
    },
    day === 3 && saving > 0 && { details: 'M-Shwari Deposit', amount: -Math.ceil(income * saving) },
    day === 5 && borrowing > 0 && { details: 'M-Shwari Loan Disburse', amount: borrowing },
    day === 25 &&
      borrowing > 0 && { details: 'M-Shwari Loan Repayment', amount: -Math.ceil(borrowing * habits.repaid) },
    day % 7 === 0 && {
      details: `Pay Bill to 400222 - ${prayer} Acc. OFFERING`,
      amount: -Math.ceil(income * 0.005),
    },
    day === 18 && { details: `Merchant Payment to 7053011 - ${clinic}`, amount: -Math.ceil(income * 0.01) },
    day === 20 &&
      supportsFamily && { details: `Customer Transfer to - ${person()}`, amount: -Math.ceil(income * 0.1) },
    betting > 0 &&
      day % 3 === 0 && {
        details: 'Pay Bill Online to 290290 - BETIKA Acc. 1',
        amount: -Math.ceil((income * betting) / 10),
      },
    {
      details: `Merchant Payment to 7053097 - ${identity.town} SHOP`,
      amount: -Math.ceil((income * spending * (0.5 + chance())) / 30),
    },
  ]
  return all.filter((movement) => movement !== false)
}

/**
 * The wallet statement of an invented person in the words of a group. The same `seed` is the same life in each group:
 * every amount, day and kind is equal, and only names, places, payees and the number differ.
 */
export const generatedStatement = (identity: Identity, seed: number): ParsedStatement => {
  const chance = chanceOf(seed)
  const habits = habitsOf(chance)
  return statementOf({
    name: identity.holders[seed % identity.holders.length] as string,
    phone: identity.phone,
    from,
    to,
    opening: 2000,
    movementsOn: (date) => dayOf(habits, identity, date, chance),
  })
}
