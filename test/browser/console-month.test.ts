import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { OrderComparison } from '../../src/bank/payments/payment.entity.js'
import { Clock, systemClockId } from '../../src/bank/business-clock/clock.entity.js'
import { postJournal } from '../../src/bank/ledger/post-journal.js'
import { addDays } from '../../src/kernel/calendar.js'
import { insert, selectOne } from '../../src/platform/database/rows.js'
import { formsAt, openApprovals, reasonAndEvidence } from '../console/forms.js'
import { signInAt } from '../console/desk.js'
import { scratchFolder } from '../support/scratch.js'
import { run, violationsOf } from '../support/browser.js'
import { deskOf, describeStarted } from './started.js'

const tabsMax = 80

/** Presses Tab, as a person without a mouse does, until the element with this name has the focus. */
const tabTo = async (view: Page, name: string): Promise<void> => {
  for (let times = 0; times < tabsMax; times += 1) {
    await view.keyboard.press('Tab')
    const said = await run<string>(view, 'document.activeElement.textContent.trim()')
    if (said !== name) continue
    const outline = await run<string>(view, 'getComputedStyle(document.activeElement).outlineStyle')
    expect([name, outline]).not.toEqual([name, 'none'])
    return
  }
  throw new Error(`nothing called ${name} is reached with ${tabsMax} tabs`)
}

describeStarted(
  'the month end in a browser',
  (started) => {
    const desk = deskOf(started)
    const { propose } = formsAt(desk, started.service)
    let month = ''

    /** The books begin with one entry in the month before, and every day since is complete. */
    beforeAll(() =>
      started.service().withDatabase((database) =>
        database.inTransaction(async (tx) => {
          const { nowOn } = (await selectOne(tx, Clock, 'WHERE id = ?', [systemClockId]))!
          const first = addDays(nowOn, 1 - Number(nowOn.slice(8)))
          const day = addDays(first, -3)
          month = day.slice(0, 7)
          const standOn = (on: string) =>
            tx.run('UPDATE clocks SET now_on = ? WHERE id = ?', [on, systemClockId])
          await standOn(day)
          await postJournal(tx, Date.now(), {
            book: systemClockId,
            reference: 'ADJUSTMENT:first',
            customerId: null,
            businessOn: day,
            valueOn: day,
            currency: 'XAF',
            lines: [
              { account: 'adjustments', amount: 1200n },
              { account: 'tax_payable', amount: -1200n },
            ],
          })
          await standOn(nowOn)
          const at = Date.now()
          await insert(tx, OrderComparison, {
            day: first,
            lastOrderId: '',
            compared: 0,
            differences: 0,
            beganAt: at,
            finishedAt: at,
          })
        }),
      ),
    )

    test('a month is closed by two people, the second with the keyboard alone', async () => {
      const { page, signIn, settled, trouble } = desk()
      await signIn('back-office', '/console/months')
      await settled()
      const asWritten = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })
      const row = page.locator('tbody tr', { hasText: asWritten.format(new Date(`${month}-01`)) })
      await row.waitFor()
      await page.getByRole('button', { name: 'Clôturer un mois' }).click()
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await propose(page, 'Clôturer un mois', { month, ...reasonAndEvidence })

      const other = await started.browser().newContext({ locale: 'fr-FR', colorScheme: 'dark' })
      try {
        const second = await other.newPage()
        await signInAt(second, 'approver', '/console', started.service().url())
        await second.locator('.worklists b', { hasText: /^1$/ }).waitFor()
        await tabTo(second, '1Approbations qui m’attendent')
        await second.keyboard.press('Enter')
        await second.waitForURL(`**${openApprovals}&waitingForMe=true`)
        await second.locator('.approval').getByText(reasonAndEvidence.reason).waitFor()
        await second.locator('.approval ins').first().waitFor()
        expect(await violationsOf(second)).toEqual([])
        await tabTo(second, 'Approuver')
        await second.keyboard.press('Enter')
        await second.locator('.approval').waitFor({ state: 'detached' })
      } finally {
        await other.close()
      }
      await page.reload()
      await row.getByText('✓').waitFor()
      const said = await row.textContent()
      expect(said).toContain('Brigitte Test')
      expect(said).toContain('Albert Test')
      expect(trouble).toEqual([])
    })
  },
  async () => {
    const file = join(await scratchFolder('cauri-chart-'), 'chart.json')
    const accounts = ['adjustments', 'tax_payable']
    const chart = Object.fromEntries(accounts.map((name) => [name, { number: '461100', name }]))
    writeFileSync(file, JSON.stringify(chart))
    return { GENERAL_LEDGER_FILE: file }
  },
)
