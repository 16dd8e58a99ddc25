import { describe } from '@jest/globals'
import { declareConsole } from '../console/in-browser.js'
import { declareInsights } from '../console/insights-in-browser.js'
import { declareReloads } from '../console/reloads-in-browser.js'
import { declareSessions } from '../console/sessions-in-browser.js'
import { declareWorklists } from '../console/worklists-in-browser.js'
import { deskOf, describeStarted } from './started.js'

describeStarted('the console in a browser', (started) => {
  const desk = deskOf(started)
  declareConsole(started.browser, started.service, desk)
  declareInsights(started.service, desk)
  declareSessions(started.browser, started.service, desk)
  declareReloads(started.service, desk)
  describe('with rows in each worklist', () => declareWorklists(started.browser, started.service, desk))
})
