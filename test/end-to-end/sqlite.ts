import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '../support/scratch.js'
import type { TestDatabase } from '../support/services.js'

/** The embedded default, for suites that are not about the database. */
export const onSqlite: TestDatabase = {
  kind: 'sqlite',
  create: async () => {
    const folder = await scratchFolder('cauri-service-')
    return {
      url: `sqlite:${join(folder, 'cauri.sqlite')}`,
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  },
}
