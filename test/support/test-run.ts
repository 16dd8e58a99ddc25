import { join } from 'node:path'

/** Where a run of the tests keeps what it builds, below the modules that this loads; removed at its end. */
export const testRunFolder = (rootDir: string): string =>
  join(rootDir, 'dist', 'test-runs', process.env.CAURI_TEST_RUN ?? 'none')
