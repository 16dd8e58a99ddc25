import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files/package-root.js'

/** The colours, sizes and distances that all pages share, as CSS, to put before the styles of a stand-alone page. */
export const tokens = readFileSync(join(packageRoot, 'web', 'design', 'tokens.css'), 'utf8')
