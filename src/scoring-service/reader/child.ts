import { writeSync } from 'node:fs'
import { exitWithParent } from './exit-with-parent.js'
import { perform } from './perform.js'
import type { Report } from './tasks.js'
import { hearTasks, reportFile, reportLine } from './wire.js'

exitWithParent()

/**
 * Of a broken file the library leaves work behind that it waits for nowhere, and whose failure would end this process with all that
 * it reads. What becomes of the document is told by what is waited for; all of ours is.
 */
process.on('unhandledRejection', () => undefined)

const say = (report: Report): void => {
  writeSync(reportFile, reportLine(report))
}

process.stdin.on('end', () => process.exit(0))
hearTasks(process.stdin, (task) => {
  perform(task, (count) => say({ kind: 'pages', count })).then(say, () => process.exit(1))
})

say({ kind: 'ready' })
