import { beforeAll, describe, expect, test } from '@jest/globals'
import { editsOf } from '../../src/scoring-service/reading/pdf/revisions.js'
import { certificateEncrypted, lyingCount, pageTreeLoop, pictureOnly } from './fixtures/bombs.js'
import type { PrintedRow } from './fixtures/printed-row.js'
import { randomOf } from './fixtures/random.js'
import type { Encryption } from './fixtures/sheet.js'
import { encryptedR6, linearised, signed, turned, withRevision, withScript } from './fixtures/tamper.js'
import {
  walletContent,
  walletStatement,
  type WalletFile,
  type WalletWish,
} from './fixtures/wallet-statement.js'
import { failedChecks, readBytes, refusalOf } from './reading.js'

const small: WalletWish = { months: 1 }

let genuine: WalletFile
let unencrypted: Buffer

beforeAll(async () => {
  genuine = await walletStatement(small)
  unencrypted = (await walletStatement({ ...small, encryption: 'none' })).bytes
})

const row = (more: Partial<PrintedRow> = {}): PrintedRow => ({
  receipt: 'UG1000AAAA',
  time: '2026-06-10 12:00:00',
  details: 'Airtime Purchase',
  status: 'Completed',
  paidIn: 0,
  paidOut: 5000,
  balance: 100_000,
  category: 'others',
  ...more,
})

/** A statement with exactly these rows, oldest first. */
const statementOf = (rows: readonly PrintedRow[], wish: WalletWish = {}) =>
  walletStatement({ ...small, ...wish, content: (content) => ({ ...content, rows }) })

describe('opening a document', () => {
  test('is refused with wrong_password if the password is wrong', async () => {
    expect(await refusalOf(genuine.bytes, { password: '000000' })).toBe('wrong_password')
  })

  test('is refused with password_required if the password is missing or empty', async () => {
    expect(await refusalOf(genuine.bytes, { password: null })).toBe('password_required')
    expect(await refusalOf(genuine.bytes, { password: '' })).toBe('password_required')
  })

  test('is possible with the owner password of the PDF too', async () => {
    expect(await refusalOf(genuine.bytes, { password: `owner-${genuine.password}` })).toBe('read')
  })

  test.each<Encryption>(['rc4-40', 'rc4-128', 'aes-128', 'aes-256'])(
    'is possible if it is encrypted with %s',
    async (encryption) => {
      const { bytes, rows } = await walletStatement({ ...small, encryption })
      expect((await readBytes(bytes)).statement.rows).toHaveLength(rows.length)
    },
  )

  test('is possible if it is encrypted with AES-256 of PDF 2.0', async () => {
    const bytes = await encryptedR6(unencrypted, '482915')
    expect((await readBytes(bytes)).statement.rows).toHaveLength(genuine.rows.length)
    expect(await refusalOf(bytes, { password: 'x' })).toBe('wrong_password')
  })

  test('is refused with encrypted_unsupported if it is encrypted for the holder of a certificate', async () => {
    expect(await refusalOf(certificateEncrypted())).toBe('encrypted_unsupported')
  })

  test('is possible if it is not encrypted although a password was sent; the checks report that', async () => {
    expect(failedChecks(await readBytes(unencrypted))).toEqual(['encryption', 'profile'])
  })

  test.each([90, 180, 270])(
    'is possible if its pages, with a note along the edge, were turned by %d degrees',
    async (angle) => {
      const { rows } = (await readBytes(unencrypted)).statement
      expect((await readBytes(await turned(unencrypted, angle))).statement.rows).toEqual(rows)
    },
  )

  test('is refused with image_only if it is a picture of a statement', async () => {
    expect(await refusalOf(pictureOnly())).toBe('image_only')
  })

  test.each([0.5, 0.95])('is refused with corrupt_pdf if it ends after %d of its length', async (share) => {
    expect(await refusalOf(genuine.bytes.subarray(0, Math.floor(genuine.bytes.length * share)))).toBe(
      'corrupt_pdf',
    )
  })

  test('is refused with not_a_pdf for other formats and for an empty file', async () => {
    expect(await refusalOf(Buffer.from('<html><body>statement</body></html>'))).toBe('not_a_pdf')
    expect(await refusalOf(Buffer.from('PK\u0003\u0004'))).toBe('not_a_pdf')
    expect(await refusalOf(Buffer.alloc(0))).toBe('not_a_pdf')
  })

  test('is possible if a thousand other bytes precede it', async () => {
    const junk = Buffer.alloc(1000, 'x')
    expect(await refusalOf(Buffer.concat([junk, genuine.bytes]))).toBe('read')
  })

  test('is refused for a page tree that contains itself and for a false number of pages', async () => {
    expect(await refusalOf(pageTreeLoop())).toBe('corrupt_pdf')
    expect(await refusalOf(lyingCount())).toBe('image_only')
    // A reader must not report a negative number of pages, because its parent would refuse the report as invalid.
    expect(await refusalOf(lyingCount(-1))).toBe('corrupt_pdf')
  })

  test('gives rows or a code if bytes of it are changed at random', async () => {
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = randomOf(seed)
      const bytes = Buffer.from(random.chance(0.5) ? unencrypted : genuine.bytes)
      for (let hit = random.between(1, 20); hit > 0; hit -= 1) {
        bytes[random.between(0, bytes.length - 1)] = random.between(0, 255)
      }
      outcomes.add(await refusalOf(bytes))
    }
    expect(outcomes.size).toBeGreaterThan(1)
  })

  test('does not run its scripts', async () => {
    expect(await refusalOf(await withScript(unencrypted))).toBe('read')
  })

  test('counts its incremental updates, without those of linearisation and signature', () => {
    expect(editsOf(unencrypted)).toBe(0)
    expect(editsOf(withRevision(unencrypted))).toBe(1)
    expect(editsOf(withRevision(withRevision(unencrypted)))).toBe(2)
    expect(editsOf(linearised(unencrypted))).toBe(0)
    expect(editsOf(signed(unencrypted))).toBe(0)
    expect(editsOf(withRevision(signed(unencrypted)))).toBe(1)
  })
})

