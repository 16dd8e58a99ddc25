import type { Actor } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Role } from '../roles.js'
import type { Session } from './session.entity.js'

export const idleMsMax = 15 * 60_000
export const lifeMsMax = 8 * 3_600_000

export const isOpen = (
  { createdAt, usedAt, endedAt }: Pick<Session, 'createdAt' | 'usedAt' | 'endedAt'>,
  now: Instant,
): boolean => endedAt === null && now - createdAt < lifeMsMax && now - usedAt < idleMsMax

export const actorOf = ({ person, name, roles }: Session): Actor => ({
  id: person,
  name,
  roles: new Set(roles.split(',') as Role[]),
})

/** Roles as they are stored: sorted, so that their order does not matter. */
export const rolesText = (roles: readonly Role[]): string => [...new Set(roles)].sort().join(',')
