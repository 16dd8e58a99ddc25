import type { Log } from '../../kernel/log.js'

/** After this time without a sighting, the bad state may be over. */
const quietMs = 5_000

export interface Episode {
  /** Call it each time the bad state is seen. */
  report(facts: object): void
  /** Stops logging. */
  close(): void
}

/**
 * Logs a bad state once when it begins and once when it ends, with the number of times that it was seen, and not for each of the
 * perhaps thousands of requests.
 *
 * @param isOver called when it has not been seen for 5 s; it must not reject
 */
export const createEpisode = (
  log: Log,
  words: { readonly begins: string; readonly ends: string },
  isOver: () => Promise<boolean> = async () => true,
): Episode => {
  let begunMs: number | undefined
  let lastMs = 0
  let times = 0
  let timer: NodeJS.Timeout | undefined

  const isQuiet = (): boolean => performance.now() - lastMs >= quietMs
  const look = async (): Promise<void> => {
    // A new sighting during the check means that it is not over.
    if (isQuiet() && (await isOver()) && isQuiet()) {
      const seconds = Math.round((lastMs - (begunMs ?? lastMs)) / 1000)
      begunMs = undefined
      return log.info({ seconds, times }, words.ends)
    }
    watch()
  }
  const watch = (): void => {
    timer = setTimeout(() => void look(), quietMs).unref()
  }

  return {
    report: (facts) => {
      lastMs = performance.now()
      times += 1
      if (begunMs !== undefined) return
      begunMs = lastMs
      times = 1
      log.error(facts, words.begins)
      watch()
    },
    close: () => {
      clearTimeout(timer)
      begunMs = Infinity
    },
  }
}
