import 'reflect-metadata'
import { existsSync, readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { readConfig, type Config } from '../../app/config/config.js'
import { addDays, beginningOf, civilDate, type LocalDate } from '../../kernel/calendar.js'
import { systemClock, type Instant } from '../../kernel/clock.js'
import { createLogger } from '../../platform/log/log.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import { openDemoBank, type DemoBank } from './bank.js'
import { actsOfDay, inventPeople, type Person } from './customers.js'
import { createOffice, type Office } from './office.js'
import { createRandom, type Random } from './random.js'
import { createWallet, type DemoWallet } from './wallet.js'

export interface DemoOptions {
  readonly customers: number
  readonly days: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The hours, after midnight, at which customers act and the office works. */
const visits = [9, 17].map((hour) => hour * hourMs)
/** How long the acts of customers and the office at one of these hours may take at most. */
const visitMsMax = 4 * hourMs
/** One in this many customers applies for a loan elsewhere, with one of our scores. */
const customersToAScore = 25

const refuse = (config: Config): void => {
  if (config.stage !== 'development')
    throw new Mistake(`the demo runs only in development, and this is ${config.stage}`)
  if (config.databaseUrl !== undefined)
    throw new Mistake('the demo runs only on an SQLite file of its own: unset DATABASE_URL')
  if (config.provider.kind !== 'embedded-emulator')
    throw new Mistake('the demo runs only with the wallet emulator: unset MOMO_BASE_URL')
  if (config.scores.baseUrl !== undefined)
    throw new Mistake('the demo runs only with its own scoring service: unset SCORING_BASE_URL')
  if (existsSync(config.dataDirectory) && readdirSync(config.dataDirectory).length > 0)
    throw new Mistake(
      `${config.dataDirectory} is not empty; name an empty directory, for example DATA_DIR=./demo cauri demo`,
    )
}

/** The steps of a night, in the order in which workers run them. */
const nightly = [
  'walk-night',
  'leave-savings',
  'release-holds',
  'close-days',
  'roll-up-days',
  'compare-orders',
  'expire-approvals',
  'clean-request-log',
  'seal-evidence',
] as const

interface Demo {
  readonly bank: DemoBank
  readonly people: readonly Person[]
  readonly wallet: DemoWallet
  readonly office: Office
  readonly random: Random
  readonly zone: string
  /** The end of the demonstration. */
  readonly end: Instant
}

/** Plays one night and the day after it, but nothing after the end. */
const playDay = async (demo: Demo, date: LocalDate, day: number): Promise<void> => {
  const { bank, people, wallet, office, random, zone, end } = demo
  const midnight = beginningOf(date, zone)
  bank.moveTo(midnight + 5_000)
  await bank.work(...nightly)
  await wallet.settle()
  const acts = await actsOfDay(bank, people, { day, date }, random)
  for (const [index, visit] of visits.entries()) {
    if (midnight + visit + visitMsMax > end) return
    bank.moveTo(midnight + visit)
    for (let act = index; act < acts.length; act += visits.length) {
      bank.wait(random.whole(2, 30) * 1000)
      await acts[act]!()
    }
    await wallet.settle()
    if (index === 0) await office.work(day)
  }
  await bank.work('send-statements', 'poll-orders', 'seal-evidence')
}

/** How long before the end the workers run for the last time. */
const lastRoundMs = 2 * minuteMs

/** Some time of a bank, a year by default, made by the service itself: docs/command-line.md#a-bank-to-look-at. */
export const perform: Perform<DemoOptions> = async ({ customers, days }, progress) => {
  const config = readConfig()
  refuse(config)
  process.umask(0o077)
  const end = systemClock.now()
  const today = civilDate(config.timeZone)(end)
  const begin = addDays(today, -days)
  const zone = config.timeZone
  const bank = await openDemoBank(config, createLogger({ logLevel: 'silent' }), beginningOf(begin, zone))
  try {
    const random = createRandom(customers)
    const people = inventPeople(customers, days, random)
    const office = createOffice(bank, people, random)
    const demo: Demo = { bank, people, wallet: createWallet(bank, random), office, random, zone, end }
    const scoreEvery = Math.max(1, Math.floor(days / Math.max(1, customers / customersToAScore)))
    for (let day = 0; day <= days; day++) {
      await playDay(demo, addDays(begin, day), day)
      if (day === Math.floor(days / 2)) await office.changeProducts()
      const present = people.filter(({ joinDay, hasLeft }) => joinDay < day && !hasLeft)
      if (day % scoreEvery === scoreEvery - 1 && present.length > 0 && bank.now() + visitMsMax < end)
        await office.score(random.of(present))
      progress(day + 1, days + 1)
    }
    bank.moveTo(end - lastRoundMs)
    await bank.work('send-statements')
    await demo.wallet.settle()
    await bank.work('seal-evidence')
    const counts = await bank.counts()
    if (bank.errors.length > 0) throw new Error(bank.errors.slice(0, 5).join('\n'))
    return {
      data: { directory: config.dataDirectory, from: begin, to: today, ...counts },
      text: [
        `${begin} to ${today} in ${config.dataDirectory}:`,
        ...Object.entries(counts).map(([what, count]) => `  ${String(count).padStart(6)} ${what}`),
        `Look at it: DATA_DIR=${relative('.', config.dataDirectory) || '.'} npx cauri start`,
      ].join('\n'),
    }
  } finally {
    await bank.close()
  }
}
