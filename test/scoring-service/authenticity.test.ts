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
  withInformation,
  withOverlay,
  withPageOf,
  withRevision,
  withTextOverText,
  withUnseenText,
} from './fixtures/tamper.js'
import { walletStatement, type WalletWish } from './fixtures/wallet-statement.js'
import { failedChecks, readBytes } from './reading.js'

/** Open, as a forger has it who knows the password: then nobody vouches for it, and that is no proof that it was changed. */
const openStatement = (wish: WalletWish = {}) => walletStatement({ encryption: 'none', ...wish })

const changeRows = (change: (rows: PrintedRow[]) => readonly PrintedRow[]): WalletWish => ({
  paper: (paper) => ({ ...paper, rows: change([...paper.rows]), summary: summaryOfRows(paper.rows) }),
})

const biggestIncome = (rows: readonly PrintedRow[]): number =>
  rows.reduce((best, row, i) => (row.paidIn > (rows[best]?.paidIn ?? 0) ? i : best), 0)

const withOneIncome = (rows: readonly PrintedRow[], more: number): readonly PrintedRow[] => {
  const at = biggestIncome(rows)
  return rows.map((row, i) => (i === at ? { ...row, paidIn: row.paidIn + more } : row))
}

/** A date that does not exist: the row is reported as unreadable. */
const spoilt = (rows: readonly PrintedRow[], at: number): readonly PrintedRow[] =>
  rows.map((row, i) => (i === at ? { ...row, time: row.time.replace(/-\d\d-\d\d /, '-13-45 ') } : row))

let genuine: Buffer

beforeAll(async () => {
  genuine = (await openStatement()).bytes
})

