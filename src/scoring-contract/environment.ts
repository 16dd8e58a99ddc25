/** The service runs twice: requests to the sandbox cost nothing and reach no real bureau. */
export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

/** The path at which each is mounted. */
export const prefixOf: Readonly<Record<Environment, string>> = {
  live: '/scoring',
  sandbox: '/scoring/sandbox',
}
