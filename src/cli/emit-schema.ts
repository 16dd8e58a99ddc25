import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../app/config/config.js'
import { schemaText } from '../app/schema.js'

writeFileSync(join(packageRoot, 'schema.graphql'), schemaText())
