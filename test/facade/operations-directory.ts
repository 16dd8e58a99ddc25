import { join } from 'node:path'
import { packageRoot } from '../../src/app/config/config.js'

/** The operation files that the service uses (src/main.ts). */
export const operationsDirectory = join(packageRoot, 'facade', 'operations')
