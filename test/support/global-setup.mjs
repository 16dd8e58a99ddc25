import '../../node-version.mjs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundlePackages } from './packages.mjs'

const setup = async (_global, { rootDir }) => {
  await bundlePackages(rootDir)
  // The setup is bundled here, because Jest does not transform one that is a module.
  const outfile = join(rootDir, 'dist', 'test-setup', `${process.pid}.mjs`)
  await build({
    entryPoints: [join(rootDir, 'test/support/run-services.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
  })
  const { startServices } = await import(`${pathToFileURL(outfile)}?at=${performance.now()}`)
  await rm(outfile)
  await startServices(rootDir)
}

// oxlint-disable-next-line import/no-default-export -- Jest takes the setup of a run in no other way.
export default setup
