import { readFileSync } from 'node:fs'

const { jest } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const {
  globalSetup: _setup,
  globalTeardown: _teardown,
  testSequencer: _sequencer,
  filter: _filter,
  ...rest
} = jest

/** Only suites that load neither a database nor the app: these test the rules. */
// oxlint-disable-next-line import/no-default-export -- Jest takes it in no other way.
export default {
  ...rest,
  // Stryker wraps this environment in its own.
  testEnvironment: 'node',
  rootDir: '../..',
  // Stryker looks only in these folders for the suites that load a rule.
  roots: ['<rootDir>/test', '<rootDir>/src', '<rootDir>/facade'],
  testMatch: [
    '**/test/kernel/!(process-zone).test.ts',
    '**/test/facade/{envelope,flatten,handle,plan,start}.test.ts',
    '**/test/messages/messages.test.ts',
    '**/test/payments/*-rules.test.ts',
    '**/test/rules/*.test.ts',
    '**/test/products/standing.test.ts',
    '**/test/payments-provider/provider-reasons.test.ts',
    '**/test/savings/{position-rules,rules}.test.ts',
    '**/test/end-of-day/clock-rules.test.ts',
    '**/test/statements/{movements,period}.test.ts',
    '**/test/insights/release.test.ts',
    '**/test/scoring-service/{bodies,card,card-truths,classify,golden,numbers,parts-of-bodies,reasons,scale,scorecard-page,verdict}.test.ts',
    '**/test/scoring-service/rules/*.test.ts',
    '**/test/scoring-service/bureau/{body,boost,reading,reasons,rules}.test.ts',
    '**/test/score-requests/model-rules.test.ts',
    '**/test/score-requests/report/{charts,*-rules}.test.ts',
  ],
}