describe('an edited statement is detected, with the name of the check', () => {
  const edits: readonly (readonly [
    string,
    () => Promise<Buffer>,
    readonly CheckId[],
    readonly ExclusionReason[],
  ])[] = [
    [
      'its information rewritten',
      () => withInformation(genuine, { author: 'John Doe', modified: new Date('2026-07-05T10:00:00Z') }),
      ['author', 'mod_date'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      '53: saved again by another program',
      () => resaved(genuine),
      ['producer', 'mod_date'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      '54: exported by an office program',
      () =>
        openStatement({
          paper: (paper) => ({
            ...paper,
            made: { author: '', creator: 'Writer', producer: 'LibreOffice 7.4' },
          }),
        }).then(({ bytes }) => bytes),
      ['author', 'creator', 'producer'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      '53: an amount changed and the information kept',
      async () => {
        const { bytes } = await openStatement(changeRows((rows) => withOneIncome(rows, 2_000_000)))
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'one amount changed, and the printed totals with it',
      async () => {
        const { bytes } = await openStatement({
          paper: (paper) => ({ ...paper, rows: withOneIncome(paper.rows, 2_000_000) }),
        })
        return resavedQuietly(bytes)
      },
      ['changed_amount', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'a row left out and the information kept',
      async () => {
        const { bytes } = await openStatement(
          changeRows((rows) => rows.toSpliced(biggestIncome(rows) + 3, 1)),
        )
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'balance_drift'],
      ['document_modified'],
    ],
    [
      'an amount changed, and a row spoilt so that it cannot be read',
      async () => {
        const { bytes } = await openStatement(
          changeRows((rows) => spoilt(withOneIncome(rows, 2_000_000), biggestIncome(rows) + 4)),
        )
        return resavedQuietly(bytes)
      },
      ['declared_totals', 'unread_rows'],
      ['document_modified', 'author_mismatch'],
    ],
    [
      'the page of another statement behind it',
      async () => withPageOf(genuine, (await openStatement({ seed: 99 })).bytes),
      ['declared_totals'],
      ['document_modified'],
    ],
    ['saved on top of itself', async () => withRevision(genuine), ['revisions'], ['document_modified']],
    [
      'made for the web, and saved on top of itself afterwards',
      async () => withRevision(linearised(genuine)),
      ['revisions'],
      ['document_modified'],
    ],
    [
      'signed, and saved on top of itself afterwards',
      async () => withRevision(signed(genuine)),
      ['revisions'],
      ['document_modified'],
    ],
    [
      'amounts and their totals changed in many rows',
      () =>
        openStatement({
          paper: (paper) => {
            const rows = paper.rows.map((row, i) =>
              i % 3 === 1 && row.paidIn > 0 ? { ...row, paidIn: row.paidIn * 2 } : row,
            )
            return { ...paper, rows, summary: summaryOfRows(rows) }
          },
        }).then(({ bytes }) => bytes),
      ['running_balance'],
      ['document_modified'],
    ],
  ]
  test.each(edits)('%s', async (_, make, checks, reasons) => {
    const reading = await readBytes(await make())
    expect(failedChecks(reading)).toEqual(expect.arrayContaining([...checks]))
    // All of them are open, so that nobody vouches for them either.
    expect(reading.data.validity.exclusionReasons).toEqual([...new Set([...reasons, 'author_mismatch'])])
    expect(reading.statement.status).toBe('INVALID')
  })

  test('the group with the changed amount is named', async () => {
    let changed: PrintedRow | undefined
    const { bytes } = await openStatement(
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
      'an amount under a white box with another on it',
      (place) => withOverlay(genuine, '9,345.00', place),
      ['overlay', 'covered_text'],
    ],
    ['an amount drawn on an amount', (place) => withTextOverText(genuine, '9,345.00', place), ['overlay']],
    ['an amount under a white box', (place) => withCover(genuine, place), ['covered_text']],
    [
      'an amount that only a program sees',
      ({ x, y }) => withUnseenText(genuine, '9,345.00', { x: x - 60, y: y + 4 }),
      ['invisible_text'],
    ],
  ])('%s', async (_, make, checks) => {
    const reading = await readBytes(await make(await amountPlace()))
    expect(failedChecks(reading)).toEqual(expect.arrayContaining(checks))
    expect(reading.data.validity.exclusionReasons).toContain('document_modified')
  })

  test('a highlighter mark hides nothing', async () => {
    const reading = await readBytes(await withHighlight(genuine, await amountPlace()))
    expect(failedChecks(reading)).toEqual(['encryption', 'profile'])
  })
})

describe('a genuine statement is not called modified', () => {
  test.each([
    ['55: made for the web, with two cross-reference sections', linearised],
    ['56: signed, which is an update of the file', signed],
    ['as it came', (bytes: Buffer) => bytes],
  ])('%s', async (_, make) => {
    const reading = await readBytes(make(genuine))
    expect(reading.data.validity).toMatchObject({ notModified: true, reasons: ['maker_unknown'] })
  })

  test('open where the issuer encrypts: not changed, and not vouched for', async () => {
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

  test('without an author, where the older generation has none', async () => {
    const { bytes } = await walletStatement({ generation: '2022' })
    const { data } = await readBytes(bytes)
    expect(data.meta.author).toBe('')
    expect(data.validity).toMatchObject({ authorIsValid: true, isValid: true })
  })

  test('without an author, where the newer generation has one: not its issuer', async () => {
    const { bytes } = await walletStatement({ paper: (paper) => ({ ...paper, made: { author: '' } }) })
    expect((await readBytes(bytes)).data.validity.exclusionReasons).toEqual(['author_mismatch'])
  })

  test('with a few balances that do not follow, because rows have the same time: they are named', async () => {
    const { bytes, rows } = await walletStatement({
      persona: 'trader',
      months: 4,
      paper: (paper) => ({
        ...paper,
        rows: paper.rows.map((row, i) =>
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

  test('with a row that we cannot read, whose amount is what the totals and the balances lack', async () => {
    const { bytes, rows } = await openStatement(changeRows((rows) => spoilt(rows, biggestIncome(rows))))
    const reading = await readBytes(bytes)
    expect(reading.statement.rows).toHaveLength(rows.length - 1)
    expect(failedChecks(reading)).toEqual(expect.arrayContaining(['unread_rows']))
    expect(reading.data.validity).toMatchObject({
      notModified: true,
      status: 'UNVERIFIED',
      reasons: ['maker_unknown', 'cells_unread'],
    })
  })

  test('with a month that has no rows', async () => {
    const { bytes } = await walletStatement({
      months: 4,
      paper: (paper) => {
        const rows = paper.rows.filter(({ time }) => !time.startsWith('2026-04'))
        // The wallet stood still for a month: its balances go on where they were.
        let balance = 5_000_000
        return {
          ...paper,
          rows: rows.map((row) => {
            if (row.status === 'Completed') balance += row.paidIn - row.paidOut
            return { ...row, balance }
          }),
        }
      },
    })
    expect((await readBytes(bytes)).data.validity).toMatchObject({ notModified: true, isValid: true })
  })

  test('encrypted anew by the standard of PDF 2.0', async () => {
    const { data } = await readBytes(await encryptedR6(genuine, '482915'))
    expect(data.validity.notModified).toBe(true)
  })
})
