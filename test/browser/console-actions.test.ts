import { declareActions } from '../console/actions-in-browser.js'
import { declareWording } from '../console/wording-in-browser.js'
import { declareTables } from '../console/tables-in-browser.js'
import { deskOf, describeStarted } from './started.js'

describeStarted('the console in a browser', (started) => {
  const desk = deskOf(started)
  declareActions(started.browser, started.service, desk)
  // The suites of tables and texts come after the actions, because the actions leave rows to show.
  declareTables(desk, started.service)
  declareWording(started.service, desk)
})
