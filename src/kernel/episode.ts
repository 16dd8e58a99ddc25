import type { Log } from './log.js'

/** Nobody has met it for so long: it may be over. */
const quietMs = 5_000

export interface Episode {
  /** To be told each time that the bad state is met. */
  met(facts: object): void
  /** Tells of nothing more. */
  close(): void
}

/**
 * Tells of a bad state once when it begins and once when it is over, with how often it was met, and not every time: a
 * state that a thousand requests meet is one thing for people to look at.
 *
 * @param isOver asked when nobody has met it for 5 s; it must not reject
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
    // Asked first and met meanwhile is not over.
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
    met: (facts) => {
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
