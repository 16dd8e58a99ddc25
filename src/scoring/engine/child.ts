import { guardAgainstOrphanage } from './orphan-guard.js'
import { perform } from './perform.js'
import { standBehind } from './stand-behind.js'
import type { Report, Task } from './tasks.js'

standBehind()
guardAgainstOrphanage()

const say = (report: Report): void => {
  process.send?.(report)
}

process.on('disconnect', () => process.exit(0))
process.on('message', (task: Task) => {
  perform(task, (count) => say({ kind: 'pages', count })).then(say, () => process.exit(1))
})

say({ kind: 'ready' })
