import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'

/** Where the service finds its operations (src/main.ts). */
export const operationsDirectory = join(packageRoot, 'facade', 'operations')
