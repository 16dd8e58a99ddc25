import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { guardAgainstOrphanage } from './orphan-guard.js'
import { perform } from './perform.js'
import type { Report, Task } from './tasks.js'

/** Behind every request that is being served, and not so far that a busy machine makes a document run out of time. */
const niceness = 5

/** A priority is a thread's on Linux: the collector's threads, which exist by now, would keep the old one. */
const threads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

for (const thread of threads()) setPriority(thread, niceness)
guardAgainstOrphanage()

const say = (report: Report): void => {
  process.send?.(report)
}

process.on('disconnect', () => process.exit(0))
process.on('message', (task: Task) => {
  perform(task, (count) => say({ kind: 'pages', count })).then(say, () => process.exit(1))
})

say({ kind: 'ready' })
