import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Behind everyone. */
const niceness = 19

/** A priority is a thread's on Linux: the collector's threads, which exist by now, would keep the old one. */
const threads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/**
 * Lets everyone else on the machine go first, for the rest of this process, and so every request that is being served: what
 * a document may take is counted in its own work, not in time that passes.
 */
export const standBehind = (): void => {
  for (const thread of threads()) setPriority(thread, niceness)
}
