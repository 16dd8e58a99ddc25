import { ReaderCrashed } from '../model/engine.js'
import type { ReaderChild } from './reader-child.js'
import type { Report, Task } from './tasks.js'

export interface ReaderLimits {
  readonly memoryBytes: number
  /** The processor time that a document may take, and the additional time for each page. */
  readonly workMs: number
  readonly pageMs: number
  /** How long a child may take to start, in wall-clock time: it runs at low priority from the start. */
  readonly startMs: number
}

/** A report that ends a task. */
export type FinalReport = Extract<Report, { kind: 'answered' | 'refused' | 'failed' }>

const sampleMs = 25
/**
 * The wall-clock limit of a document, as a multiple of its processor time limit: the children run at low priority, and
 * a busy machine is not the fault of the document.
 */
const wallClockFactor = 10
const mebibyte = 1024 * 1024

/** The text about the limit that a child has exceeded; undefined if none. */
const exceededLimit = (
  child: ReaderChild,
  { memoryBytes }: ReaderLimits,
  { workedBefore, workMsMax }: { readonly workedBefore: number; readonly workMsMax: number },
): string | undefined => {
  if ((child.memoryBytes() ?? 0) > memoryBytes)
    return `the document needs more than ${memoryBytes / mebibyte} MB of memory`
  return child.workedMs() - workedBefore > workMsMax
    ? `the document needs more than ${workMsMax} ms of work`
    : undefined
}

/**
 * Sends a task to a child and resolves with its final report. A child that exceeds a limit is ended, and its document
 * is refused. Rejects with `ReaderCrashed` when the child ends by itself, or sends an invalid report.
 */
export const watchTask = (child: ReaderChild, task: Task, limits: ReaderLimits): Promise<FinalReport> =>
  new Promise((resolve, reject) => {
    const workedBefore = child.workedMs()
    let workMsMax = limits.workMs
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
    const startDeadline = (): NodeJS.Timeout => {
      // If the system reports no processor time, wall-clock time counts instead.
      const ms = child.workedMs() === 0 ? workMsMax : workMsMax * wallClockFactor
      return setTimeout(() => stop(`the document took longer than ${ms} ms`), ms)
    }
    child.listen((report) => {
      if (report === undefined) crash('a reader sent an invalid report')
      else if (report.kind === 'pages') {
        clearTimeout(deadline)
        workMsMax = limits.workMs + report.count * limits.pageMs
        deadline = startDeadline()
      } else if (report.kind !== 'ready') settle(() => resolve(report))
    })
    const sampler = setInterval(() => {
      const detail = exceededLimit(child, limits, { workedBefore, workMsMax })
      if (detail !== undefined) stop(detail)
    }, sampleMs)
    let deadline = startDeadline()
    let stopListening: () => void = () => undefined
    stopListening = child.onExit((how) => crash(`a reader ended during its work (${how})`))
    if (child.isAlive()) child.give(task)
  })
