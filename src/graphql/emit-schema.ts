import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../config.js'
import { schemaText } from './schema.js'

writeFileSync(join(packageRoot, 'schema.graphql'), schemaText())
