import { startReader, type ReaderLimits, type ReaderProcess } from './reader-process.js'
import type { Answer, Refused, Task } from './tasks.js'

export interface PoolSettings extends ReaderLimits {
  /** The file that a child runs, compiled. */
  readonly entry: string
  /** How many children at most. They are started when there is work. */
  readonly size: number
  /** After so many documents a child is replaced: what it leaked goes with it. */
  readonly tasksPerReader: number
  /** A child without work for so long is let go. */
  readonly idleMs: number
}

export type TaskResult<T extends Answer> =
  { readonly answer: T; readonly refused?: never } | { readonly refused: Refused; readonly answer?: never }

export interface Pool {
  /** Documents in the order of arrival. Rejects when the pool is closed, `signal` is aborted or a child cannot be started. */
  run<T extends Answer>(task: Task, signal?: AbortSignal): Promise<TaskResult<T>>
  /** Ends all children and what they do. Resolves when they are gone. */
  close(): Promise<void>
  readonly pids: () => readonly number[]
}

const closed = (): Error => new Error('the pool of readers is closed')

interface Waiting {
  readonly task: Task
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
export const openPool = (settings: PoolSettings): Pool => {
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

  const readerOf = (place: Place): ReaderProcess => {
    if (place.reader && (!place.reader.isAlive() || place.done >= settings.tasksPerReader)) dismiss(place)
    place.reader ??= startReader(settings.entry, settings)
    return place.reader
  }

  const work = async (place: Place, { task, signal }: Waiting): Promise<TaskResult<Answer>> => {
    const reader = readerOf(place)
    const abandon = (): void => reader.kill()
    signal?.addEventListener('abort', abandon, { once: true })
    const ended = await reader.run(task).finally(() => signal?.removeEventListener('abort', abandon))
    place.done += 1
    // A child that was ended with the pool says nothing about its document.
    if (isClosed) throw closed()
    if (ended.kind === 'answered') return { answer: ended.answer }
    if (ended.kind === 'refused') return { refused: ended.refused }
    throw new Error(`a reader failed: ${ended.message}`)
  }

  const next = (): void => {
    // A child that is already there is taken before one that would have to start.
    const place = places.find(({ busy, reader }) => !busy && reader) ?? places.find(({ busy }) => !busy)
    const waiting = place && queue.shift()
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

  /** What was read is scored before another document is begun: a request that was started first is not the last to end. */
  const enqueue = (waiting: Waiting): void => {
    const at = waiting.task.kind === 'score' ? queue.findIndex(({ task }) => task.kind === 'read') : -1
    queue.splice(at < 0 ? queue.length : at, 0, waiting)
  }

  const run = (task: Task, signal?: AbortSignal): Promise<TaskResult<Answer>> =>
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
        signal,
        settle: (work) => {
          work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      enqueue(waiting)
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