describe('the rows of a statement', () => {
  test('are returned if there are three, which are too few to be valid', async () => {
    const { bytes } = await statementOf(genuine.rows.slice(0, 3))
    const { data } = await readBytes(bytes)
    expect(data.transactions).toHaveLength(3)
    expect(data.validity).toMatchObject({
      hasTransactions: true,
      exclusionReasons: ['insufficient_transactions'],
    })
  })

  test('are refused with no_transactions if there are none', async () => {
    expect(await refusalOf((await statementOf([])).bytes)).toBe('no_transactions')
  })

  test('are returned but not counted if they were not completed', async () => {
    const statuses = ['Failed', 'Pending', 'Reversed', 'Cancelled', 'Completed']
    const rows = statuses.map((status, i) =>
      row({ status, receipt: `UG1000AAA${i}`, time: `2026-06-10 12:00:0${i}` }),
    )
    const { data } = await readBytes((await statementOf(rows)).bytes)
    expect(data.transactions.map(({ transactionStatus }) => transactionStatus)).toEqual(statuses)
    expect(data.header.summary.total.paidOut).toBe(50)
  })

  test('are read if three have one receipt, one moves no money, or two receipts have the same second', async () => {
    const rows = [
      row({
        receipt: 'UG1000AAA1',
        details: 'OverDraft of Credit Party',
        paidIn: 20_000,
        paidOut: 0,
        balance: 30_000,
      }),
      row({
        receipt: 'UG1000AAA1',
        details: 'Pay Bill Fuliza MPesa to 888880 - KPLC PREPAID Acc. 1',
        paidOut: 27_700,
        balance: 2300,
        category: 'lipaPayBill',
      }),
      row({ receipt: 'UG1000AAA1', details: 'Pay Bill Charge', paidOut: 2300, balance: 0 }),
      row({
        receipt: 'UG1000AAA2',
        details: 'M-Shwari Loan Request',
        time: '2026-06-11 08:00:00',
        paidOut: 0,
        balance: 0,
      }),
      row({
        receipt: 'UG1000AAA4',
        details: 'OD Loan Repayment to 232323 - M-PESA Overdraw',
        time: '2026-06-12 08:00:00',
        paidOut: 20_200,
        balance: 29_800,
      }),
      row({
        receipt: 'UG1000AAA3',
        details: 'Salary Payment from 400200 - ACACIA LTD (via API)',
        time: '2026-06-12 08:00:00',
        paidIn: 50_000,
        paidOut: 0,
        balance: 50_000,
        category: 'receivedMoney',
      }),
    ]
    for (const generation of ['2022', '2025'] as const) {
      const reading = await readBytes((await statementOf(rows, { generation })).bytes)
      const money = reading.statement.rows.map(({ paidIn, paidOut }) => [paidIn, paidOut])
      expect(money).toEqual(rows.map(({ paidIn, paidOut }) => [paidIn, paidOut]))
      expect(reading.statement.reconciliation).toEqual({ groups: 2, agreeing: 2 })
    }
  })

  test('are read if details and times continue on the next page', async () => {
    const long = (i: number) =>
      `Pay Bill Online to 777001 - THE VERY LONG NAME OF A DISTRIBUTOR OF GOODS NUMBER ${i} AND SONS LIMITED Acc. ${i}`
    const rows = Array.from({ length: 120 }, (_, i) =>
      row({
        receipt: `UG1${String(i).padStart(4, '0')}AAA`,
        time: `2026-06-10 12:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
        details: long(i),
        balance: 10_000_000 - 5000 * i,
        category: 'lipaPayBill',
      }),
    )
    const reading = await readBytes((await statementOf(rows, { generation: '2025' })).bytes)
    expect(reading.statement.rows.map(({ details, completionTime }) => [details, completionTime])).toEqual(
      rows.map(({ details, time }) => [details, time]),
    )
    expect(reading.statement.unreadRows).toEqual([])
  })

  test('are read if each word is drawn separately', async () => {
    const { bytes, rows } = await walletStatement({
      ...small,
      content: (content) => ({ ...content, wordByWord: true }),
    })
    const { statement } = await readBytes(bytes)
    expect(statement.rows.map(({ details }) => details)).toEqual(rows.map(({ details }) => details))
  })

  test('are read if the pages are numbered', async () => {
    const wish: WalletWish = { months: 3 }
    const counted = await walletStatement({
      ...wish,
      content: (content) => ({ ...content, pageNumbers: 'of' }),
    })
    expect(failedChecks(await readBytes(counted.bytes))).toEqual([])
  })

  test('are read at midnight, in the last second of a day and on a leap day', async () => {
    const times = ['2024-02-29 00:00:00', '2024-02-29 23:59:59', '2024-03-01 00:00:00', '2024-12-31 23:30:00']
    const rows = times.map((time, i) => row({ time, receipt: `SB1000AAA${i}`, balance: 100_000 - 5000 * i }))
    const wish: WalletWish = {
      months: 1,
      content: (content) => ({
        ...content,
        rows,
        from: '2024-02-29',
        to: '2024-12-31',
        created: new Date('2025-01-01T09:00:00Z'),
      }),
    }
    const { data } = await readBytes((await walletStatement(wish)).bytes)
    expect(data.transactions.map(({ completionTime }) => completionTime)).toEqual(times)
  })

  test('are read as text, with accents and with code of an attack', async () => {
    const details = [
      'Customer Transfer to - 2547******123 JOSÉ KÉÏTA',
      "Customer Transfer to - 2547******124 '; DROP TABLE x; --",
      'Customer Transfer to - 2547******125 {"$gt":""}',
    ]
    const rows = details.map((text, i) =>
      row({ details: text, receipt: `UG1000AAA${i}`, time: `2026-06-10 12:00:0${i}` }),
    )
    const { data } = await readBytes((await statementOf(rows)).bytes)
    expect(data.transactions.map((one) => one.details)).toEqual(details)
  })
})

describe('the holder of a statement', () => {
  const applicants: readonly (readonly [string, object, readonly string[]])[] = [
    [
      'is the applicant if the names have another order and case',
      { firstName: 'MWANGI', lastName: 'wanjiru' },
      [],
    ],
    [
      'is not the applicant if the names differ',
      { firstName: 'Brian', lastName: 'Otieno' },
      ['name_invalid'],
    ],
    [
      'is not the applicant if the phone number differs',
      { phoneNumber: '+254712345999' },
      ['phone_number_invalid'],
    ],
    ['is not the applicant if the e-mail address differs', { email: 'brian@example.com' }, ['email_invalid']],
  ]
  test.each(applicants)('%s', async (_, applicant, reasons) => {
    const { bytes } = await walletStatement({ months: 2 })
    const { data } = await readBytes(bytes, { applicant })
    expect(data.validity.exclusionReasons).toEqual(reasons)
  })

  test('is the applicant if the visible digits of a masked phone number match', async () => {
    const masked = (phone: string) =>
      walletStatement({
        months: 2,
        content: (content) => ({ ...content, holder: { ...content.holder, phone } }),
      })
    expect((await readBytes((await masked('2547******123')).bytes)).data.validity.phoneNumberIsValid).toBe(
      true,
    )
    expect((await readBytes((await masked('2547******999')).bytes)).data.validity.phoneNumberIsValid).toBe(
      false,
    )
  })

  test('is accepted without a printed e-mail address', async () => {
    const { bytes } = await walletStatement({
      months: 2,
      content: (content) => ({ ...content, holder: { ...content.holder, email: '' } }),
    })
    expect((await readBytes(bytes)).data.validity).toMatchObject({
      hasEmail: false,
      emailIsValid: false,
      isValid: true,
    })
  })
})

test('numbers of a body are finite, with at most two decimals, and never -0', async () => {
  const { data } = await readBytes(genuine.bytes)
  const numbers: number[] = []
  JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === 'number') numbers.push(value)
    return value
  })
  expect(numbers.length).toBeGreaterThan(3 * genuine.rows.length)
  expect(numbers.filter((value) => !Number.isFinite(value) || Object.is(value, -0))).toEqual([])
  expect(numbers.filter((value) => value !== Number(value.toFixed(2)))).toEqual([])
})

test('the same bytes give the same body', async () => {
  const { bytes } = await walletStatement({ ...small, encryption: 'aes-256' })
  const [first, second] = [await readBytes(bytes), await readBytes(bytes)]
  expect(JSON.stringify(first)).toBe(JSON.stringify(second))
  expect(walletContent(small).rows).toEqual(walletContent(small).rows)
})
