import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { ReaderCrashed } from '../model/engine.js'
import type { Staging } from '../../platform/files/staging.js'
import { processorMs, residentBytes } from './process-facts.js'
import { readReport } from './read-report.js'
import type { Sandbox } from './sandbox.js'
import type { Answer, Report, Task } from './tasks.js'
import { hearReports, reportFile, taskFrame } from './wire.js'
import { makeWorkspace, type Workspace } from './workspace.js'

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

type Told = Extract<Report, { kind: 'answered' | 'refused' | 'failed' }>

/** `paths`: where each text that was written lies now, for whoever asked to take or remove. */
export type Ended = (
  | Exclude<Told, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly answer: Answer; readonly paths: readonly string[] }
) & { readonly workMs: number }

const resourceLimit = (detail: string): Told => ({
  kind: 'refused',
  refused: { code: 'resource_limit', detail },
})

export interface ReaderProcess {
  /**
   * Does one task at a time. Rejects when the child cannot be started, `ReaderCrashed` when it ends by itself, and where a file
   * cannot be given to it or taken from it.
   */
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

/** Where a reader is made, and what keeps it there. */
export interface ReaderPlace {
  readonly sandbox: Sandbox
  readonly staging: Staging
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

/**
 * Starts a child that reads documents, and watches it while it does: a document can take memory faster than it is read.
 * `entry` is the file that it runs, compiled.
 */
export const startReader = (entry: string, limits: ReaderLimits, place: ReaderPlace): ReaderProcess => {
  const user = place.sandbox.newUser()
  const workspace = makeWorkspace(place.staging, user)
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
  const ready = becomesReady(child, limits.startMs)
  // A child that dies while no task waits for it is noticed by `isAlive`.
  ready.catch(() => {})

  /** With paths as the child finds them. */
  const given = async (task: Task): Promise<Task> => {
    if (task.kind === 'read')
      return { ...task, document: { ...task.document, path: await workspace.give(task.document.path) } }
    const readings = []
    for (const { path, key } of task.readings) readings.push({ path: await workspace.give(path), key })
    return { ...task, readings }
  }

  const taken = async ({ answer }: Extract<Told, { kind: 'answered' }>): Promise<string[]> => {
    const paths: string[] = []
    for (const [at, written] of answer.written.entries()) paths.push(await workspace.take(at, written))
    return paths
  }

  const worked = (): number => (child.pid === undefined ? 0 : (processorMs(child.pid) ?? 0))

  /** Resolves with what the child says of the task. */
  const watch = (task: Task, workedBefore: number): Promise<Told> =>
    new Promise((resolve, reject) => {
      let workMs = limits.workMs
      let deadline: NodeJS.Timeout
      const settle = (act: () => void): void => {
        clearInterval(sampler)
        clearTimeout(deadline)
        hear = () => undefined
        child.off('exit', die)
        act()
      }
      const end = (): void => {
        alive = false
        child.kill('SIGKILL')
      }
      const stop = (detail: string): void => {
        end()
        settle(() => resolve(resourceLimit(detail)))
      }
      const crash = (detail: string): void => {
        end()
        settle(() => reject(new ReaderCrashed(detail)))
      }
      const allow = (): NodeJS.Timeout => {
        // Where nobody tells what a process worked, the clock does.
        const ms = worked() === 0 ? workMs : workMs * patience
        return setTimeout(() => stop(`the document took longer than ${ms} ms`), ms)
      }
      hear = (report) => {
        if (report === undefined) crash('a reader said what no reader says')
        else if (report.kind === 'pages') {
          clearTimeout(deadline)
          workMs = limits.workMs + report.count * limits.pageMs
          deadline = allow()
        } else if (report.kind !== 'ready') settle(() => resolve(report))
      }
      const die = (code: number | null, signal: string | null): void =>
        crash(`a reader ended on its document (${signal ?? code})`)
      const sampler = setInterval(() => {
        const bytes = child.pid === undefined ? undefined : residentBytes(child.pid)
        if (bytes !== undefined && bytes > limits.memoryBytes) {
          stop(`the document needs more than ${limits.memoryBytes / mebibyte} MB of memory`)
        } else if (worked() - workedBefore > workMs) {
          stop(`the document needs more than ${workMs} ms of work`)
        }
      }, sampleMs)
      deadline = allow()
      child.on('exit', die)
      if (alive) (child.stdin as Writable).write(taskFrame(task))
      else die(child.exitCode, child.signalCode)
    })

  const run = async (task: Task): Promise<Ended> => {
    await ready
    const workedBefore = worked()
    try {
      const told = await watch(await given(task), workedBefore)
      const workMs = Math.max(0, worked() - workedBefore)
      return told.kind === 'answered' ? { ...told, paths: await taken(told), workMs } : { ...told, workMs }
    } finally {
      if (alive) await workspace.clear()
    }
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
