import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Staging } from '../../platform/files/staging.js'
import { processorMs, residentBytes } from './process-facts.js'
import { parseChildReport } from './read-report.js'
import type { Sandbox } from './sandbox.js'
import type { Report, Task } from './tasks.js'
import { listenForReports, reportFile, taskFrame } from './wire.js'
import type { Workspace } from './workspace.js'

/** Where a reader runs, and its sandbox. */
export interface ReaderPlace {
  readonly sandbox: Sandbox
  readonly staging: Staging
}

type OnReport = (report: Report | undefined) => void

/** A child process that reads documents, from its parent's side. */
export interface ReaderChild {
  readonly pid: number | undefined
  readonly isAlive: () => boolean
  /** Reports go to the latest listener only; undefined stands for an invalid report. */
  readonly listen: (onReport: OnReport) => void
  /** Calls back with how the child ended; the returned function stops listening. */
  readonly onExit: (ended: (how: string) => void) => () => void
  readonly give: (task: Task) => void
  /** The processor time that the child has used; 0 if the system does not report it. */
  readonly workedMs: () => number
  readonly memoryBytes: () => number | undefined
  readonly kill: () => void
  /** Rejects when the child could not start. */
  readonly ready: Promise<void>
  /** Resolves when the child has ended and its workspace is removed. */
  readonly ended: Promise<void>
}

const start = (
  entry: string,
  { sandbox }: ReaderPlace,
  { directory }: Workspace,
  user: number | undefined,
): ChildProcess => {
  const { file, args } = sandbox.command(directory, user ?? 0)
  return spawn(file, [...args, entry, ...sandbox.entryArgs], {
    cwd: directory,
    // A process that opens untrusted files gets none of our environment variables.
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
}

/** How much of the end of a child's stderr is kept. */
const stderrKeptMax = 600
const stderrBytesMax = 1024 * 1024

/**
 * The end of a child's stderr, where the runtime and the programs that start it write why they exit. It is not trusted.
 */
const stderrEndOf = (child: ChildProcess): (() => string) => {
  let kept = ''
  let received = 0
  child.stderr?.setEncoding('latin1').on('data', (portion: string) => {
    received += portion.length
    kept = (kept + portion).slice(-stderrKeptMax)
    if (received > stderrBytesMax) child.kill('SIGKILL')
  })
  return () => kept.replace(/[^\x20-\x7e]+/g, ' ').trim()
}

type HowEnded = (code: number | null, signal: string | null) => string

/** Undefined if no file handle was left: then a child has no pipes at all, and emits its error later. */
const reportsOf = ({ stdio }: Partial<ChildProcess>): Readable | undefined =>
  (stdio?.[reportFile] ?? undefined) as Readable | undefined

/** Calls back with each report of a child after the first, which says that it is ready. */
const listenTo = (child: ChildProcess, onReport: OnReport): void => {
  const reports = reportsOf(child)
  if (!reports) return
  listenForReports(reports, (line) => {
    const report = parseChildReport(line)
    if (report?.kind !== 'ready') onReport(report)
  })
}

const whenReady = (child: ChildProcess, startMs: number, howItEnded: HowEnded): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`a reader did not start within ${startMs} ms`))
    }, startMs)
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      act()
    }
    reportsOf(child)?.once('data', () => settle(resolve))
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code, signal) => {
      settle(() => reject(new Error(`a reader ended before it was ready (${howItEnded(code, signal)})`)))
    })
  })

export interface Start {
  /** The file that the child runs, compiled. */
  readonly entry: string
  readonly startMs: number
  readonly user: number | undefined
}

export const startChild = (
  { entry, startMs, user }: Start,
  place: ReaderPlace,
  workspace: Workspace,
): ReaderChild => {
  const child = start(entry, place, workspace, user)
  let alive = true
  let onReport: OnReport = () => undefined
  listenTo(child, (report) => onReport(report))
  // Writing to a child that has ended fails; its exit is reported instead.
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      alive = false
      void workspace.remove().then(resolve, resolve)
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const stderrEnd = stderrEndOf(child)
  const howItEnded: HowEnded = (code, signal) => [signal ?? code, stderrEnd()].filter(Boolean).join(': ')
  const ready = whenReady(child, startMs, howItEnded)
  // Whoever uses the child awaits `ready`; this only prevents an unhandled rejection until then.
  ready.catch(() => {})
  return {
    pid: child.pid,
    isAlive: () => alive,
    listen: (listener) => (onReport = listener),
    onExit: (ended) => {
      const exited: (...how: Parameters<HowEnded>) => void = (...how) => ended(howItEnded(...how))
      // `close` and not `exit`, since reports that were sent before the exit may still arrive.
      child.on('close', exited)
      if (!alive) exited(child.exitCode, child.signalCode)
      return () => child.off('close', exited)
    },
    give: (task) => (child.stdin as Writable).write(taskFrame(task)),
    workedMs: () => (child.pid === undefined ? 0 : (processorMs(child.pid) ?? 0)),
    memoryBytes: () => (child.pid === undefined ? undefined : residentBytes(child.pid)),
    kill: () => {
      alive = false
      child.kill('SIGKILL')
    },
    ready,
    ended,
  }
}
