import { deserialize, serialize } from 'node:v8'
import type { Readable } from 'node:stream'
import type { Report, Task } from './tasks.js'

/**
 * How tasks and reports are sent. Node's own channel is not used, since it decodes whatever a hostile child sends
 * before we can check the length. A task is sent as a frame of bytes; a report is a short line of JSON.
 */
const lengthBytes = 4
/** A report describes files or gives a reason; it never contains a body. */
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
  let buffered = Buffer.alloc(0)
  source.on('data', (portion: Buffer) => {
    buffered = Buffer.concat([buffered, portion])
    while (buffered.length >= lengthBytes) {
      const end = lengthBytes + buffered.readUInt32BE()
      if (buffered.length < end) return
      const body = buffered.subarray(lengthBytes, end)
      buffered = buffered.subarray(end)
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
  let buffered = ''
  const listen = (portion: string): void => {
    const lines = (buffered + portion).split('\n')
    buffered = lines.pop() ?? ''
    for (const line of lines) onMessage(line)
    if (buffered.length <= reportLengthMax) return
    source.off('data', listen)
    source.destroy()
    onMessage(undefined)
  }
  source.setEncoding('utf8').on('data', listen)
}
