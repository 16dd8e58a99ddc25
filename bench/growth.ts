import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import { closeDays } from '../src/bank/ledger/close-days.js'
import type { Database } from '../src/platform/database/database.js'
import { readPage } from '../src/platform/database/keyset.js'
import { entrySource, readTrialBalance } from '../src/bank/ledger/ledger.read.js'
import { readTransactions } from '../src/bank/savings/positions/transactions.read.js'
import { addDays } from '../src/kernel/calendar.js'
import type { Msisdn } from '../src/kernel/msisdn.js'
import { startMariadb } from '../test/support/mariadb.js'
import { databaseSettings, fill, firstNumber, today } from './clocks.js'
import { percentile } from './generator/job.js'
import { measureLeaving } from './leaving.js'
import { analyze, load } from './load.js'
import { limitLine, type Line } from './report.js'
import { withDatabase } from './world.js'

const savings = 5_000
const journals = 1_000_000
const readings = 50

const p50Of = async (read: () => Promise<unknown>): Promise<number> => {
  const ms: number[] = []
  for (let i = 0; i < readings; i++) {
    const begun = performance.now()
    await read()
    ms.push(performance.now() - begun)
  }
  return percentile(
    ms.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Measures the mini statement of a customer with many savings. All of them have matured, so that no night changes them. */
const miniStatement = (server: string): Promise<Line> =>
  withDatabase(server, 'mini', async (database) => {
    await database.inTransaction((tx) => ensureSystemClock(tx, addDays(today, -1)))
    await fill(database, {
      book: 'system',
      positions: savings,
      perCustomer: savings,
      firstNumber,
      startOn: addDays(today, -400),
      maturing: [],
      others: Array.from({ length: 12 }, (_, i) => addDays(today, -i - 1)),
    })
    const msisdn = String(firstNumber) as Msisdn
    const ms = await p50Of(() => readTransactions(database.read, { today }, msisdn))
    return limitLine(
      `mini statement of a customer with ${savings.toLocaleString('en')} savings, p50`,
      ms,
      20,
      'ms',
      1,
    )
  })

/** The journals of a year of deposits and their totals, with rising ids; each is booked on a day that was open then. */
const fillLedger = async (database: Database): Promise<void> => {
  const digits = `WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 999)`
  const numbered = `(SELECT a.d * 1000 + b.d AS n FROM digits a CROSS JOIN digits b WHERE a.d < ${journals / 1000}) numbered`
  const on = `DATE_ADD('${addDays(today, -365)}', INTERVAL n * 365 DIV ${journals} DAY)`
  const id = `CONCAT('J', LPAD(n, 8, '0'))`
  const line = (number: number, account: string, dimension: string, amount: number) =>
    `SELECT n, ${number} AS line, '${account}' AS account, ${dimension} AS dimension, ${amount} AS amount FROM numbered`
  const ofDeposit = line(1, 'customer_principal', `CONCAT('POS-', n)`, -10_000)
  const ofWallet = line(2, 'wallet_clearing', `''`, 10_000)
  await load(database, [
    `INSERT INTO journals (id, book, reference, customer_id, business_on, value_on, created_at)
     ${digits} SELECT ${id}, 'system', CONCAT('DEPOSIT:', n), NULL, ${on}, ${on}, 0 FROM ${numbered}`,
    `INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
     ${digits}, numbered AS (SELECT n FROM ${numbered})
     SELECT ${id}, line, 'system', account, dimension, 'XAF', amount
     FROM (${ofDeposit} UNION ALL ${ofWallet}) halves`,
    `INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
     ${digits} SELECT 'system', 'customer_principal', CONCAT('POS-', n), 'XAF', ${on}, -10000 FROM ${numbered}`,
    `INSERT INTO ledger_shared_totals (book, business_on, account, currency, share, amount)
     SELECT book, business_on, 'wallet_clearing', 'XAF', 0, COUNT(*) * 10000 FROM journals
     GROUP BY book, business_on`,
  ])
  await analyze(database, 'journals, postings, ledger_totals, ledger_shared_totals')
}

const ledger = (server: string): Promise<Line[]> =>
  withDatabase(server, 'ledger', async (database) => {
    await fillLedger(database)
    // Closes the days after the journals are written, since a closed day accepts no journal.
    await database.inTransaction((tx) => ensureSystemClock(tx, today))
    await closeDays(database, new AbortController().signal)
    const [middle] = await database.read.all('SELECT id FROM journals ORDER BY id LIMIT 1 OFFSET 500000')
    const order = [
      { sql: 'postings.journal_id', descending: true },
      { sql: 'postings.line', descending: true },
    ]
    const conditions = [{ sql: 'postings.book = ?', parameters: ['system'] }]
    const page = { conditions, order, after: [middle!['id'], 1], limit: 101 }
    const entries = await p50Of(() => readPage(database.read, entrySource, page))
    const balance = await p50Of(() => readTrialBalance(database.read, 'system', today))
    const of = `of ${journals.toLocaleString('en')} positions, p50`
    return [
      limitLine(`ledgerEntries ${of}`, entries, 20, 'ms', 1),
      limitLine(`trialBalance ${of}`, balance, 100, 'ms', 1),
    ]
  })

/** Measures what must not become slower as the history of a customer or of the bank grows. */
export const measureGrowth = async (): Promise<Line[]> => {
  const server = await startMariadb(databaseSettings)
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  try {
    return [
      await miniStatement(server.url),
      ...(await measureLeaving(server.url, savings)),
      ...(await ledger(server.url)),
    ]
  } finally {
    await server.stop()
  }
}
