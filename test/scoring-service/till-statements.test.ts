import { describe, expect, test } from '@jest/globals'
import { sniff } from '../../src/scoring-contract/sniff.js'
import type { StatementRow } from '../../src/scoring-service/model/statement.js'
import { manyRows } from './fixtures/large-csv.js'
import { tillCsv, tillPdf, tillRows, type CsvWish, type TillRow } from './fixtures/till.js'
import { walletStatement } from './fixtures/wallet-statement.js'
import type { Reading } from '../../src/scoring-service/reading/read-document.js'
import { failedChecks, readBytes, refusalOf } from './reading.js'
import { present } from '../support/present.js'

const rows = tillRows(3, 2)

const read = (row: StatementRow): TillRow => ({
  receipt: row.receiptNumber,
  time: row.completionTime,
  details: row.details,
  status: row.transactionStatus,
  paidIn: row.paidIn,
  paidOut: row.paidOut,
  balance: present(row.balance),
  type: row.transactionType ?? '',
  otherParty: row.otherParty ?? '',
})

const asTill = { documentType: 'WALLET_TILL_STATEMENT' } as const
/** The business has another name than the applicant, and nobody vouches for the file. */
const reasonsOfCsv = ['till_of_another_holder', 'csv_not_vouched_for']

const asCsv = { ...asTill, format: 'csv' } as const

test('a till statement as a PDF is read with the type and the other party of each row', async () => {
  const reading = await readBytes(await tillPdf(rows), asTill)
  expect(reading.statement.rows.map(read)).toEqual(rows)
  expect(failedChecks(reading)).toEqual([])
  expect(reading.data.validity).toMatchObject({
    nameIsValid: false,
    status: 'UNVERIFIED',
    reasons: ['till_of_another_holder'],
    exclusionReasons: ['author_mismatch'],
  })
  expect(reading.data.header).toMatchObject({ name: 'MWANGI GENERAL STORES', accountNumber: '174379' })
})

test('a till statement that was sent as a wallet statement is read as a till statement', async () => {
  const { data } = await readBytes(await tillPdf(rows))
  expect(data.logs.documentType).toBe('WALLET_TILL_STATEMENT')
})

test('a wallet statement that was sent as a till statement is refused', async () => {
  const { bytes } = await walletStatement({ months: 1 })
  expect(await refusalOf(bytes, asTill)).toBe('unsupported_layout')
})

