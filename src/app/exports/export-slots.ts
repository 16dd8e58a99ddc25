import type { HttpErrorCode } from '../../platform/http/errors.js'

/** At the same time in one process: each has a connection of its own. Nobody has both. */
const exportsMax = 2

export type Export =
  | {
      readonly lines: AsyncGenerator<string, void>
      /** To be called when the last line is out, or nobody wants it any more. */
      readonly close: () => Promise<void>
    }
  | { readonly refused: HttpErrorCode; readonly message?: string }

type Refused = Extract<Export, { readonly refused: unknown }>

/** Who makes a file at the moment. */
export const createExportSlots = (): { readonly take: (who: string) => (() => void) | Refused } => {
  const running = new Set<string>()
  const refused = (message: string): Refused => ({ refused: 'RATE_LIMITED', message })
  return {
    take: (who) => {
      if (running.has(who)) return refused('Another export of yours is being made; take it first')
      if (running.size >= exportsMax) return refused('Other exports are being made; try again in a minute')
      running.add(who)
      let isRunning = true
      return () => {
        if (isRunning) running.delete(who)
        isRunning = false
      }
    },
  }
}
