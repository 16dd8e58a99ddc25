import { beforeAll, describe, expect, test } from '@jest/globals'
import type { ExclusionReason } from '../../src/scoring-service/reading/checks/validity.js'
import { readPdf } from '../../src/scoring-service/reading/pdf/pdf.js'
import type { CheckId } from '../../src/scoring-service/reading/checks/checks.js'
import type { PrintedRow } from './fixtures/printed-row.js'
import { summaryOfRows } from './fixtures/summary-table.js'
import {
  encryptedR6,
  linearised,
  resaved,
  resavedQuietly,
  signed,
  withCover,
  withHighlight,
  withMetadata,
  withOverlay,
  withPageOf,
  withRevision,
  withTextOverText,
  withUnseenText,
} from './fixtures/tamper.js'
import { walletStatement, type WalletWish } from './fixtures/wallet-statement.js'
import { failedChecks, readBytes } from './reading.js'

/**
 * A statement without encryption, like the file of a forger who knows the password. Nobody vouches for such a file, and
 * it does not count as modified.
 */
const unencryptedStatement = (wish: WalletWish = {}) => walletStatement({ encryption: 'none', ...wish })

const changeRows = (change: (rows: PrintedRow[]) => readonly PrintedRow[]): WalletWish => ({
  content: (content) => ({
    ...content,
    rows: change([...content.rows]),
    summary: summaryOfRows(content.rows),
  }),
})

const biggestIncome = (rows: readonly PrintedRow[]): number =>
  rows.reduce((best, row, i) => (row.paidIn > (rows[best]?.paidIn ?? 0) ? i : best), 0)

const withOneIncome = (rows: readonly PrintedRow[], more: number): readonly PrintedRow[] => {
  const at = biggestIncome(rows)
  return rows.map((row, i) => (i === at ? { ...row, paidIn: row.paidIn + more } : row))
}

/** Gives a row a date that does not exist, so that it is reported as unreadable. */
const withUnreadableRow = (rows: readonly PrintedRow[], at: number): readonly PrintedRow[] =>
  rows.map((row, i) => (i === at ? { ...row, time: row.time.replace(/-\d\d-\d\d /, '-13-45 ') } : row))

let genuine: Buffer

beforeAll(async () => {
  genuine = (await unencryptedStatement()).bytes
})

