import { fork, type ChildProcess } from 'node:child_process'
import { processorMs, residentBytes } from './process-facts.js'
import type { Report, Task } from './tasks.js'

export interface ReaderLimits {
  readonly memoryBytes: number
  /** The time of a processor that a document may take, and a page more. */
  readonly workMs: number
  readonly pageMs: number
  /** How long a child may take to start, by the clock: it stands behind everyone then too. */
  readonly startMs: number
}

const sampleMs = 25
/**
 * How many times longer than its work a document may take by the clock: the children stand behind everyone, and that
 * others are busy is no fault of the document.
 */
const patience = 10
const mebibyte = 1024 * 1024

type Ended = Extract<Report, { kind: 'answered' | 'refused' | 'failed' }>

const resourceLimit = (detail: string): Ended => ({
  kind: 'refused',
  refused: { code: 'resource_limit', detail },
})

export interface ReaderProcess {
  /** Does one task at a time. Rejects only when the child cannot be started. */
  run(task: Task): Promise<Ended>
  /** Ends it, also in the middle of a task, which is then refused. */
  kill(): void
  readonly isAlive: () => boolean
  readonly pid: number | undefined
  /** Rejects when the child did not start. */
  readonly ready: Promise<void>
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>
}

const start = (entry: string, limits: ReaderLimits): ChildProcess =>
  fork(entry, [], {
    // What is in our environment is no business of a process that opens strangers' files.
    env: {},
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytes / mebibyte) * 0.75)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

const becomesReady = (child: ChildProcess, startMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`a reader did not start within ${startMs} ms`))
    }, startMs)
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      act()
    }
    child.once('message', () => settle(resolve))
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) => {
      settle(() => reject(new Error(`a reader ended before it was ready (${signal ?? code})`)))
    })
  })

/**
 * Starts a child that reads documents, and watches it while it does: a document can take memory faster than it is read.
 * `entry` is the file that it runs, compiled.
 */
export const startReader = (entry: string, limits: ReaderLimits): ReaderProcess => {
  const child = start(entry, limits)
  let alive = true
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      alive = false
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const ready = becomesReady(child, limits.startMs)
  // A child that dies while no task waits for it is noticed by `isAlive`.
  ready.catch(() => {})

  const run = async (task: Task): Promise<Ended> => {
    await ready
    return new Promise((resolve) => {
      const worked = (): number => (child.pid === undefined ? 0 : (processorMs(child.pid) ?? 0))
      const workedBefore = worked()
      let workMs = limits.workMs
      let deadline: NodeJS.Timeout
      const finish = (ended: Ended): void => {
        clearInterval(sampler)
        clearTimeout(deadline)
        child.off('message', hear)
        child.off('exit', die)
        resolve(ended)
      }
      const stop = (detail: string): void => {
        alive = false
        child.kill('SIGKILL')
        finish(resourceLimit(detail))
      }
      const allow = (): NodeJS.Timeout => {
        // Where nobody tells what a process worked, the clock does.
        const ms = worked() === 0 ? workMs : workMs * patience
        return setTimeout(() => stop(`the document took longer than ${ms} ms`), ms)
      }
      const hear = (report: Report): void => {
        if (report.kind === 'pages') {
          clearTimeout(deadline)
          workMs = limits.workMs + report.count * limits.pageMs
          deadline = allow()
        } else if (report.kind !== 'ready') finish(report)
      }
      const die = (code: number | null, signal: string | null): void => {
        alive = false
        finish(resourceLimit(`the reader ended on it (${signal ?? code})`))
      }
      const sampler = setInterval(() => {
        const bytes = child.pid === undefined ? undefined : residentBytes(child.pid)
        if (bytes !== undefined && bytes > limits.memoryBytes) {
          stop(`the document needs more than ${limits.memoryBytes / mebibyte} MB of memory`)
        } else if (worked() - workedBefore > workMs) {
          stop(`the document needs more than ${workMs} ms of work`)
        }
      }, sampleMs)
      deadline = allow()
      child.on('message', hear)
      child.on('exit', die)
      if (alive) child.send(task, (error) => error && stop('the reader could not be reached'))
      else die(child.exitCode, child.signalCode)
    })
  }

  return {
    run,
    kill: () => {
      alive = false
      child.kill('SIGKILL')
    },
    isAlive: () => alive,
    pid: child.pid,
    ready,
    gone,
  }
}
