import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../app/config/config.js'
import { withTables } from '../scoring-service/card/points/scorecard-page.js'

const path = join(packageRoot, 'docs', 'scorecard.md')
writeFileSync(path, withTables(readFileSync(path, 'utf8')))
