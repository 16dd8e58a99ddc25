import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundledFile } from './packages.mjs'

/**
 * Our imports of packages find them bundled, and those of `x.js` find `x.ts`. Packages among themselves are resolved as ever:
 * Jest asks here for its own too, for each suite, and those have other versions of some.
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
