import type { Config } from './config/config.js'

const rolesWithDocuments = ['staff', 'scoring', 'reader'] as const

/** The directories to which a process writes files. */
export const writtenDirectories = ({
  roles,
  dataDirectory,
  evidenceDirectory,
  scoring: { objects },
}: Config): readonly string[] => [
  dataDirectory,
  ...(roles.has('worker') ? [evidenceDirectory] : []),
  ...(objects.kind === 'files' && rolesWithDocuments.some((role) => roles.has(role))
    ? [objects.directory]
    : []),
]
