import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundledFile } from './packages.mjs'

/**
 * Resolves our imports of packages to their bundles, and those of `x.js` to `x.ts`. Imports within `node_modules`,
 * also those of Jest itself, are resolved as usual, because Jest needs other versions of some.
 */
const resolve = (specifier, options) => {
  if (!options.basedir.includes('node_modules')) {
    const file = bundledFile(specifier)
    if (file !== undefined) return file
    if (specifier.startsWith('.') && specifier.endsWith('.js')) {
      const source = join(options.basedir, `${specifier.slice(0, -'.js'.length)}.ts`)
      if (existsSync(source)) return source
    }
  }
  return options.defaultResolver(specifier, options)
}

// oxlint-disable-next-line import/no-default-export -- Jest takes a resolver in no other way.
export default resolve
