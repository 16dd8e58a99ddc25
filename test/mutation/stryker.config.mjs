/**
 * The files that are mutated: rules of money and of decisions. Only unit suites run, so each rule has to be tested by
 * its own suite.
 */
const rules = [
  'src/platform/log/episode.ts',
  'src/kernel/{calendar,ids,interest,money,msisdn,rate,rounding}.ts',
  'src/**/*.rules.ts',
  'src/bank/ledger/chart.ts',
  // Not the generated people for calibration: no decision depends on them.
  '!src/scoring-service/calibration/generated-*.rules.ts',
  'facade/{envelope,flatten,outcome,plan,variables}.ts',
]

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
// oxlint-disable-next-line import/no-default-export -- Stryker takes it in no other way.
export default {
  mutate: rules,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: true },
  plugins: ['@stryker-mutator/*', new URL('ignorers.mjs', import.meta.url).pathname],
  ignorers: ['words of assertions'],
  coverageAnalysis: 'perTest',
  ignorePatterns: ['/data', '/dist', '/ops', '/bench', '/test/planted'],
  incremental: true,
  incrementalFile: 'data/mutation/incremental.json',
  tempDirName: 'data/mutation/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, allowEmojis: false },
  jsonReporter: { fileName: 'data/mutation/report.json' },
  // TypeScript 7 has no API that could rewrite a configuration, and @swc/jest reads none.
  tsconfigFile: 'none',
  concurrency: 1,
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 90 },
}
