import { SqliteConnection } from './node-sqlite.js'

/** Copies the database as of one moment, into one complete file without a write-ahead log, while others read and write. */
export const copySqlite = (from: string, to: string): void => {
  const connection = new SqliteConnection(from, { readonly: true, timeout: 5000 })
  try {
    connection.prepare('VACUUM INTO ?').run(to)
  } finally {
    connection.close()
  }
}
