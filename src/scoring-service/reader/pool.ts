import type { ReaderPlace } from './reader-child.js'
import { startReader, type ReaderProcess } from './reader-process.js'
import type { ReaderLimits } from './watch-task.js'
import type { Answer, Refused, Task } from './tasks.js'

export interface PoolSettings extends ReaderLimits {
  /** The file that a child runs, compiled. */
  readonly entry: string
  /** How far children stand behind whoever is being served: 0 to 19. */
  readonly niceness: number
  /** How many children at most. They are started when there is work. */
  readonly size: number
  /** After so many documents a child is replaced: what it leaked goes with it. */
  readonly tasksPerReader: number
  /** A child without work for so long is let go. */
  readonly idleMs: number
}

export type TaskResult<T extends Answer> = (
  | { readonly answer: T; readonly paths: readonly string[]; readonly refused?: never }
  | { readonly refused: Refused; readonly answer?: never }
) & { readonly workMs: number }

/** Who waits: of several clients each has its turn, and of one what came first goes first. */
export interface RunOptions {
  readonly client: string
  readonly signal?: AbortSignal | undefined
}

export interface Pool {
  /** Rejects when the pool is closed, the signal is aborted or a child cannot be started, and with what `ReaderProcess.run` does. */
  run<T extends Answer>(task: Task, options: RunOptions): Promise<TaskResult<T>>
  /** Ends all children and what they do. Resolves when they are gone. */
  close(): Promise<void>
  readonly pids: () => readonly number[]
}

const closed = (): Error => new Error('the pool of readers is closed')

interface Waiting {
  readonly task: Task
  readonly client: string
  readonly signal: AbortSignal | undefined
  readonly settle: (work: Promise<TaskResult<Answer>>) => void
}

interface Place {
  reader: ReaderProcess | undefined
  done: number
  busy: boolean
  idle: NodeJS.Timeout | undefined
}

/** A pool of children that read documents, one at a time each. */
export const openPool = (settings: PoolSettings, readerPlace: Promise<ReaderPlace>): Pool => {
  const places: Place[] = Array.from({ length: settings.size }, () => ({
    reader: undefined,
    done: 0,
    busy: false,
    idle: undefined,
  }))
  const queue: Waiting[] = []
  const leaving = new Set<Promise<void>>()
  let isClosed = false

  const dismiss = (place: Place): void => {
    clearTimeout(place.idle)
    const { reader } = place
    if (!reader) return
    place.reader = undefined
    place.done = 0
    reader.kill()
    leaving.add(reader.gone)
    void reader.gone.then(() => leaving.delete(reader.gone))
  }

  const readerOf = async (place: Place): Promise<ReaderProcess> => {
    if (place.reader && (!place.reader.isAlive() || place.done >= settings.tasksPerReader)) dismiss(place)
    const where = await readerPlace
    if (isClosed) throw closed()
    place.reader ??= startReader(settings.entry, settings, where)
    return place.reader
  }

  const work = async (place: Place, { task, signal }: Waiting): Promise<TaskResult<Answer>> => {
    const reader = await readerOf(place)
    if (signal?.aborted) throw signal.reason as Error
    const abandon = (): void => reader.kill()
    signal?.addEventListener('abort', abandon, { once: true })
    const ended = await reader
      .run(task)
      // A child that was ended with the pool, or because nobody waits, says nothing about its document.
      .catch((error: unknown) => {
        if (isClosed) throw closed()
        throw signal?.aborted ? signal.reason : error
      })
      .finally(() => signal?.removeEventListener('abort', abandon))
    place.done += 1
    if (isClosed) throw closed()
    const { workMs } = ended
    if (ended.kind === 'answered') return { answer: ended.answer, paths: ended.paths, workMs }
    if (ended.kind === 'refused') return { refused: ended.refused, workMs }
    throw new Error(`a reader failed: ${ended.message}`)
  }

  /** When each client that waits or has just had its turn had its last. */
  const lastTurns = new Map<string, number>()
  let turns = 0

  /**
   * What was read is scored before another document is begun: a request that was started first is not the last to end. Of the
   * documents, the client's that has waited longest for a turn.
   */
  const takeNext = (): Waiting | undefined => {
    const lastOf = ({ client }: Waiting): number => lastTurns.get(client) ?? 0
    const first =
      queue.find(({ task }) => task.kind === 'score') ??
      queue.reduce<Waiting | undefined>(
        (best, waiting) => (best === undefined || lastOf(waiting) < lastOf(best) ? waiting : best),
        undefined,
      )
    if (first === undefined) {
      lastTurns.clear()
      return undefined
    }
    queue.splice(queue.indexOf(first), 1)
    if (first.task.kind === 'read') lastTurns.set(first.client, ++turns)
    return first
  }

  const next = (): void => {
    // A child that is already there is taken before one that would have to start.
    const place = places.find(({ busy, reader }) => !busy && reader) ?? places.find(({ busy }) => !busy)
    const waiting = place && takeNext()
    if (!place || !waiting) return
    clearTimeout(place.idle)
    place.busy = true
    const result = work(place, waiting).finally(() => {
      place.busy = false
      if (isClosed) return
      place.idle = setTimeout(() => dismiss(place), settings.idleMs).unref()
      next()
    })
    waiting.settle(result)
    next()
  }

  const run = (task: Task, { client, signal }: RunOptions): Promise<TaskResult<Answer>> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(closed())
      if (signal?.aborted) return reject(signal.reason as Error)
      const leave = (): void => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        reject(signal?.reason as Error)
      }
      const waiting: Waiting = {
        task,
        client,
        signal,
        settle: (work) => {
          work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(waiting)
      next()
    })

  return {
    run: run as Pool['run'],
    close: async () => {
      isClosed = true
      for (const { settle } of queue.splice(0)) settle(Promise.reject(closed()))
      for (const place of places) dismiss(place)
      await Promise.all(leaving)
    },
    pids: () => places.flatMap(({ reader }) => reader?.pid ?? []),
  }
}
