import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Staging } from '../../platform/files/staging.js'
import { processorMs, residentBytes } from './process-facts.js'
import { readReport } from './read-report.js'
import type { Sandbox } from './sandbox.js'
import type { Report, Task } from './tasks.js'
import { hearReports, reportFile, taskFrame } from './wire.js'
import type { Workspace } from './workspace.js'

/** Where a reader is made, and what keeps it there. */
export interface ReaderPlace {
  readonly sandbox: Sandbox
  readonly staging: Staging
}

/** A child that reads, and what is seen of it from outside. */
export interface ReaderChild {
  readonly pid: number | undefined
  readonly isAlive: () => boolean
  /** What it says goes to whoever listened last; undefined for what no reader says. */
  readonly listen: (hear: (report: Report | undefined) => void) => void
  /** How it ended, once it has; the answered function stops listening. */
  readonly onExit: (ended: (how: string | number | null) => void) => () => void
  readonly give: (task: Task) => void
  /** The time of a processor that it took so far; 0 where nobody tells. */
  readonly workedMs: () => number
  readonly memoryBytes: () => number | undefined
  readonly kill: () => void
  /** Rejects when it did not start. */
  readonly ready: Promise<void>
  /** Resolves when it is gone, and its workspace. */
  readonly gone: Promise<void>
}

const start = (
  entry: string,
  { sandbox }: ReaderPlace,
  { directory }: Workspace,
  user: number | undefined,
): ChildProcess => {
  const { file, args } = sandbox.command(directory, user ?? 0)
  return spawn(file, [...args, entry, ...sandbox.marks], {
    cwd: directory,
    // What is in our environment is no business of a process that opens strangers' files.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
}

const reportsOf = (child: ChildProcess): Readable => child.stdio[reportFile] as Readable

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
    reportsOf(child)?.once('data', () => settle(resolve))
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) => {
      settle(() => reject(new Error(`a reader ended before it was ready (${signal ?? code})`)))
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
  let hear: (report: Report | undefined) => void = () => undefined
  hearReports(reportsOf(child), (line) => {
    const report = readReport(line)
    if (report?.kind !== 'ready') hear(report)
  })
  // Whoever writes to a child that is gone learns it from its exit.
  child.stdin?.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      alive = false
      void workspace.remove().then(resolve, resolve)
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const ready = becomesReady(child, startMs)
  // A child that dies while no task waits for it is noticed by `isAlive`.
  ready.catch(() => {})
  return {
    pid: child.pid,
    isAlive: () => alive,
    listen: (heard) => (hear = heard),
    onExit: (ended) => {
      const exited = (code: number | null, signal: string | null): void => ended(signal ?? code)
      child.on('exit', exited)
      if (!alive) exited(child.exitCode, child.signalCode)
      return () => child.off('exit', exited)
    },
    give: (task) => (child.stdin as Writable).write(taskFrame(task)),
    workedMs: () => (child.pid === undefined ? 0 : (processorMs(child.pid) ?? 0)),
    memoryBytes: () => (child.pid === undefined ? undefined : residentBytes(child.pid)),
    kill: () => {
      alive = false
      child.kill('SIGKILL')
    },
    ready,
    gone,
  }
}
