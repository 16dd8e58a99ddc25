/** The roles of processes, separate so that one can fail without the others. Without `ROLE` a process has all of them. */
const processRoles = ['gateway', 'staff', 'scoring', 'worker', 'reader'] as const

export type ProcessRole = (typeof processRoles)[number]
export type ProcessRoles = ReadonlySet<ProcessRole>

export const allRoles: ProcessRoles = new Set(processRoles)

/** The roles with an entry point for callers. */
const entryPointRoles = ['gateway', 'staff', 'scoring'] as const satisfies readonly ProcessRole[]

/** The names that ROLE accepts, with the roles of each: `api` means every role with an entry point. */
const rolesByName: Readonly<Record<string, readonly ProcessRole[]>> = {
  ...Object.fromEntries(processRoles.map((role) => [role, [role]])),
  api: entryPointRoles,
}

export const roleNames = Object.keys(rolesByName)

/** `gateway,staff`: names separated by commas; undefined for any other text. */
export const parseProcessRoles = (text: string): ProcessRoles | undefined => {
  const named = text
    .split(',')
    .map((name) => (Object.hasOwn(rolesByName, name.trim()) ? rolesByName[name.trim()] : undefined))
  return named.every((roles) => roles !== undefined) ? new Set(named.flat()) : undefined
}

/** Whether other processes have the other roles, so that no stored data may be local to this process. */
export const isSplit = (roles: ProcessRoles | undefined): boolean =>
  roles !== undefined && roles.size < allRoles.size

/** Whether the process serves callers, and not only its health. */
export const hasEntryPoints = (roles: ProcessRoles): boolean =>
  entryPointRoles.some((role) => roles.has(role))

export const hasJobs = (roles: ProcessRoles): boolean => roles.has('worker') || roles.has('reader')
