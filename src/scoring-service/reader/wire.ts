import { deserialize, serialize } from 'node:v8'
import type { Readable } from 'node:stream'
import type { Report, Task } from './tasks.js'

/**
 * How tasks and reports are sent. Node's own channel is not used, since it decodes whatever a hostile child sends
 * before we can check the length. A task is sent as a frame of bytes; a report is a short line of JSON.
 */
const lengthBytes = 4
/** A report names files and gives a reason; it never contains a body. */
const reportLengthMax = 256 * 1024

/** The file descriptor for a child's reports. Not standard output, since any library may write to that. */
export const reportFile = 3

export const taskFrame = (task: Task): Buffer => {
  const body = serialize(task)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

/** Calls back with each complete task. */
export const listenForTasks = (source: Readable, onMessage: (task: Task) => void): void => {
  let held = Buffer.alloc(0)
  source.on('data', (portion: Buffer) => {
    held = Buffer.concat([held, portion])
    while (held.length >= lengthBytes) {
      const end = lengthBytes + held.readUInt32BE()
      if (held.length < end) return
      const body = held.subarray(lengthBytes, end)
      held = held.subarray(end)
      onMessage(deserialize(body) as Task)
    }
  })
}

export const reportLine = (report: Report): string => `${JSON.stringify(report)}\n`

/**
 * Calls back with each line that a child wrote, not yet parsed. When a line is too long, calls back with undefined and
 * stops listening.
 */
export const listenForReports = (source: Readable, onMessage: (line: string | undefined) => void): void => {
  let held = ''
  const listen = (portion: string): void => {
    const lines = (held + portion).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) onMessage(line)
    if (held.length <= reportLengthMax) return
    source.off('data', listen)
    source.destroy()
    onMessage(undefined)
  }
  source.setEncoding('utf8').on('data', listen)
}
