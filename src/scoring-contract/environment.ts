/** Two services of one make: what is sent to the sandbox costs nothing, and reaches no real bureau. */
export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

/** Where each is mounted. */
export const prefixOf: Readonly<Record<Environment, string>> = {
  live: '/scoring',
  sandbox: '/scoring/sandbox',
}
