import type { Role } from './roles.js'

/** The pepper outside production. Production refuses it. */
export const developmentPepper = 'a pepper for development only'

/** Keys that exist outside production only (DESIGN 9): the approver is another person than the back office. */
export const developmentKeys: readonly { name: string; roles: readonly Role[]; key: string }[] = [
  { name: 'development gateway', roles: ['GATEWAY', 'TESTER'], key: 'dev-gateway-key' },
  { name: 'development back office', roles: ['BACK_OFFICE'], key: 'dev-back-office-key' },
  { name: 'development approver', roles: ['APPROVER'], key: 'dev-approver-key' },
  { name: 'development analyst', roles: ['ANALYST'], key: 'dev-analyst-key' },
  { name: 'development admin', roles: ['ADMIN'], key: 'dev-admin-key' },
]
