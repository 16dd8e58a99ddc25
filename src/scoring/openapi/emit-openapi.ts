import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../config.js'
import { scoringOpenApi } from './document.js'

const path = join(packageRoot, 'scoring-openapi.json')
writeFileSync(path, `${JSON.stringify(scoringOpenApi(), null, 2)}\n`)
