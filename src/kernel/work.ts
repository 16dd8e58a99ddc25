/** A repeated job. Each run does one bounded batch, and is safe if it runs twice, concurrently, late or not at all. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}
