import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../app/config/config.js'
import { scoringOpenApi } from '../scoring-service/openapi/document.js'

const path = join(packageRoot, 'scoring-openapi.json')
writeFileSync(path, `${JSON.stringify(scoringOpenApi(), null, 2)}\n`)
