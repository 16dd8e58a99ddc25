import { declareConsole } from '../console/in-browser.js'
import { declareSessions } from '../console/sessions-in-browser.js'
import { deskOf, describeStarted } from './started.js'

describeStarted('the console in a browser', (started) => {
  const desk = deskOf(started)
  declareConsole(started.browser, started.service, desk)
  declareSessions(started.browser, started.service, desk)
})
