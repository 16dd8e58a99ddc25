import { describe, expect, test } from '@jest/globals'
import { personas } from './fixtures/personas.js'
import { asRead, type PrintedRow } from './fixtures/printed-row.js'
import { summaryOfRows } from './fixtures/summary-table.js'
import type { Generation } from './fixtures/wallet-pdf.js'
import { sampleStatement, walletContent, walletStatement } from './fixtures/wallet-statement.js'
import { failedChecks, readBytes } from './reading.js'
import { assess } from '../../src/scoring-service/card/assessment.rules.js'
import { unexplainedIn } from '../../src/scoring-service/reading/checks/unexplained-balances.js'
import { replayBalances } from '../../src/scoring-service/reading/rows/reconcile.js'
import type { StatementRow } from '../../src/scoring-service/model/statement.js'
import { at, first, present } from '../support/present.js'
import { keysOf } from '../support/typed.js'

const names = keysOf(personas)
const generations: readonly Generation[] = ['2022', '2025']

type Facts = Pick<PrintedRow, 'receipt' | 'time' | 'details' | 'status' | 'paidIn' | 'paidOut' | 'balance'>

const printed = ({ receipt, time, details, status, paidIn, paidOut, balance }: PrintedRow): Facts => ({
  receipt,
  time,
  details,
  status: status.toLowerCase(),
  paidIn,
  paidOut,
  balance,
})

const read = (row: StatementRow): Facts => ({
  receipt: row.receiptNumber,
  time: row.completionTime,
  details: row.details,
  status: row.transactionStatus.toLowerCase(),
  paidIn: row.paidIn,
  paidOut: row.paidOut,
  balance: present(row.balance),
})

const cases = generations.flatMap((generation) => names.map((persona) => [generation, persona] as const))

describe.each(cases)('a wallet statement in the format of %s, persona %s', (generation, persona) => {
  const reading = walletStatement({ generation, persona, months: persona === 'thin' ? 2 : 4, seed: 11 }).then(
    async (file) => ({
      file,
      ...(await readBytes(file.bytes)),
    }),
  )

  test('every row is read as printed, oldest first, and no other row', async () => {
    const { file, statement } = await reading
    expect(statement.rows.map(read)).toEqual(file.rows.map(printed))
    expect(statement.unreadRows).toEqual([])
  })

  test('the eight lines of the printed summary match the rows, to the cent', async () => {
    const { file, statement, checks } = await reading
    expect(statement.header.printedSummary).toEqual(summaryOfRows(file.rows))
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      applicable: true,
      evidence: 'as printed',
    })
  })

  test('the balances follow, and no check fails', async () => {
    const reading_ = await reading
    const { groups, agreeing } = reading_.statement.reconciliation
    expect(agreeing / groups).toBeGreaterThanOrEqual(0.994)
    expect(failedChecks(reading_)).toEqual([])
    const expected = persona === 'thin' ? ['insufficient_transactions'] : []
    expect(reading_.data.validity.exclusionReasons).toEqual(expected)
  })
})

/** The percentage of rows whose balance follows from the row above, which is what a simple check would compare. */
const followingPercent = (rows: readonly StatementRow[]): number => {
  const counted = rows.filter(({ transactionStatus }) => transactionStatus === 'Completed')
  const follow = counted.filter((row, i) => {
    const before = counted[i - 1]
    return !before || present(before.balance) + row.paidIn - row.paidOut === row.balance
  })
  return (100 * follow.length) / counted.length
}

/** Two years of each persona, as busy as real wallets, in the disorder in which issuers print. */
const years = names.map((name) => {
  const { rows } = walletContent({ persona: name, months: 24, busyness: 4, seed: 7 })
  const statement = rows.map(asRead)
  const { comparedCount, agreeing } = replayBalances(statement)
  return {
    name,
    count: comparedCount,
    rate: ((100 * agreeing) / comparedCount).toFixed(2),
    single: followingPercent(statement).toFixed(1),
  }
})

test.each(years)(
  '$name: over two years balances follow in $rate % of $count groups, but only in $single % of single rows',
  ({ rate, single }) => {
    expect(Number(rate)).toBeGreaterThanOrEqual(99.4)
    expect(Number(single)).toBeLessThan(98)
  },
)

