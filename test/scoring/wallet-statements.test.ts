import { describe, expect, test } from '@jest/globals'
import { personas, type PersonaName } from './fixtures/personas.js'
import type { PrintedRow } from './fixtures/printed-row.js'
import { summaryOfRows } from './fixtures/summary-table.js'
import type { Generation } from './fixtures/wallet-pdf.js'
import { walletStatement } from './fixtures/wallet-statement.js'
import { failedChecks, readBytes } from './reading.js'
import type { StatementRow } from '../../src/scoring/statement.js'

const names = Object.keys(personas) as PersonaName[]
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
  balance: row.balance as number,
})

const cases = generations.flatMap((generation) => names.map((persona) => [generation, persona] as const))

describe.each(cases)('generation %s, %s', (generation, persona) => {
  const reading = walletStatement({ generation, persona, months: persona === 'thin' ? 2 : 4, seed: 11 }).then(
    async (file) => ({
      file,
      ...(await readBytes(file.bytes)),
    }),
  )

  test('every row is read as printed, oldest first, and nothing else', async () => {
    const { file, statement } = await reading
    expect(statement.rows.map(read)).toEqual(file.rows.map(printed))
    expect(statement.unreadRows).toEqual([])
  })

  test('the eight lines of the printed table follow from the rows, to the cent', async () => {
    const { file, statement, checks } = await reading
    expect(statement.header.printedSummary).toEqual(summaryOfRows(file.rows))
    expect(checks.find(({ id }) => id === 'declared_totals')).toMatchObject({
      applicable: true,
      evidence: 'as printed',
    })
  })

  test('the balances follow, and nothing speaks against the file', async () => {
    const reading_ = await reading
    const { groups, agreeing } = reading_.statement.reconciliation
    expect(agreeing / groups).toBeGreaterThanOrEqual(0.994)
    expect(failedChecks(reading_)).toEqual([])
    const expected = persona === 'thin' ? ['insufficient_transactions'] : []
    expect(reading_.data.validity.exclusionReasons).toEqual(expected)
  })
})

test('the head is read as printed', async () => {
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
