import { join } from 'node:path'
import { packageRoot } from '../../src/config.js'

/** Where the service finds its operations (src/main.ts). */
export const operationsDirectory = join(packageRoot, 'facade', 'operations')