test('a check of single rows would report more than one row in twenty; a check of groups reports some groups too', () => {
  const rates = years.map(({ single }) => Number(single))
  expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeLessThan(95)
  expect(years.some(({ rate }) => Number(rate) < 100)).toBe(true)
})

test('two groups booked in reverse order are reported as one broken group, and the last balance follows from the first one and all rows', () => {
  const row = (second: number, receipt: string, paidIn: number, balance: number): StatementRow =>
    asRead(
      {
        receipt,
        time: `2026-06-10 12:00:0${second}`,
        details: 'Funds received',
        status: 'Completed',
        paidIn,
        paidOut: 0,
        balance,
        category: 'receivedMoney',
      },
      second,
    )
  const rows = [row(1, 'A', 500, 500), row(2, 'B', 100, 900), row(3, 'C', 300, 800), row(4, 'D', 50, 950)]
  const named = [{ receiptNumber: 'B', completionTime: '2026-06-10 12:00:02' }]
  expect(replayBalances(rows)).toMatchObject({
    comparedCount: 3,
    groupCount: 4,
    agreeing: 2,
    broken: named,
    drift: 0,
  })
  const changed = rows.with(1, row(2, 'B', 200, 900))
  expect(replayBalances(changed).broken.length).toBeGreaterThan(1)
})

test('receipts booked in any order have no unexplained balance, unless an amount was changed', () => {
  const nets = [746_00, 60_00, -375_00, 431_00, 90_00, 15_00]
  const booked = [3, 1, 0, 2, 4, 5]
  const balances: number[] = []
  let balance = 1_000_00
  for (const i of booked) balances[i] = balance += at(nets, i)
  const rows = nets.map((net, i) =>
    asRead(
      {
        receipt: `R${i}`,
        time: `2026-06-10 12:00:0${i}`,
        details: 'Funds received',
        status: 'Completed',
        paidIn: Math.max(0, net),
        paidOut: Math.max(0, -net),
        balance: at(balances, i),
        category: 'receivedMoney',
      },
      i,
    ),
  )
  const opened = asRead(
    {
      ...first(rows),
      receipt: 'R',
      time: '2026-06-09 12:00:00',
      details: 'Funds received',
      status: 'Completed',
      paidIn: 0,
      paidOut: 0,
      balance: 1_000_00,
      category: 'receivedMoney',
    },
    9,
  )
  const unexplained = (all: readonly StatementRow[]) => unexplainedIn(all, replayBalances(all))
  expect(replayBalances([opened, ...rows]).broken.length).toBeGreaterThan(2)
  expect(unexplained([opened, ...rows])).toEqual([])
  expect(unexplained([opened, ...rows.with(1, { ...at(rows, 1), paidIn: 160_00 })])).not.toEqual([])
})

test('the header is read as printed', async () => {
  const { data, statement } = await readBytes((await walletStatement({ months: 2 })).bytes)
  expect(data.header).toMatchObject({
    name: 'WANJIRU NYAMBURA MWANGI',
    phoneNumber: '254712345123',
    email: 'wanjiru.mwangi@example.com',
    code: 'K7XQ29BD',
    statementPeriod: '01 May 2026 - 30 Jun 2026',
    requestDate: '01 Jul 2026',
    accountNumber: null,
    currency: 'KES',
  })
  expect(statement.period).toEqual({ from: '2026-05-01', to: '2026-06-30' })
  expect(data.meta).toEqual({
    creationDate: expect.stringMatching(/^D:20260701/),
    modDate: '',
    keywords: 'M-PESA,Statement',
    creator: 'Safaricom PLC',
    producer: 'OpenPDF 1.3.26',
    subject: 'M-PESA Statement',
    author: 'Safaricom PLC',
    title: '',
  })
})

test.each(['2026-03-01', '2027-12-31', '2028-02-29'])(
  'the sample statement of the README is approved without a cap on %s',
  async (day) => {
    const asOf = new Date(`${day}T00:30:00Z`)
    const read = await readBytes((await sampleStatement(asOf)).bytes, { asOf })
    expect(failedChecks(read)).toEqual([])
    const { decision, cappedBy, facts, limits } = assess([read.statement], asOf)
    expect({ decision, cappedBy, months: facts.calendar.fullMonths }).toEqual({
      decision: 'APPROVE',
      cappedBy: null,
      months: 12,
    })
    expect(limits.shortTermLimit).toBeGreaterThan(10_000_00)
  },
)
