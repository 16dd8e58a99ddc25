/** Two environments with the same API: a request in the sandbox costs nothing and reaches no real bureau. */
export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

/** The path under which the routes of each environment are mounted. */
export const prefixOf: Readonly<Record<Environment, string>> = {
  live: '/scoring',
  sandbox: '/scoring/sandbox',
}
