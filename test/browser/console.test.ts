import { declareConsole } from '../console/in-browser.js'
import { deskOf, describeStarted } from './started.js'

describeStarted('the console in a browser', (started) =>
  declareConsole(started.browser, started.service, deskOf(started)),
)
