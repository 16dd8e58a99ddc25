import { afterAll, beforeAll, describe } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { declareActions } from '../console/actions-in-browser.js'
import { openDesk, type Desk } from '../console/desk.js'
import { declareConsole } from '../console/in-browser.js'
import { declareTables } from '../console/tables-in-browser.js'
import { declareDocumentation } from '../docs/in-browser.js'
import { declareScoreReport } from '../score-requests/report/in-browser.js'
import { startService, type Service } from '../end-to-end/service.js'
import { declareSimulator } from '../simulator/in-browser.js'
import { describeInBrowser, openBrowser } from '../support/browser.js'
import { sqliteUnless } from '../support/services.js'

/**
 * In one browser and on one service, since each start of one takes longer than most of these tests; with PAGES_ON=mysql on that
 * database, as `.ci/long` does.
 */
describeInBrowser('in a browser', () => {
  let browser: Browser
  let service: Service
  beforeAll(async () => {
    browser = await openBrowser()
    service = await startService(sqliteUnless('PAGES_ON'), {
      EMULATOR_DELAY_MS: '300',
      PAYMENT_TIME_SCALE: '100',
    })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  describe('the documentation', () =>
    declareDocumentation(
      () => browser,
      () => service,
    ))
  describe('the simulator', () =>
    declareSimulator(
      () => browser,
      () => service,
    ))
  // After the simulator, which leaves it rows to show.
  describe('the console', () => {
    let desk: Desk
    beforeAll(async () => {
      desk = await openDesk(browser, service)
    })
    afterAll(() => desk?.context.close())

    declareConsole(
      () => browser,
      () => service,
      () => desk,
    )
    declareActions(
      () => browser,
      () => service,
      () => desk,
    )
    declareTables(
      () => desk,
      () => service,
    )
  })
  describe('the score report', () => declareScoreReport(() => browser))
})
