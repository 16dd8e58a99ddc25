/** The result of a command. */
export interface Performed {
  /** For `--json`. */
  readonly data: unknown
  /** For people; lines without the last line end. Empty where all was printed before. */
  readonly text: string
  /** The exit code: 0 done; 1 done, and a check failed. */
  readonly exitCode?: 0 | 1
}

/** The progress of a long command. */
export type Progress = (done: number, of: number) => void

/** Prints a line for people before the end; suppressed by `--json`. */
export type Say = (line: string) => void

/** Runs a command line. Throws an error that `mistakeOf` (mistakes.ts) knows for what the operator can fix. */
export type Perform<Wish> = (wish: Wish, progress: Progress, say: Say) => Promise<Performed>