test('formulas in a till statement as a PDF are read as text', async () => {
  const [first, ...others] = rows
  const printed = [{ ...present(first), details: '=HYPERLINK(1)', otherParty: '@SUM(A1)' }, ...others]
  const { statement } = await readBytes(await tillPdf(printed), { documentType: 'WALLET_TILL_STATEMENT' })
  const row = statement.rows.find(({ receiptNumber }) => receiptNumber === present(first).receipt)
  expect(row?.details).toMatch(/^'=HYPERLINK/)
  expect(row?.otherParty ?? "'").toMatch(/^'/)
})

describe('a CSV of the portal', () => {
  const ways: readonly (readonly [string, CsvWish])[] = [
    ['unchanged', {}],
    ['with a byte order mark', { bom: true }],
    ['with semicolons', { delimiter: ';' }],
    ['with Windows line ends', { lineEnd: '\r\n' }],
    ['with headings on two lines', { splitHeadings: true }],
    [
      'with a line end inside the details',
      { record: (cells) => [cells.with(3, (cells[3] ?? '').replace(' ', '\n'))] },
    ],
    [
      'with details that continue in a record of their own',
      {
        record: (cells) => {
          const [first = '', ...rest] = (cells[3] ?? '').split(' ')
          return [cells.with(3, first), cells.map((_, i) => (i === 3 ? rest.join(' ') : ''))]
        },
      },
    ],
    ['with text cells written as ="text"', { record: (cells) => [cells.with(0, `="${cells[0]}"`)] }],
    [
      'with a byte order mark, semicolons, Windows line ends and headings on two lines',
      { bom: true, delimiter: ';', lineEnd: '\r\n', splitHeadings: true },
    ],
  ]
  test.each(ways)('%s: is read', async (_, wish) => {
    const { statement, data } = await readBytes(tillCsv(rows, wish), asCsv)
    expect(statement.rows.map(read)).toEqual(rows)
    expect(statement.unreadRows).toEqual([])
    expect(data.logs.format).toBe('CSV')
    expect(new Set(Object.values(data.meta))).toEqual(new Set(['']))
    expect(data.validity).toMatchObject({ notModified: true, reasons: reasonsOfCsv })
  })

  test('in UTF-16 with tabs, as a spreadsheet saves "Unicode text": is accepted and read', async () => {
    const bytes = Buffer.from(`\ufeff${tillCsv(rows, { delimiter: '\t' }).toString('utf8')}`, 'utf16le')
    expect(sniff(bytes)).toBe('csv')
    const { statement } = await readBytes(bytes, asCsv)
    expect(statement.rows.map(read)).toEqual(rows)
  })

  test('has formulas read as text, which no spreadsheet runs', async () => {
    const csv = tillCsv(rows, { record: (cells, i) => [i === 0 ? cells.with(3, "=CMD('calc')!A0") : cells] })
    const { statement } = await readBytes(csv, asCsv)
    expect(statement.rows.at(-1)?.details).toBe("'=CMD('calc')!A0")
  })

  test('with too many rows is refused, before it is parsed if its lines are too many', async () => {
    expect(await refusalOf(manyRows(200_000), asCsv)).toBe('too_many_rows')
    expect(await refusalOf(manyRows(101_001), asCsv)).toBe('too_many_rows')
  })

  test('with an unreadable row has that row reported', async () => {
    const csv = tillCsv(rows, {
      record: (cells, i) => [i === 5 ? cells.with(5, 'N/A').with(6, '12..5') : cells],
    })
    const { statement, data } = await readBytes(csv, asCsv)
    expect(statement.rows).toHaveLength(rows.length - 1)
    expect(statement.unreadRows).toHaveLength(1)
    expect(data.validity.notModified).toBe(true)
  })

  test('with many unreadable rows is refused', async () => {
    const csv = tillCsv(rows, {
      record: (cells, i) => [i % 20 === 5 ? cells.with(5, 'N/A').with(6, '12..5') : cells],
    })
    expect(await refusalOf(csv, asCsv)).toBe('unsupported_layout')
  })

  test('without a table or with an open quote is refused', async () => {
    expect(await refusalOf(Buffer.from('a,b,c\n1,2,3\n'), asCsv)).toBe('unsupported_layout')
    expect(await refusalOf(Buffer.from(`Receipt No.,"${'x'.repeat(200_000)}`), asCsv)).toBe(
      'unsupported_layout',
    )
  })

  test('with dates as numbers of a spreadsheet is read', async () => {
    const day = (text: string): string => {
      const [d = '', m = '', rest = ''] = text.split('-')
      const ms = Date.parse(`${rest.slice(0, 4)}-${m}-${d}T${rest.slice(5)}Z`) - Date.UTC(1899, 11, 30)
      return String(ms / 86_400_000)
    }
    const csv = tillCsv(rows, { record: (cells) => [cells.with(1, day(cells[1] ?? ''))] })
    expect((await readBytes(csv, asCsv)).statement.rows.map(read)).toEqual(rows)
  })
})

describe('the validity of a CSV', () => {
  const passedByCheck = ({ checks }: Reading) =>
    Object.fromEntries(checks.map(({ id, applicable, passed }) => [id, applicable ? passed : undefined]))
  const total = (paidIn: number, paidOut: number): Buffer =>
    Buffer.from(`Total,,,,,${(paidIn / 100).toFixed(2)},${(paidOut / 100).toFixed(2)},,,,,,\n`)
  const sum = (side: 'paidIn' | 'paidOut') => rows.reduce((whole, row) => whole + row[side], 0)

  test('rests on its own figures and dates; checks of a PDF file are not applicable', async () => {
    const reading = await readBytes(tillCsv(rows), asCsv)
    expect(passedByCheck(reading)).toEqual({
      author: undefined,
      encryption: undefined,
      creator: undefined,
      producer: undefined,
      profile: undefined,
      mod_date: undefined,
      revisions: undefined,
      fonts: undefined,
      overlay: undefined,
      page_count: undefined,
      creation_date: undefined,
      declared_totals: undefined,
      running_balance: true,
      balance_drift: true,
      period: true,
      receipts: true,
      unread_rows: true,
      account_number: undefined,
    })
    expect(reading.data.validity).toMatchObject({
      authorIsValid: false,
      creatorIsValid: false,
      notModified: true,
      exclusionReasons: ['author_mismatch'],
      status: 'UNVERIFIED',
      reasons: reasonsOfCsv,
      vouchedBy: null,
    })
  })

  test('is vouched for by a client that fetches it from the portal', async () => {
    const ours = tillCsv(rows).toString().replaceAll('MWANGI GENERAL STORES', 'WANJIRU MWANGI')
    const { data } = await readBytes(Buffer.from(ours), { ...asCsv, acceptsCsv: true })
    expect(data.validity).toMatchObject({
      status: 'VALID',
      isValid: true,
      exclusionReasons: [],
      vouchedBy: 'client',
      authorIsValid: false,
    })
    const other = await readBytes(tillCsv(rows), { ...asCsv, acceptsCsv: true })
    expect(other.data.validity).toMatchObject({ status: 'UNVERIFIED', reasons: ['till_of_another_holder'] })
  })

  test('rests on totals below its rows', async () => {
    const right = Buffer.concat([tillCsv(rows), total(sum('paidIn'), sum('paidOut'))])
    expect(passedByCheck(await readBytes(right, asCsv))).toMatchObject({ declared_totals: true })
    const wrong = Buffer.concat([tillCsv(rows), total(sum('paidIn') + 100, sum('paidOut'))])
    const reading = await readBytes(wrong, asCsv)
    expect(failedChecks(reading)).toEqual(['declared_totals'])
    expect(reading.data.validity).toMatchObject({
      notModified: false,
      exclusionReasons: ['document_modified', 'author_mismatch'],
    })
  })

  test('rests on its balances, which do not follow after an amount was changed', async () => {
    const changed = rows.map((row, i) =>
      i % 5 === 2 && row.paidIn > 0 ? { ...row, paidIn: row.paidIn + 50_000 } : row,
    )
    const { data } = await readBytes(tillCsv(changed), asCsv)
    expect(data.validity).toMatchObject({ notModified: false, status: 'INVALID', vouchedBy: null })
  })

  test('rests on its dates: no row after today, after the day of the request, or outside the period', async () => {
    const early = new Date('2026-06-20T08:00:00Z')
    expect(failedChecks(await readBytes(tillCsv(rows), { ...asCsv, asOf: early }))).toEqual(['creation_date'])
    const requested = (day: string): Buffer =>
      Buffer.concat([Buffer.from(`Request Date,${day}\n`), tillCsv(rows)])
    expect(passedByCheck(await readBytes(requested('01-07-2026'), asCsv))).toMatchObject({
      creation_date: true,
    })
    expect(failedChecks(await readBytes(requested('25-06-2026'), asCsv))).toEqual(['creation_date'])
    const outside = tillCsv(rows.map((row) => ({ ...row, time: row.time.replace('2026-06', '2026-05') })))
    const reading = await readBytes(outside, asCsv)
    expect(failedChecks(reading)).toContain('period')
    expect(reading.data.validity.reasons).toEqual(reasonsOfCsv)
  })

  test('needs balances or totals', async () => {
    const records = rows.map(({ time, details, paidIn, paidOut }) =>
      [time.slice(0, 10), details.replaceAll(',', ' '), paidOut / 100, paidIn / 100, ''].join(','),
    )
    const head = ['Account Name,WANJIRU NYAMBURA MWANGI', 'Date,Description,Debit,Credit,Balance']
    const asBank = { documentType: 'BANK_STATEMENT', bankName: 'STANBIC', format: 'csv' } as const
    const reading = await readBytes(Buffer.from([...head, ...records].join('\n')), asBank)
    expect(passedByCheck(reading)).toMatchObject({ running_balance: undefined })
    expect(reading.data.validity).toMatchObject({
      notModified: false,
      reasons: ['csv_not_vouched_for', 'balances_not_printed'],
      exclusionReasons: ['author_mismatch'],
      isValid: false,
    })
  })

  test('is never VALID for the wallet of a person, since the issuer makes no CSV of one', async () => {
    const asWallet = tillCsv(rows)
      .toString()
      .replace('Organization Name', 'Customer Name')
      .replace('Short Code', '')
    const { data, statement, checks } = await readBytes(Buffer.from(asWallet), { format: 'csv' })
    expect([data.logs.documentType, statement.rows.length]).toEqual(['WALLET_STATEMENT', rows.length])
    expect(checks.find(({ id }) => id === 'author')?.evidence).toContain('gives no CSV')
    expect(data.validity).toMatchObject({ authorIsValid: false, isValid: false })
    expect(data.validity.exclusionReasons).toContain('author_mismatch')
  })
})
