import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files/package-root.js'

/** The colours, sizes and rooms that all pages share, as CSS: in front of the style of a page that is one document. */
export const tokens = readFileSync(join(packageRoot, 'web', 'design', 'tokens.css'), 'utf8')
