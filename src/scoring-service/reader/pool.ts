import type { ReaderPlace } from './reader-child.js'
import { startReader, type ReaderProcess } from './reader-process.js'
import type { ReaderLimits } from './watch-task.js'
import type { Answer, Refused, Task } from './tasks.js'
import { createFairQueue, type FairQueue } from './fair-queue.js'

export interface PoolSettings extends ReaderLimits {
  /** The file that a child runs, compiled. */
  readonly entry: string
  /** The `nice` value of the children: 0 to 19. */
  readonly niceness: number
  /** The maximum number of children. They are started on demand. */
  readonly size: number
  /** A child is replaced after this many tasks, which limits its leaks. */
  readonly tasksPerReader: number
  /** How long an idle child is kept. */
  readonly idleMs: number
}

export type TaskResult<T extends Answer> = (
  | { readonly answer: T; readonly paths: readonly string[]; readonly refused?: never }
  | { readonly refused: Refused; readonly answer?: never }
) & { readonly workMs: number }

/** `client`: the queue is fair between clients, and first in, first out for each client. */
export interface RunOptions {
  readonly client: string
  readonly signal?: AbortSignal | undefined
}

export interface Pool {
  /**
   * Runs a task when its turn comes. Rejects when the pool is closed, the signal is aborted or a child cannot be
   * started, and when `ReaderProcess.run` rejects.
   */
  run<T extends Answer>(task: Task, options: RunOptions): Promise<TaskResult<T>>
  /** Ends all children and their work. Resolves when the children have ended. */
  close(): Promise<void>
  readonly pids: () => readonly number[]
}

const closedError = (): Error => new Error('the pool of readers is closed')

interface QueuedTask {
  readonly task: Task
  readonly client: string
  readonly signal: AbortSignal | undefined
  readonly settle: (work: Promise<TaskResult<Answer>>) => void
}

/** A slot of the pool: a child, once one was started, and what it is doing. */
interface Slot {
  reader: ReaderProcess | undefined
  tasksDone: number
  busy: boolean
  idleTimer: NodeJS.Timeout | undefined
}

const resultOf = (ended: Awaited<ReturnType<ReaderProcess['run']>>): TaskResult<Answer> => {
  const { workMs } = ended
  if (ended.kind === 'answered') return { answer: ended.answer, paths: ended.paths, workMs }
  if (ended.kind === 'refused') return { refused: ended.refused, workMs }
  throw new Error(`a reader failed: ${ended.message}`)
}

/**
 * When the caller gives up, the child is ended and the task is rejected with the caller's reason: the document is not
 * refused.
 */
const runUntilAborted: (
  reader: ReaderProcess,
  task: Task,
  signal: AbortSignal | undefined,
) => ReturnType<ReaderProcess['run']> = async (reader, task, signal) => {
  if (signal?.aborted) throw signal.reason as Error
  const abandon = (): void => reader.kill()
  signal?.addEventListener('abort', abandon, { once: true })
  try {
    return await reader.run(task)
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', abandon)
  }
}

/** The slots of a pool, and the children in them. */
const createSlots = (settings: PoolSettings, readerPlace: Promise<ReaderPlace>, isClosed: () => boolean) => {
  const slots: Slot[] = Array.from({ length: settings.size }, () => ({
    reader: undefined,
    tasksDone: 0,
    busy: false,
    idleTimer: undefined,
  }))
  const ending = new Set<Promise<void>>()

  const endChild = (slot: Slot): void => {
    clearTimeout(slot.idleTimer)
    const { reader } = slot
    if (!reader) return
    slot.reader = undefined
    slot.tasksDone = 0
    reader.kill()
    ending.add(reader.ended)
    void reader.ended.then(() => ending.delete(reader.ended))
  }

  const readerOf = async (slot: Slot): Promise<ReaderProcess> => {
    if (slot.reader && (!slot.reader.isAlive() || slot.tasksDone >= settings.tasksPerReader)) endChild(slot)
    const where = await readerPlace
    if (isClosed()) throw closedError()
    slot.reader ??= startReader(settings.entry, settings, where)
    return slot.reader
  }

  return {
    slots,
    endChild,
    work: async (slot: Slot, { task, signal }: QueuedTask): Promise<TaskResult<Answer>> => {
      const reader = await readerOf(slot)
      const ended = await runUntilAborted(reader, task, signal).catch((error: unknown) => {
        if (isClosed()) throw closedError()
        throw error
      })
      slot.tasksDone += 1
      if (isClosed()) throw closedError()
      return resultOf(ended)
    },
    endAll: async (): Promise<void> => {
      for (const slot of slots) endChild(slot)
      await Promise.all(ending)
    },
  }
}

/** Queues a task until its turn comes, or until the caller gives up. */
const queueTask = (
  turns: FairQueue<QueuedTask>,
  task: Task,
  { client, signal }: RunOptions,
): Promise<TaskResult<Answer>> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const giveUp = (): void => {
      turns.remove(queued)
      reject(signal?.reason as Error)
    }
    const queued: QueuedTask = {
      task,
      client,
      signal,
      settle: (work) => {
        work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp))
      },
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    turns.add(queued)
  })

/** A pool of children, each of which performs one task at a time. */
export const openPool = (settings: PoolSettings, readerPlace: Promise<ReaderPlace>): Pool => {
  let isClosed = false
  const { slots, endChild, work, endAll } = createSlots(settings, readerPlace, () => isClosed)
  const turns = createFairQueue<QueuedTask>()

  const next = (): void => {
    // A slot with a child is preferred to one that would have to start a child.
    const slot = slots.find(({ busy, reader }) => !busy && reader) ?? slots.find(({ busy }) => !busy)
    const queued = slot && turns.take()
    if (!slot || !queued) return
    clearTimeout(slot.idleTimer)
    slot.busy = true
    const result = work(slot, queued).finally(() => {
      slot.busy = false
      if (isClosed) return
      slot.idleTimer = setTimeout(() => endChild(slot), settings.idleMs).unref()
      next()
    })
    queued.settle(result)
    next()
  }

  const run = (task: Task, options: RunOptions): Promise<TaskResult<Answer>> => {
    if (isClosed) return Promise.reject(closedError())
    const result = queueTask(turns, task, options)
    next()
    return result
  }

  return {
    run: run as Pool['run'],
    close: async () => {
      isClosed = true
      for (const { settle } of turns.drain()) settle(Promise.reject(closedError()))
      await endAll()
    },
    pids: () => slots.flatMap(({ reader }) => reader?.pid ?? []),
  }
}
