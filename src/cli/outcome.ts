/** What a command found or did. */
export interface Performed {
  /** For `--json`. */
  readonly data: unknown
  /** For people; lines without the last break. Empty where all was said before. */
  readonly text: string
  /** 0 done; 1 done, and what was looked at does not hold. */
  readonly exitCode?: 0 | 1
}

/** How far something that lasts has come. */
export type Progress = (done: number, of: number) => void

/** A line for people that need not wait for the end; with `--json` nobody hears it. */
export type Say = (line: string) => void

/** Does what the command line asks for. Throws what `mistakeOf` (mistakes.ts) knows for what a person can put right. */
export type Perform<Wish> = (wish: Wish, progress: Progress, say: Say) => Promise<Performed>
