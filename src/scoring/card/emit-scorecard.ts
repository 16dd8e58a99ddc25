import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../config.js'
import { withTables } from './scorecard-page.js'

const path = join(packageRoot, 'docs', 'scorecard.md')
writeFileSync(path, withTables(readFileSync(path, 'utf8')))
