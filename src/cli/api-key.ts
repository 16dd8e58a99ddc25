import 'reflect-metadata'
import { ConfigError, readClientsConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { formatInstant, systemClock } from '../kernel/clock.js'
import type { Actor } from '../kernel/call.js'
import { Refusal } from '../kernel/refusal.js'
import { parseCommandLine, usage, type Command } from './api-key-options.js'
import { developmentPepper } from '../platform/identity/development-keys.js'
import {
  createKey,
  listKeys,
  revokeKey,
  type KeyDeps,
  type ListedKey,
} from '../platform/identity/manage-keys.js'

type Work = Exclude<Command, { act: 'help' | 'wrong' }>

const dayMs = 86_400_000

/** Who has the command has the machine: it knows nobody by name. */
const operator: Actor = { name: 'operator', roles: new Set() }

const lineOf = ({ key, holder }: ListedKey, now: number): string => {
  const { id, roles, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const state =
    revokedAt !== null
      ? `revoked ${formatInstant(revokedAt)}`
      : expiresAt === null
        ? 'valid'
        : `${expiresAt <= now ? 'expired' : 'valid until'} ${formatInstant(expiresAt)}`
  const used = lastUsedAt === null ? 'not used' : `used ${formatInstant(lastUsedAt)}`
  return [id, holder.kind, roles, `made ${formatInstant(createdAt)}`, used, state, holder.name].join('\t')
}

const doIt = async (deps: KeyDeps, command: Work): Promise<string> => {
  const now = systemClock.now()
  const by = { now, actor: operator }
  switch (command.act) {
    case 'create': {
      const { name, kind, roles, days } = command
      const expiresAt = days === undefined ? null : now + days * dayMs
      const { text, key, holder } = await createKey(deps, by, { name, kind, roles, expiresAt })
      return `id:  ${key.id}\nkey: ${text}\nshown once, give it to ${holder.name}\n`
    }
    case 'list': {
      const keys = await listKeys(deps)
      return keys.length === 0 ? 'there are no keys\n' : keys.map((key) => `${lineOf(key, now)}\n`).join('')
    }
    case 'revoke': {
      const { holder } = await revokeKey(deps, by, command.id)
      return `revoked ${command.id} of ${holder.name}\n`
    }
  }
}

const run = async (command: Work): Promise<string> => {
  const config = readClientsConfig()
  if (config.keyPepper === developmentPepper)
    process.stderr.write(
      'KEY_PEPPER is not set: a key made now is for development, production will not know it.\n',
    )
  const database = await openServiceDatabase(config)
  try {
    return await doIt({ database, pepper: config.keyPepper }, command)
  } finally {
    await database.close()
  }
}

const main = async (): Promise<number> => {
  const command = parseCommandLine(process.argv.slice(2))
  if (command.act === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (command.act === 'wrong') {
    process.stderr.write(`${command.problem}\n\n${usage}\n`)
    return 2
  }
  try {
    process.stdout.write(await run(command))
    return 0
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = await main()
