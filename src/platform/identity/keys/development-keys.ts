import type { Role } from '../roles.js'

/** The default pepper outside production. Production refuses it. */
export const developmentPepper = 'a pepper for development only'

/** A published key or pepper, extended by the secret of this deployment if it has one. */
export const withSecret = (key: string, secret: string | undefined): string =>
  secret === undefined ? key : `${key}-${secret}`

/**
 * Keys that exist outside production only (docs/design/security.md#development-keys): the approver and the back office
 * are different persons.
 */
export const developmentKeys: readonly { name: string; roles: readonly Role[]; key: string }[] = [
  { name: 'development gateway', roles: ['GATEWAY', 'TESTER'], key: 'dev-gateway-key' },
  { name: 'development back office', roles: ['BACK_OFFICE'], key: 'dev-back-office-key' },
  { name: 'development approver', roles: ['APPROVER'], key: 'dev-approver-key' },
  { name: 'development analyst', roles: ['ANALYST'], key: 'dev-analyst-key' },
  { name: 'development auditor', roles: ['AUDITOR'], key: 'dev-auditor-key' },
  { name: 'development admin', roles: ['ADMIN'], key: 'dev-admin-key' },
]
