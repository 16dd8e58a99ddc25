import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../src/app/open-database.js'
import { findHits } from '../src/back-office/customers/search.read.js'
import type { Database } from '../src/platform/database/database.js'
import { databaseSettings as settingsOf } from '../src/platform/database/drivers/data-source.js'
import { startMariadb } from '../test/support/mariadb.js'
import { databaseSettings } from './clocks.js'
import { median } from './compare.js'
import { load } from './load.js'
import { limitLine, type Line } from './report.js'
import { withDatabase, withScratch } from './world.js'

const customersOfAll = 1_000_000
const msMax = 50
const laps = 21
/** The number of hits that a page of the console requests. */
const hits = 20
const firstNumber = 237_670_000_000

/** Customers, each with an account, an e-mail address, and a payment with a transaction number of the provider. */
const fillCustomers = (database: Database, customers: number): Promise<void> => {
  const numbered = `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999),
    numbered AS (SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b WHERE a.d * 1000 + b.d < ${customers})`
  return load(database, [
    `INSERT INTO customers (id, msisdn, msisdn_end, created_at)
       ${numbered} SELECT CONCAT('C', n), CONCAT('', ${firstNumber} + n), SUBSTR(CONCAT('', ${firstNumber} + n), 9), n FROM numbered`,
    `INSERT INTO accounts (id, customer_id, status, open_key, email, opened_on, created_at)
       ${numbered} SELECT CONCAT('ACC-', n), CONCAT('C', n), 'ACTIVE', CONCAT('C', n), CONCAT('n', n, '@example.com'),
         '2026-03-01', n FROM numbered`,
    `INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note, status,
         provider_transaction_id, business_on, sends, polls, created_at)
       ${numbered} SELECT CONCAT('O', n), 'COLLECT', CONCAT('C', n), CONCAT('ACC-', n), 'system', CONCAT('', ${firstNumber} + n), 1000,
         'XAF', 'Versement', 'SUCCESSFUL', CONCAT('', 88000000000 + n), '2026-03-01', 1, 1, n FROM numbered`,
  ])
}

/** Texts that find the customer with this number, each in a different way. */
const waysTo = (n: number): Readonly<Record<string, string>> => {
  const national = String(firstNumber + n).slice(3)
  return {
    'a whole number': national.replaceAll(/(\d{3})(\d\d)(\d\d)(\d\d)/g, '$1 $2 $3 $4'),
    'the beginning of numbers': national.slice(0, 4),
    'the last four digits': national.slice(-4),
    'an address': `n${n}@`,
    'a transaction of the provider': String(88_000_000_000 + n),
    'an account': `ACC-${n}`,
  }
}

const measureOn = async (name: string, database: Database, customers: number): Promise<Line> => {
  const took = new Map<string, number[]>()
  for (let lap = 0; lap < laps; lap++)
    for (const [way, text] of Object.entries(waysTo(Math.floor((customers * (lap + 0.5)) / laps)))) {
      const begun = performance.now()
      const found = await findHits({ sql: database.read, peppers: ['a pepper'] }, text, hits)
      took.set(way, [...(took.get(way) ?? []), performance.now() - begun])
      if (found.length === 0) throw new Error(`${way}: nothing is found by ${text}`)
    }
  const [slowest = '', times = []] = [...took].toSorted(([, a], [, b]) => median(b) - median(a))[0] ?? []
  const what = `search among ${customers.toLocaleString('en')} customers on ${name}, the slowest way in`
  return { ...limitLine(what, median(times), msMax, 'ms', 1), other: slowest }
}

/** Measures each way of searching a bank, with the code that `search` runs. */
export const measureSearch = (scale = 1): Promise<Line[]> =>
  withScratch(async (directory) => {
    const customers = Math.round((customersOfAll * scale) / 1000) * 1000
    const dataDirectory = join(directory, 'sqlite')
    await mkdir(dataDirectory, { recursive: true })
    const file = await openDatabase(settingsOf({ databaseUrl: undefined, dataDirectory }))
    await fillCustomers(file, customers)
    const onFile = await measureOn('SQLite', file, customers)
    await file.close()
    const server = await startMariadb(databaseSettings)
    if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
    try {
      const onServer = await withDatabase(server.url, 'search', async (database) => {
        await fillCustomers(database, customers)
        await database.read.all('ANALYZE TABLE customers, accounts, payment_orders')
        return measureOn('MariaDB', database, customers)
      })
      return [onFile, onServer]
    } finally {
      await server.stop()
    }
  })
