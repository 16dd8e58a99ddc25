import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '../support/services.js'

/** The embedded default, for suites that are not about the database. */
export const onSqlite: TestDatabase = {
  kind: 'sqlite',
  create: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cauri-service-'))
    return {
      url: `sqlite:${join(folder, 'cauri.sqlite')}`,
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  },
}
