import 'reflect-metadata'
import { readCommandConfig } from '../../app/config/config.js'
import { openServiceDatabase } from '../../app/open-database.js'
import { formatInstant, systemClock } from '../../kernel/clock.js'
import type { Actor } from '../../kernel/call.js'
import { developmentPepper } from '../../platform/identity/keys/development-keys.js'
import { operatorName } from '../../platform/identity/keys/another-person.js'
import {
  createKey,
  listKeys,
  revokeKey,
  type KeyDeps,
  type ListedKey,
} from '../../platform/identity/keys/manage-keys.js'
import type { KeyOptions } from './keys-command.js'
import type { Performed, Perform } from '../outcome.js'

const dayMs = 86_400_000

/** The actor of the command line. It is not a person: its user already controls the machine. */
const operator: Actor = { name: operatorName, roles: new Set() }

const instant = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms))

const dataOf = ({ key, holder }: ListedKey, now: number) => {
  const { id, roles, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const state = revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : 'valid'
  return {
    id,
    kind: holder.kind,
    roles: roles.split(','),
    name: holder.name,
    state,
    createdAt: instant(createdAt),
    lastUsedAt: instant(lastUsedAt),
    expiresAt: instant(expiresAt),
    revokedAt: instant(revokedAt),
  }
}

const lineOf = ({ state, ...key }: ReturnType<typeof dataOf>): string => {
  const until =
    state === 'valid' ? `valid until ${key.expiresAt}` : `${state} ${key.revokedAt ?? key.expiresAt}`
  return [
    key.id,
    key.kind,
    key.roles.join(','),
    `made ${key.createdAt}`,
    key.lastUsedAt === null ? 'not used' : `used ${key.lastUsedAt}`,
    state === 'valid' && key.expiresAt === null ? state : until,
    key.name,
  ].join('\t')
}

const runCommand = async (deps: KeyDeps, options: KeyOptions): Promise<Performed> => {
  const now = systemClock.now()
  const call = { now, actor: operator }
  switch (options.act) {
    case 'create': {
      const { name, kind, roles, days } = options
      const expiresAt = days === undefined ? null : now + days * dayMs
      const { text, key, holder } = await createKey(deps, call, { name, kind, roles, expiresAt })
      return {
        data: { id: key.id, key: text, holder: holder.name },
        text: `id:  ${key.id}\nkey: ${text}\nshown once, give it to ${holder.name}`,
      }
    }
    case 'list': {
      const data = (await listKeys(deps)).map((key) => dataOf(key, now))
      return { data, text: data.length === 0 ? 'there are no keys' : data.map(lineOf).join('\n') }
    }
    case 'revoke': {
      const { holder } = await revokeKey(deps, call, options.id)
      return {
        data: { id: options.id, holder: holder.name },
        text: `revoked ${options.id} of ${holder.name}`,
      }
    }
  }
}

export const perform: Perform<KeyOptions> = async (options) => {
  const config = readCommandConfig()
  if (options.act === 'create' && config.keyPepper === developmentPepper)
    process.stderr.write(
      'KEY_PEPPER is not set: a key created now is for development, and production will not accept it.\n',
    )
  const database = await openServiceDatabase(config)
  try {
    return await runCommand({ database, pepper: config.keyPepper }, options)
  } finally {
    await database.close()
  }
}
