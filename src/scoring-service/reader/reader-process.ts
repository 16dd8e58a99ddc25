import { startChild, type ReaderPlace } from './reader-child.js'
import type { Answer, Task } from './tasks.js'
import { watchTask, type ReaderLimits, type FinalReport } from './watch-task.js'
import { makeWorkspace, type Workspace } from './workspace.js'

/** `paths`: where the written files are now; the caller takes or removes them. */
export type TaskEnd = (
  | Exclude<FinalReport, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly answer: Answer; readonly paths: readonly string[] }
) & { readonly workMs: number }

export interface ReaderProcess {
  /**
   * Runs one task at a time. Rejects when the child cannot be started or a file cannot be moved to or from it, and
   * with `ReaderCrashed` when the child ends by itself.
   */
  run(task: Task): Promise<TaskEnd>
  /** Ends the child, even during a task, which then rejects. */
  kill(): void
  readonly isAlive: () => boolean
  readonly pid: number | undefined
  /** Rejects when the child did not start. */
  readonly ready: Promise<void>
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
}

/** The task with the paths at which the child finds its files. */
const taskInWorkspace = async (workspace: Workspace, task: Task): Promise<Task> => {
  if (task.kind === 'read')
    return { ...task, document: { ...task.document, path: await workspace.give(task.document.path) } }
  const readings = []
  for (const { path, key } of task.readings) readings.push({ path: await workspace.give(path), key })
  return { ...task, readings }
}

const takeOutputs = async (workspace: Workspace, { written }: Answer): Promise<string[]> => {
  const paths: string[] = []
  for (const [at, one] of written.entries()) paths.push(await workspace.take(at, one))
  return paths
}

const taskEndOf = async (workspace: Workspace, report: FinalReport, workMs: number): Promise<TaskEnd> =>
  report.kind === 'answered'
    ? { ...report, paths: await takeOutputs(workspace, report.answer), workMs }
    : { ...report, workMs }

/**
 * Starts a child that reads documents. Its memory is monitored, since a small document may unpack to more than the
 * child may use. `entry` is the compiled file that the child runs.
 */
export const startReader = (entry: string, limits: ReaderLimits, place: ReaderPlace): ReaderProcess => {
  const user = place.sandbox.newUser()
  const workspace = makeWorkspace(place.staging, user)
  const child = startChild({ entry, startMs: limits.startMs, user }, place, workspace)

  const run = async (task: Task): Promise<TaskEnd> => {
    await child.ready
    const workedBefore = child.workedMs()
    try {
      const report = await watchTask(child, await taskInWorkspace(workspace, task), limits)
      return await taskEndOf(workspace, report, Math.max(0, child.workedMs() - workedBefore))
    } finally {
      if (child.isAlive()) await workspace.clear()
    }
  }
  const { pid, kill, isAlive, ready, ended } = child
  return { run, kill, isAlive, pid, ready, ended }
}
