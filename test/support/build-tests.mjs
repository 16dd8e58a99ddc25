// Compiles the tests and what they test before a run, for Node itself to load (docs/decisions/0015).
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'dist', 'tests')

const options = {
  absWorkingDir: root,
  outdir: folder,
  outbase: root,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/** A suite is one file with the modules of the tests that it needs; those of the service are outside of it. */
const suiteAlone = {
  name: 'suite-alone',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const file = relative(root, join(resolveDir, path))
      if (file.startsWith('test/')) return undefined
      return { path: pathToFileURL(join(folder, file)).href, external: true }
    })
    onResolve({ filter: /^@jest\/globals$/ }, () => ({ path: join(root, 'test/support/jest-globals.mjs') }))
  },
}

/** @returns the folder with what was built, each file where its source is in the tree */
export const buildTests = async () => {
  await rm(folder, { recursive: true, force: true })
  await Promise.all([
    build({ ...options, entryPoints: ['src/**/*.ts', 'facade/**/*.ts', 'jobs/**/*.ts', 'ormconfig.ts'] }),
    build({
      ...options,
      entryPoints: ['test/**/*.test.ts', 'test/support/run-services.ts'],
      bundle: true,
      packages: 'external',
      plugins: [suiteAlone],
    }),
  ])
  await stop()
  return folder
}
