/** The result of a command. */
export interface Performed {
  /** For `--json`. */
  readonly data: unknown
  /** For people, without the last line break. Empty if everything was printed before. */
  readonly text: string
  /** The exit code: 0 done; 1 done, and a check failed. */
  readonly exitCode?: 0 | 1
}

/** The progress of a long command. */
export type Progress = (done: number, total: number) => void

/** Prints a line for people before the end; suppressed by `--json`. */
export type Print = (line: string) => void

/** Runs a command. For errors that the operator can fix, it throws one that `mistakeOf` (mistakes.ts) recognises. */
export type Perform<Options> = (options: Options, progress: Progress, print: Print) => Promise<Performed>
