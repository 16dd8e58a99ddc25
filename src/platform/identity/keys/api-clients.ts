import * as z from 'zod'
import { developmentKeys } from './development-keys.js'
import { hashesOfSecret } from './keys.js'
import { nameKey } from '../person.rules.js'
import { conflictOf, roles, type Role } from '../roles.js'

/** One key of one client, a person or system. Two entries of one name are two keys of one client, which is how a key is rotated. */
export interface ApiClient {
  readonly name: string
  readonly roles: readonly Role[]
  readonly keyHash: string
}

const entrySchema = z.strictObject({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(64, 'must be at most 64 characters'),
  roles: z.array(z.enum(roles, `must be of ${roles.join(', ')}`)).min(1, 'must name at least one role'),
  keyHash: z.string('must be a text').regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits'),
})

/** Names an entry for the reader of a message: by position, and by name where it has one. */
const labelOf = (entry: unknown, index: number): string => {
  const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined
  return typeof name === 'string' && name !== '' ? `entry ${index + 1} (${name})` : `entry ${index + 1}`
}

/**
 * The entries of a clients file, or every problem in it as one sentence each. Problems name an entry, never a hash:
 * the text may end up in a log.
 */
export const parseApiClients = (text: string): { clients: ApiClient[]; problems: string[] } => {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return { clients: [], problems: ['is not valid JSON'] }
  }
  if (!Array.isArray(list)) return { clients: [], problems: ['must hold a JSON list'] }
  if (list.length === 0) return { clients: [], problems: ['holds no entry, so nobody could call'] }

  const clients: ApiClient[] = []
  const problems: string[] = []
  const entryOfHash = new Map<string, string>()
  list.forEach((raw: unknown, index) => {
    const label = labelOf(raw, index)
    const parsed = entrySchema.safeParse(raw)
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        problems.push(`${label}: ${[issue.path[0], issue.message].filter(Boolean).join(' ')}`)
      }
      return
    }
    const twin = entryOfHash.get(parsed.data.keyHash)
    if (twin !== undefined) problems.push(`${label}: has the same keyHash as ${twin}`)
    entryOfHash.set(parsed.data.keyHash, label)
    clients.push(parsed.data)
  })
  for (const key of new Set(clients.map(({ name }) => nameKey(name)))) {
    const entries = clients.filter(({ name }) => nameKey(name) === key)
    const conflict = conflictOf(entries.flatMap((entry) => entry.roles))
    if (conflict !== undefined) problems.push(`'${entries[0]!.name}' would ${conflict}`)
  }
  return { clients, problems }
}

/** The names of the entries whose key is published in our documentation. */
export const clientsWithDevelopmentKey = (clients: readonly ApiClient[], pepper: string): string[] => {
  const known = new Set(developmentKeys.flatMap(({ key }) => hashesOfSecret(pepper, key)))
  return clients.filter((client) => known.has(client.keyHash)).map((client) => client.name)
}
