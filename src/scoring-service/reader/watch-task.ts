import { ReaderCrashed } from '../model/engine.js'
import type { ReaderChild } from './reader-child.js'
import type { Report, Task } from './tasks.js'

export interface ReaderLimits {
  readonly memoryBytes: number
  /** The time of a processor that a document may take, and a page more. */
  readonly workMs: number
  readonly pageMs: number
  /** How long a child may take to start, by the clock: it stands behind everyone then too. */
  readonly startMs: number
}

/** What a child says that ends a task. */
export type Told = Extract<Report, { kind: 'answered' | 'refused' | 'failed' }>

const sampleMs = 25
/**
 * How many times longer than its work a document may take by the clock: the children stand behind everyone, and that
 * others are busy is no fault of the document.
 */
const patience = 10
const mebibyte = 1024 * 1024

/** What of the limits a child has gone beyond, as an answer says it. */
const beyond = (
  child: ReaderChild,
  { memoryBytes }: ReaderLimits,
  { before, max }: { readonly before: number; readonly max: number },
): string | undefined => {
  if ((child.memoryBytes() ?? 0) > memoryBytes)
    return `the document needs more than ${memoryBytes / mebibyte} MB of memory`
  return child.workedMs() - before > max ? `the document needs more than ${max} ms of work` : undefined
}

/**
 * Gives a child its task and resolves with what it says of it; one that goes beyond its limits is ended, and the document
 * refused. Rejects with `ReaderCrashed` when the child ends by itself, or says what no reader says.
 */
export const watchTask = (child: ReaderChild, task: Task, limits: ReaderLimits): Promise<Told> =>
  new Promise((resolve, reject) => {
    const before = child.workedMs()
    let max = limits.workMs
    const settle = (act: () => void): void => {
      clearInterval(sampler)
      clearTimeout(deadline)
      child.listen(() => undefined)
      stopListening()
      act()
    }
    const stop = (detail: string): void => {
      child.kill()
      settle(() => resolve({ kind: 'refused', refused: { code: 'resource_limit', detail } }))
    }
    const crash = (detail: string): void => {
      child.kill()
      settle(() => reject(new ReaderCrashed(detail)))
    }
    const allow = (): NodeJS.Timeout => {
      // Where nobody tells what a process worked, the clock does.
      const ms = child.workedMs() === 0 ? max : max * patience
      return setTimeout(() => stop(`the document took longer than ${ms} ms`), ms)
    }
    child.listen((report) => {
      if (report === undefined) crash('a reader said what no reader says')
      else if (report.kind === 'pages') {
        clearTimeout(deadline)
        max = limits.workMs + report.count * limits.pageMs
        deadline = allow()
      } else if (report.kind !== 'ready') settle(() => resolve(report))
    })
    const sampler = setInterval(() => {
      const detail = beyond(child, limits, { before, max })
      if (detail !== undefined) stop(detail)
    }, sampleMs)
    let deadline = allow()
    let stopListening: () => void = () => undefined
    stopListening = child.onExit((how) => crash(`a reader ended on its document (${how})`))
    if (child.isAlive()) child.give(task)
  })
