import { describe } from '@jest/globals'
import { declareDocumentation } from '../docs/in-browser.js'
import { declareExplorer } from '../explorer/in-browser.js'
import { declareSignIn } from '../identity/in-browser.js'
import { declareScoreReport } from '../score-requests/report/in-browser.js'
import { declareSimulator } from '../simulator/in-browser.js'
import { describeStarted } from './started.js'

describeStarted('in a browser', ({ browser, service }) => {
  describe('the documentation', () => declareDocumentation(browser, service))
  describe('the simulator', () => declareSimulator(browser, service))
  describe('the explorer', () => declareExplorer(browser, service))
  describe('the sign-in', () => declareSignIn(browser))
  describe('the score report', () => declareScoreReport(browser))
})
