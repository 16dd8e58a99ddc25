import 'reflect-metadata'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandConfig } from '../app/config/config.js'
import {
  openServiceDatabase,
  schemaStateOf,
  undoMigration,
  withDataSource,
  type SchemaState,
} from '../app/open-database.js'
import { migrations } from '../platform/database/migrations/index.js'
import { Mistake } from './mistake.js'
import type { Perform } from './outcome.js'

export type MigrateOptions =
  | { readonly act: 'status' }
  | { readonly act: 'up' }
  | { readonly act: 'down'; readonly steps: number; readonly yes: boolean }

type Settings = ReturnType<typeof readCommandConfig>

/** The state of the schema. While the SQLite file does not exist, all migrations are pending; this does not create the file. */
const stateOf = async (config: Settings): Promise<SchemaState> => {
  const isNew = config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'cauri.sqlite'))
  return isNew
    ? { done: [], pending: migrations.map(({ name }) => name), unknown: [] }
    : withDataSource(config, schemaStateOf)
}

const section = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [title, ...names.map((name) => `  ${name}`)]

export const perform: Perform<MigrateOptions> = async (options, progress) => {
  const config = readCommandConfig()
  if (options.act === 'status') {
    const state = await stateOf(config)
    const { done, pending, unknown } = state
    return {
      data: state,
      text: [
        `${done.length} done, ${pending.length} pending`,
        ...section('pending:', pending),
        ...section('of a later version, which this one does not know:', unknown),
      ].join('\n'),
      exitCode: pending.length > 0 ? 1 : 0,
    }
  }
  if (options.act === 'up') {
    const before = await stateOf(config)
    await (await openServiceDatabase(config)).close()
    const text = before.pending.length === 0 ? ['nothing to do'] : section('done:', before.pending)
    return { data: { done: before.pending }, text: text.join('\n') }
  }
  if (!options.yes)
    throw new Mistake(
      'undoing a migration drops what it created, with all data in it: stop the service, make a backup, and add --yes',
    )
  const { unknown } = await stateOf(config)
  if (unknown.length > 0)
    throw new Mistake(`${unknown.at(-1)} is of a later version: only that version can undo it`)
  const undone: string[] = []
  for (let step = 0; step < options.steps; step++) {
    const name = await undoMigration(config)
    if (name === undefined) break
    undone.push(name)
    progress(step + 1, options.steps)
  }
  return { data: { undone }, text: section('undone:', undone).join('\n') || 'nothing to do' }
}