describe('an edited statement is detected, and the failed checks say how', () => {
  const edits: readonly (readonly [
    string,
    () => Promise<Buffer>,
    readonly CheckId[],
    readonly ExclusionReason[],
  ])[] = [
    [
      'metadata rewritten',
      () => withMetadata(genuine, { author: 'John Doe', modified: new Date('2026-07-05T10:00:00Z') }),
      ['author', 'mod_date'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      'saved again by another program',
      () => resaved(genuine),
      ['producer', 'mod_date'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      'exported by an office program',
      () =>
        unencryptedStatement({
          content: (content) => ({
            ...content,
            made: { author: '', creator: 'Writer', producer: 'LibreOffice 7.4' },
          }),
        }).then(({ bytes }) => bytes),
      ['author', 'creator', 'producer'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      'an amount changed, metadata kept',
      async () => {
        const { bytes } = await unencryptedStatement(changeRows((rows) => withOneIncome(rows, 2_000_000)))
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'one amount changed, and the printed totals with it',
      async () => {
        const { bytes } = await unencryptedStatement({
          content: (content) => ({ ...content, rows: withOneIncome(content.rows, 2_000_000) }),
        })
        return resavedQuietly(bytes)
      },
      ['changed_amount', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'a row left out, metadata kept',
      async () => {
        const { bytes } = await unencryptedStatement(
          changeRows((rows) => rows.toSpliced(biggestIncome(rows) + 3, 1)),
        )
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'an amount changed, and another row made unreadable',
      async () => {
        const { bytes } = await unencryptedStatement(
          changeRows((rows) => withUnreadableRow(withOneIncome(rows, 2_000_000), biggestIncome(rows) + 4)),
        )
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'unread_rows'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      'a page of another statement appended',
      async () => withPageOf(genuine, (await unencryptedStatement({ seed: 99 })).bytes),
      ['declared_totals'],
      ['document_modified'],
    ],
    ['with an incremental update', async () => withRevision(genuine), ['revisions'], ['document_modified']],
    [
      'linearised, then updated incrementally',
      async () => withRevision(linearised(genuine)),
      ['revisions'],
      ['document_modified'],
    ],
    [
      'signed, then updated incrementally',
      async () => withRevision(signed(genuine)),
      ['revisions'],
      ['document_modified'],
    ],
    [
      'amounts changed in many rows, and the totals to match',
      () =>
        unencryptedStatement({
          content: (content) => {
            const rows = content.rows.map((row, i) =>
              i % 3 === 1 && row.paidIn > 0 ? { ...row, paidIn: row.paidIn * 2 } : row,
            )
            return { ...content, rows, summary: summaryOfRows(rows) }
          },
        }).then(({ bytes }) => bytes),
      ['running_balance'],
      ['document_modified'],
    ],
  ]
  test.each(edits)('%s', async (_, make, checks, reasons) => {
    const reading = await readBytes(await make())
    expect(failedChecks(reading)).toEqual(expect.arrayContaining([...checks]))
    // No file here is encrypted, so nobody vouches for it either.
    expect(reading.data.validity.exclusionReasons).toEqual([...new Set([...reasons, 'author_mismatch'])])
    expect(reading.statement.status).toBe('INVALID')
  })

  test('the evidence names the group of rows with the changed amount', async () => {
    let changed: PrintedRow | undefined
    const { bytes } = await unencryptedStatement(
      changeRows((rows) => {
        const at = biggestIncome(rows)
        changed = rows[at]
        return rows.map((row, i) => (i === at ? { ...row, paidIn: row.paidIn + 2_000_000 } : row))
      }),
    )
    const { checks } = await readBytes(bytes)
    const evidence = checks.find(({ id }) => id === 'running_balance')?.evidence
    expect(evidence).toContain(`${changed?.receipt} at ${changed?.time}`)
  })

  const amountPlace = async (): Promise<{ x: number; y: number }> => {
    const { pages } = await readPdf(genuine, null)
    const amount = pages[1]?.items.find(({ text }) => /^[1-9][\d,]*\.\d\d$/.test(text))
    return { x: amount?.x ?? 0, y: amount?.y ?? 0 }
  }

  test.each<[string, (place: { x: number; y: number }) => Promise<Buffer>, CheckId[]]>([
    [
      'a white box over an amount, and another amount on the box',
      (place) => withOverlay(genuine, '9,345.00', place),
      ['overlay', 'covered_text'],
    ],
    ['an amount drawn over another', (place) => withTextOverText(genuine, '9,345.00', place), ['overlay']],
    ['a white box over an amount', (place) => withCover(genuine, place), ['covered_text']],
    [
      'an invisible amount',
      ({ x, y }) => withUnseenText(genuine, '9,345.00', { x: x - 60, y: y + 4 }),
      ['invisible_text'],
    ],
  ])('%s', async (_, make, checks) => {
    const reading = await readBytes(await make(await amountPlace()))
    expect(failedChecks(reading)).toEqual(expect.arrayContaining(checks))
    expect(reading.data.validity.exclusionReasons).toContain('document_modified')
  })

  test('a highlighter mark over an amount is not reported', async () => {
    const reading = await readBytes(await withHighlight(genuine, await amountPlace()))
    expect(failedChecks(reading)).toEqual(['encryption', 'profile'])
  })
})

describe('a genuine statement does not count as modified', () => {
  test.each([
    ['linearised, with two cross-reference sections', linearised],
    ['signed, which is an incremental update', signed],
    ['unchanged', (bytes: Buffer) => bytes],
  ])('%s', async (_, make) => {
    const reading = await readBytes(make(genuine))
    expect(reading.data.validity).toMatchObject({ notModified: true, reasons: ['maker_unknown'] })
  })

  test('if it is not encrypted although its issuer encrypts, but nobody vouches for it', async () => {
    const reading = await readBytes(genuine)
    expect(failedChecks(reading)).toEqual(['encryption', 'profile'])
    expect(reading.data.validity).toMatchObject({
      status: 'UNVERIFIED',
      notModified: true,
      exclusionReasons: ['author_mismatch'],
    })
  })

  test.each(['rc4-40', 'rc4-128', 'aes-128'] as const)('encrypted with %s', async (encryption) => {
    expect((await readBytes((await walletStatement({ encryption })).bytes)).data.validity).toMatchObject({
      isValid: true,
      reasons: [],
    })
  })

  test("if it has no author in its metadata, as in the issuer's older format", async () => {
    const { bytes } = await walletStatement({ generation: '2022' })
    const { data } = await readBytes(bytes)
    expect(data.meta.author).toBe('')
    expect(data.validity).toMatchObject({ authorIsValid: true, isValid: true })
  })

  test('if it has no author in its metadata although the newer format has one, but nobody vouches for it', async () => {
    const { bytes } = await walletStatement({ content: (content) => ({ ...content, made: { author: '' } }) })
    expect((await readBytes(bytes)).data.validity.exclusionReasons).toEqual(['author_mismatch'])
  })

  test('if less than 2 % of its groups of rows do not follow; the evidence names these groups', async () => {
    const { bytes, rows } = await walletStatement({
      persona: 'trader',
      months: 4,
      content: (content) => ({
        ...content,
        rows: content.rows.map((row, i) =>
          i === 40 || i === 200 ? { ...row, balance: row.balance + 1300 } : row,
        ),
      }),
    })
    const reading = await readBytes(bytes)
    const { groups, agreeing } = reading.statement.reconciliation
    expect(groups - agreeing).toBeGreaterThan(1)
    expect(agreeing / groups).toBeGreaterThan(0.98)
    const evidence = reading.checks.find(({ id }) => id === 'running_balance')?.evidence
    expect(evidence).toMatch(/^\d of \d+ groups do not follow: /)
    expect(evidence).toContain(`${rows[40]?.receipt} at ${rows[40]?.time}`)
    expect(reading.data.validity.notModified).toBe(true)
  })

  test('if one row is unreadable, and only its amount is missing from the totals and balances', async () => {
    const { bytes, rows } = await unencryptedStatement(
      changeRows((rows) => withUnreadableRow(rows, biggestIncome(rows))),
    )
    const reading = await readBytes(bytes)
    expect(reading.statement.rows).toHaveLength(rows.length - 1)
    expect(failedChecks(reading)).toEqual(expect.arrayContaining(['unread_rows']))
    expect(reading.data.validity).toMatchObject({
      notModified: true,
      status: 'UNVERIFIED',
      reasons: ['maker_unknown', 'cells_unread'],
    })
  })

  test('if a month has no rows', async () => {
    const { bytes } = await walletStatement({
      months: 4,
      content: (content) => {
        const rows = content.rows.filter(({ time }) => !time.startsWith('2026-04'))
        // Nothing happens for a month, and the balance continues from where it was.
        let balance = 5_000_000
        return {
          ...content,
          rows: rows.map((row) => {
            if (row.status === 'Completed') balance += row.paidIn - row.paidOut
            return { ...row, balance }
          }),
        }
      },
    })
    expect((await readBytes(bytes)).data.validity).toMatchObject({ notModified: true, isValid: true })
  })

  test('if it is encrypted with AES-256 of PDF 2.0', async () => {
    const { data } = await readBytes(await encryptedR6(genuine, '482915'))
    expect(data.validity.notModified).toBe(true)
  })
})
