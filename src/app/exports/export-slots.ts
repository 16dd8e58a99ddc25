import type { HttpErrorCode } from '../../platform/http/errors.js'

/** The maximum number of concurrent files in one process, as each has its own connection. One person can have one at a time. */
const exportsMax = 2

export type Export =
  | {
      readonly lines: AsyncGenerator<string, void>
      /** Must be called when the file is complete, or its reader has gone. */
      readonly close: () => Promise<void>
    }
  | { readonly refused: HttpErrorCode; readonly message?: string }

type Refused = Extract<Export, { readonly refused: unknown }>

/** Limits concurrent downloads: `take` returns a refusal, or the function that gives the slot of this person back. */
export const createExportSlots = (): { readonly take: (who: string) => (() => void) | Refused } => {
  const running = new Set<string>()
  const refused = (message: string): Refused => ({ refused: 'RATE_LIMITED', message })
  return {
    take: (who) => {
      if (running.has(who)) return refused('Another export of yours is running; download it first')
      if (running.size >= exportsMax) return refused('Too many exports are running; try again in a minute')
      running.add(who)
      let isRunning = true
      return () => {
        if (isRunning) running.delete(who)
        isRunning = false
      }
    },
  }
}
