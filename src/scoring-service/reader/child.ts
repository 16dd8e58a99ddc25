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

const send = (report: Report): void => {
  writeSync(reportFile, reportLine(report))
}

process.stdin.on('end', () => process.exit(0))
listenForTasks(process.stdin, (task) => {
  perform(task, (count) => send({ kind: 'pages', count })).then(send, () => process.exit(1))
})

send({ kind: 'ready' })
