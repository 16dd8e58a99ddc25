/** A repeated piece of work of a job: one bounded batch per run, idempotent, safe concurrently, late and never. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}
