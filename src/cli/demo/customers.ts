import type { DemoBank } from './bank.js'
import type { Random } from './random.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { columns, date, text } from '../../platform/database/read-row.js'

/** An invented customer: how they save, and when they act next. */
export interface Person {
  readonly msisdn: string
  readonly email: string | undefined
  readonly language: 'fr' | 'en'
  /** The day of the demo on which they register, as `DemoDay.day`. */
  readonly joinDay: number
  /** Days between two deposits. */
  readonly rhythm: number
  /** The usual amount of a deposit. */
  readonly amount: number
  readonly product: string
  /** The chance of an early withdrawal, per thousand and day. */
  readonly impatience: number
  /** The day of the next deposit, as `DemoDay.day`. */
  nextDepositDay: number
  hasLeft: boolean
}

const names = 'awa paul estelle serge aicha martin solange ibrahim nadege rose blaise fatou'.split(' ')
const products = [
  ['LOCK1M', 25],
  ['LOCK3M', 40],
  ['LOCK6M', 22],
  ['LOCK12M', 13],
] as const

/** Numbers without special behaviour at the emulator: docs/emulator.md. */
const numberOf = (n: number): string => `2376${70_000_000 + n * 1000 + (n % 400)}`

const toMultipleOf500 = (amount: number): number => Math.max(1000, Math.round(amount / 500) * 500)

export const inventPeople = (count: number, days: number, random: Random): Person[] =>
  Array.from({ length: count }, (_, n) => {
    // A tenth joins in the first week; the others join over the whole time, more of them later.
    const joinDay = n < count / 10 ? random.whole(0, 6) : Math.floor(random.next() ** 0.8 * (days - 1))
    return {
      msisdn: numberOf(n),
      email: random.happens(70) ? `${random.of(names)}.${n}@example.com` : undefined,
      language: random.happens(80) ? 'fr' : 'en',
      joinDay,
      rhythm: random.whole(14, 75),
      amount: 12_000 * random.scatter() * random.scatter(),
      product: random.weighted(products),
      impatience: random.happens(30) ? 8 : 1,
      nextDepositDay: joinDay,
      hasLeft: false,
    }
  })

const withdraw = async (bank: DemoBank, { msisdn, language }: Person, position: string): Promise<void> => {
  const who = { ACCOUNT_HOLDER_MSISDN: msisdn }
  const preview = await bank.call(
    'create_withdrawal_summary',
    { ...who, locked_account_id: position },
    language,
  )
  const reference = preview['withdrawal_reference']
  if (reference !== undefined)
    await bank.call('confirm_withdrawal', { ...who, withdrawal_reference: reference }, language)
}

const deposit = async (bank: DemoBank, person: Person, random: Random): Promise<void> => {
  const { msisdn, language } = person
  const who = { ACCOUNT_HOLDER_MSISDN: msisdn }
  // Some customers type an amount that is too small; some look at their balance first.
  const amount = random.happens(3) ? 500 : toMultipleOf500(person.amount * random.scatter())
  if (random.happens(20)) await bank.call('get_savings_balance', who, language)
  const product = random.happens(85) ? person.product : random.weighted(products)
  const summary = await bank.call(
    'create_deposit_summary',
    { ...who, amount: String(amount), product_code: product },
    language,
  )
  const reference = summary['deposit_reference']
  if (reference === undefined || random.happens(8)) return
  bank.wait(random.whole(5, 90) * 1000)
  await bank.call('confirm_deposit', { ...who, deposit_reference: reference }, language)
}

const statement = async (bank: DemoBank, { msisdn, email, language }: Person, random: Random) => {
  const who = { ACCOUNT_HOLDER_MSISDN: msisdn }
  const { statement_reference: reference } = await bank.call('create_full_statement_summary', who, language)
  await bank.call(
    'request_full_statement',
    {
      ...who,
      statement_reference: reference!,
      period: random.of(['LAST_MONTH', 'LAST_3_MONTHS', 'ALL']),
      ...(email !== undefined && { email }),
    },
    language,
  )
}

const savedOf = columns({ msisdn: text, id: text, maturityOn: date })

/** The customers' open savings on a date, by number. */
const savingsOf = async (
  bank: DemoBank,
  today: LocalDate,
): Promise<Map<string, { id: string; isMature: boolean }[]>> => {
  const rows = await bank.rows(
    `SELECT customers.msisdn, positions.id, positions.maturity_on FROM positions JOIN customers ON customers.id = positions.customer_id
     WHERE positions.status = 'OPEN'`,
  )
  const savings = rows
    .map(savedOf)
    .map(({ maturityOn, ...saved }) => ({ ...saved, isMature: maturityOn <= today }))
  return Map.groupBy(savings, ({ msisdn }) => msisdn)
}

interface DemoDay {
  /** The number of days since the demo began. */
  readonly day: number
  readonly date: LocalDate
}

/** The acts of the customers on a day, in their order. */
export const actsOfDay = async (
  bank: DemoBank,
  people: readonly Person[],
  { day, date: today }: DemoDay,
  random: Random,
): Promise<(() => Promise<void>)[]> => {
  const savings = await savingsOf(bank, today)
  return people.flatMap((person): (() => Promise<void>)[] => {
    if (person.hasLeft || day < person.joinDay) return []
    const { msisdn, email } = person
    const acts: (() => Promise<void>)[] = []
    const own = savings.get(msisdn) ?? []
    if (day === person.joinDay)
      acts.push(async () => {
        const address = email === undefined ? {} : { ACCOUNT_HOLDER_EMAIL: email }
        await bank.call('register_savings_account', { ACCOUNT_HOLDER_MSISDN: msisdn, ...address })
      })
    const mature = own.find(({ isMature }) => isMature)
    if (mature && random.happens(25)) {
      acts.push(() => withdraw(bank, person, mature.id))
      // Most of them save again.
      if (random.happens(65)) person.nextDepositDay = day + random.whole(1, 12)
    } else if (own.length > 0 && random.next() * 1000 < person.impatience)
      acts.push(() => withdraw(bank, person, random.of(own).id))
    if (day >= person.nextDepositDay) {
      person.nextDepositDay = day + Math.ceil(person.rhythm * random.scatter())
      acts.push(() => deposit(bank, person, random))
    }
    if (own.length > 0 && random.happens(0.25)) acts.push(() => statement(bank, person, random))
    if (own.length > 0 && random.next() * 10_000 < 3) {
      person.hasLeft = true
      acts.push(async () => {
        await bank.list('list_opt_out_positions', { ACCOUNT_HOLDER_MSISDN: msisdn })
        await bank.call('confirm_opt_out', { ACCOUNT_HOLDER_MSISDN: msisdn })
      })
    }
    return acts
  })
}
