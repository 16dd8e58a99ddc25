import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/platform/database/database.js'
import { entities } from '../../src/app/entities.js'

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/**
 * The places where one of the texts is found, as `table.column` or path: in all columns and all files, including
 * those of SQLite.
 */
export const placesOf = async (
  { read }: Pick<Database, 'read'>,
  databaseUrl: string,
  directories: readonly string[],
  texts: readonly string[],
): Promise<string[]> => {
  const found = new Set<string>()
  const look = (place: string, holds: (text: string) => boolean): void => {
    for (const text of texts.filter(holds)) found.add(`${place}: ${text}`)
  }
  for (const entity of entities) {
    const { tableName } = read.dataSource.getMetadata(entity)
    for (const row of await read.all(`SELECT * FROM ${tableName}`))
      for (const [column, value] of Object.entries(row))
        look(`${tableName}.${column}`, (text) => String(value).includes(text))
  }
  const sqlite = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined
  const ofSqlite = sqlite === undefined ? [] : ['', '-wal', '-shm'].map((ending) => sqlite + ending)
  for (const path of [...ofSqlite.filter(existsSync), ...directories.flatMap(filesBelow)]) {
    const bytes = readFileSync(path)
    look(path, (text) => bytes.includes(text))
  }
  return [...found].toSorted()
}
