import { join } from 'node:path'

/**
 * The folder for what a run of the tests builds, which is removed at its end. It is below the project, so that
 * imports find its packages.
 */
export const testRunFolder = (rootDir: string): string =>
  join(rootDir, 'dist', 'test-runs', process.env.CAURI_TEST_RUN ?? 'none')
