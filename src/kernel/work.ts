/** A piece of work that jobs repeat: one bounded batch a run, safe twice, at once, late and never. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}
