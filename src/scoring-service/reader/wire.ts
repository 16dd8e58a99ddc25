import { deserialize, serialize } from 'node:v8'
import type { Readable } from 'node:stream'
import type { Report, Task } from './tasks.js'

/**
 * How tasks and reports cross. Not over node's own channel: what a child that was taken over sends there is unfolded before
 * anybody can look at its length. A task goes down as a frame of bytes; a report comes up as a short line of JSON.
 */
const lengthBytes = 4
/** A report names files and tells a reason; it never has a body in it. */
const reportLengthMax = 256 * 1024

/** The file number that a child reports on: its standard output may be written to by any library. */
export const reportFile = 3

export const taskFrame = (task: Task): Buffer => {
  const body = serialize(task)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

/** Calls back with each whole task. */
export const hearTasks = (source: Readable, hear: (task: Task) => void): void => {
  let held = Buffer.alloc(0)
  source.on('data', (portion: Buffer) => {
    held = Buffer.concat([held, portion])
    while (held.length >= lengthBytes) {
      const end = lengthBytes + held.readUInt32BE()
      if (held.length < end) return
      const body = held.subarray(lengthBytes, end)
      held = held.subarray(end)
      hear(deserialize(body) as Task)
    }
  })
}

export const reportLine = (report: Report): string => `${JSON.stringify(report)}\n`

/** Calls back with each line that a child wrote, unread; once with undefined for one that is too long, and no more. */
export const hearReports = (source: Readable, hear: (line: string | undefined) => void): void => {
  let held = ''
  const listen = (portion: string): void => {
    const lines = (held + portion).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) hear(line)
    if (held.length <= reportLengthMax) return
    source.off('data', listen)
    source.destroy()
    hear(undefined)
  }
  source.setEncoding('utf8').on('data', listen)
}
