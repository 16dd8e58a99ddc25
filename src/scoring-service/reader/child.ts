import { writeSync } from 'node:fs'
import { exitWithParent } from './exit-with-parent.js'
import { perform } from './perform.js'
import type { Report } from './tasks.js'
import { listenForTasks, reportFile, reportLine } from './wire.js'

exitWithParent()

/**
 * With a broken file the PDF library leaves promises that it never awaits; their rejections would end this process.
 * All promises of our own are awaited, and their failures are reported for the document.
 */
process.on('unhandledRejection', () => undefined)

const say = (report: Report): void => {
  writeSync(reportFile, reportLine(report))
}

process.stdin.on('end', () => process.exit(0))
listenForTasks(process.stdin, (task) => {
  perform(task, (count) => say({ kind: 'pages', count })).then(say, () => process.exit(1))
})

say({ kind: 'ready' })
