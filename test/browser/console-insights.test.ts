import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Locator } from 'playwright-core'
import { Clock, systemClockId } from '../../src/bank/business-clock/clock.entity.js'
import { monthOf, weekOf } from '../../src/bank/insights/rules/periods.rules.js'
import { addDays } from '../../src/kernel/calendar.js'
import { selectOne } from '../../src/platform/database/rows.js'
import { present } from '../support/present.js'
import { deskOf, describeStarted } from './started.js'

/**
 * The amounts of a group of six customers, 61,234 each, and of a customer alone in a group, 777,888: groups that small are left out for
 * release.
 */
const [ofSix, ofOne] = [6 * 61_234, 777_888]

/** A row of the flow table: its family, its keys and amounts. */
const flows = [
  ['DEPOSITS', 'LOCK3M', 'NEW', '50000'],
  ['EXITS', 'LOCK3M', 'MATURITY', 'LEFT'],
  ['TRANSFERS', 'PAID', '', 'WITHDRAWAL'],
  ['TRANSFER_MINUTES', 'WITHDRAWAL', '5', ''],
  ['LOSSES', 'DEPOSIT', 'FAILED', 'LOW_BALANCE'],
  ['CUSTOMERS', 'JOINED', '', ''],
  ['INTEREST', 'LOCK3M', '', ''],
  ['RENEWAL', 'LOCK3M', 'RENEWED', ''],
  ['SCORES', 'PA', 'APPROVE', 'A'],
  ['SCORE_MINUTES', 'PA', '', '5'],
] as const
const alone = [
  ['DEPOSITS', 'LOCK12M', 'NEW', '500000'],
  ['EXITS', 'LOCK12M', 'MATURITY', 'LEFT'],
  ['RENEWAL', 'LOCK12M', 'RENEWED', ''],
] as const

const spaces = /[\s\u00a0\u202f]/g

/** All texts of the printed PDF. */
const textOf = async (pdf: Buffer): Promise<string> => {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const { items } = await (await document.getPage(i + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  return pages.join('').replace(spaces, '')
}

describeStarted('insights as CSV and on paper:', (started) => {
  const desk = deskOf(started)
  let month = ''

  beforeAll(() =>
    started.service().withDatabase((database) =>
      database.inTransaction(async (tx) => {
        const { nowOn } = present(await selectOne(tx, Clock, 'WHERE id = ?', [systemClockId]))
        const closed = addDays(nowOn, -1)
        const end = addDays(monthOf(nowOn), -1)
        month = end.slice(0, 7)
        await tx.run(`DELETE FROM insight_progress`, [])
        await tx.run(`INSERT INTO insight_progress VALUES ('DAYS', ?, ?)`, [closed, closed])
        const write = (table: string, row: readonly unknown[]) =>
          tx.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`, row)
        const flow = ([family, ...keys]: readonly string[], who: readonly string[], amount: number) =>
          write('insight_flows', [
            family,
            end,
            ...keys,
            weekOf(end),
            monthOf(end),
            who.length,
            amount,
            0,
            0,
            who.length,
            who.length < 5 ? who.join(',') : null,
          ])
        for (const keys of flows)
          await flow(keys, ['A', 'B', 'C', 'D', 'E', 'F'], keys[0] === 'CUSTOMERS' ? 6 : ofSix)
        for (const keys of alone) await flow(keys, ['G'], ofOne)
        for (const [key1, key2, n, amount] of [
          ['LOCK3M', month, 6, ofSix],
          ['LOCK12M', month, 1, ofOne],
        ] as const) {
          await write('insight_stocks', ['LIABILITIES', end, key1, key2, n, n, amount])
          await write('insight_stocks', ['MATURING', closed, key1, addDays(nowOn, 5), n, n, amount])
        }
        await write('insight_stocks', ['BALANCES', end, '50000', '', 6, 0, ofSix])
        await write('insight_stocks', ['BALANCES', end, '500000', '', 1, 0, ofOne])
        await write('insight_stocks', ['COHORTS', end, month, '', 6, 6, ofSix])
      }),
    ),
  )

  /** The cells of a picture's table as the page shows them. */
  const shownIn = (picture: Locator): Promise<string[][]> =>
    picture
      .locator('tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim())),
      )

  test('each picture exports the table below it, in which an analyst sees no group of one customer', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('analyst', `/insights?from=${month}&to=${month}`)
    await settled()
    const pictures = await page.locator('.picture').all()
    expect(pictures.length).toBeGreaterThanOrEqual(12)
    let withRows = 0
    for (const picture of pictures) {
      await picture.locator('summary').click()
      const [title, shown] = [await picture.locator('h2').textContent(), await shownIn(picture)]
      if (shown.length === 0) continue
      const downloading = page.waitForEvent('download')
      await picture.getByRole('button', { name: 'CSV', exact: true }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/\.csv$/)
      const text = await readFile(await download.path(), 'utf8')
      const rows: string[][] = parse(text, { bom: true })
      const squeezed = (table: readonly (readonly string[])[]) =>
        table.map((row) => row.map((cell) => cell.replace(spaces, '')))
      expect([title, squeezed(rows)]).toEqual([title, squeezed(shown)])
      expect([title, rows.length]).not.toEqual([title, 1])
      expect(text.replace(spaces, '')).not.toMatch(/777888|800000|LOCK12M/)
      withRows += 1
    }
    expect(withRows).toBeGreaterThanOrEqual(12)
    expect(trouble).toEqual([])
  }, 240_000)

  test('printed, a page omits its internal figures; with release=1 it has the figures that are released to analysts', async () => {
    const { page, signIn, settled, leave, trouble } = desk()
    await leave()
    await signIn('admin', `/insights?from=${month}&to=${month}`)
    await settled()
    const onScreen = (await page.locator('main').textContent()) ?? ''
    expect(onScreen.replace(spaces, '')).toContain('777888')
    const ofHouse = await textOf(await page.pdf())
    expect(ofHouse).not.toMatch(/777888|367404|LOCK12M/)
    await page.goto(`${started.service().url()}/insights?from=${month}&to=${month}&release=1`)
    await settled()
    for (const picture of await page.locator('.picture').all()) await picture.locator('summary').click()
    const released = await textOf(await page.pdf())
    expect(released).toContain('367404')
    expect(released).not.toMatch(/777888|LOCK12M/)
    expect(trouble).toEqual([])
  }, 240_000)
})
