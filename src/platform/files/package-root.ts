import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const findPackageRoot = (from: string): string =>
  existsSync(join(from, 'package.json')) ? from : findPackageRoot(dirname(from))

/** Where package.json is: files that are not compiled are found from here, from `src` and from `dist` alike. */
export const packageRoot = findPackageRoot(import.meta.dirname)
