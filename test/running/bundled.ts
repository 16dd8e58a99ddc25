import { buildSync } from 'esbuild'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageRoot } from '../../src/config.js'

/** Inside the package, so that what stays in node_modules is found from there. */
const folder = join(packageRoot, 'dist', 'fixtures')

/** Left in node_modules: compiled for the machine, or large and not always needed. */
const installed = ['better-sqlite3', 'mysql2']

// A CommonJS package asks for others with `require`, which a module does not have.
const banner = `import { createRequire as requireOf } from 'node:module'
const require = requireOf(import.meta.url)`

const bundle = (file: string): string => {
  const { outputFiles } = buildSync({
    absWorkingDir: packageRoot,
    entryPoints: [file],
    outdir: folder,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: installed,
    banner: { js: banner },
    logLevel: 'error',
  })
  const made = join(folder, `${basename(file, '.ts')}.mjs`)
  const ours = `${made}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(ours, outputFiles[0]!.contents)
    renameSync(ours, made)
  } finally {
    rmSync(ours, { force: true })
  }
  return made
}

const bundles = new Map<string, string>()

/**
 * Bundles a program of the tests that is started many times, once a suite: to start one that is compiled as it loads takes
 * three times the processor. Its file is put there whole, since another suite may be reading the one before.
 *
 * @param file from the package's root
 * @returns the file that `node` runs
 */
export const bundleOf = (file: string): string => {
  const made = bundles.get(file) ?? bundle(file)
  bundles.set(file, made)
  return made
}
