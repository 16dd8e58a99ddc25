import { afterAll, beforeAll, describe } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { declareDocumentation } from '../docs/in-browser.js'
import { declareScoreReport } from '../score-requests/report/in-browser.js'
import { declareSimulator } from '../simulator/in-browser.js'
import { describeInBrowser, openBrowser } from '../support/browser.js'

/** In one browser, since each start of one takes longer than most of these tests. */
describeInBrowser('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  describe('the documentation', () => declareDocumentation(() => browser))
  describe('the simulator', () => declareSimulator(() => browser))
  describe('the score report', () => declareScoreReport(() => browser))
})
