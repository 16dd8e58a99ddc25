import { AsyncResource } from 'node:async_hooks'
import * as crypto from 'node:crypto'
import * as fsPromises from 'node:fs/promises'
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Random } from './random.js'
import { recordOf } from '../support/typed.js'

/**
 * The machine under the service: the history controls its time, its timers and its random numbers. They are replaced
 * in Node's own modules, so that nothing in `src` knows of it (docs/simulation.md#below-the-service).
 */
export interface Machine {
  readonly now: () => number
  /** Lets time pass, and fires each timer at its time. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Runs work to its end; time passes while the work waits for time only. */
  readonly finish: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Begins a real wait, such as a call to a database server: time stands still until the returned function is called.
   */
  readonly outside: () => () => void
  /** Begins a history at this time, with these random numbers. */
  readonly begin: (now: number, random: Random) => void
}

interface Timer {
  readonly at: number
  readonly every: number | undefined
  readonly ring: () => void
  readonly number: number
}

const require = createRequire(import.meta.url)
const turnsMax = 200_000

/** Node's own functions, saved before they are replaced. */
const realImmediate = globalThis.setImmediate
const realTimeout = globalThis.setTimeout

/** Replaces `NodeJS.Timeout`; `ref` and `unref` do nothing. */
class Handle {
  constructor(
    readonly timer: number,
    readonly clear: () => void,
  ) {}
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return false
  }
  refresh(): this {
    return this
  }
  close(): this {
    this.clear()
    return this
  }
  [Symbol.toPrimitive](): number {
    return this.timer
  }
  [Symbol.dispose](): void {
    this.clear()
  }
}

type Callback = (...given: unknown[]) => void

/**
 * Makes file operations and hashes synchronous, because Node's pool of threads would end them at unpredictable
 * moments. To be called before the import of the service, which binds some of these functions then.
 */
const replaceFiles = (): void => {
  const now = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()))
  const own = recordOf(fsPromises)
  const names = [
    'appendFile',
    'readFile',
    'writeFile',
    'readdir',
    'rename',
    'stat',
    'unlink',
    'mkdir',
    'rm',
  ] as const
  const handles = async (path: string, flags: string, mode?: number) => {
    const file = fs.openSync(path, flags, mode)
    return {
      writev: async (pieces: Buffer[]) => ({ bytesWritten: fs.writevSync(file, pieces) }),
      read: async (into: Buffer, at: number, length: number, from: number) => ({
        bytesRead: fs.readSync(file, into, at, length, from),
      }),
      stat: async () => fs.fstatSync(file),
      sync: async () => undefined,
      close: async () => fs.closeSync(file),
    }
  }
  const writeFile = async (path: string, given: unknown, options: object) => {
    const pieces = []
    if (typeof given === 'string' || Buffer.isBuffer(given))
      pieces.push(typeof given === 'string' ? Buffer.from(given) : Buffer.from(given))
    else for await (const piece of given as AsyncIterable<Buffer>) pieces.push(Buffer.from(piece))
    fs.writeFileSync(path, Buffer.concat(pieces), options)
  }
  const createReadStream = (path: string, { start = 0, end = Infinity } = {}) =>
    Readable.from([fs.readFileSync(path).subarray(start, end + 1)])
  const zip =
    (inTurn: (given: Buffer, options?: object) => Buffer) =>
    (...given: unknown[]) => {
      const then = given.pop() as (error: null, folded: Buffer) => void
      process.nextTick(() => then(null, inTurn(given[0] as Buffer, given[1] as object | undefined)))
    }
  const replaced = Object.fromEntries(
    names.map((name) => {
      const inTurn = (fs as unknown as Record<string, Callback>)[`${name}Sync`]
      return [name, inTurn ? (...given: unknown[]) => now(() => inTurn(...given)) : own[name]]
    }),
  )
  const statfs = async () => ({ bavail: 1e9, bsize: 4096 })
  Object.assign(recordOf(require('node:fs/promises')), replaced, { open: handles, writeFile, statfs })
  Object.assign(recordOf(require('node:fs')), { createReadStream })
  Object.assign(recordOf(require('node:zlib')), { gzip: zip(gzipSync), gunzip: zip(gunzipSync) })
}

replaceFiles()
syncBuiltinESMExports()

export const createMachine = (): Machine => {
  let now = 0
  let random: Random | undefined
  let timers: Timer[] = []
  let count = 0
  /** Immediates that were requested and have not run yet. */
  const immediates = new Set<symbol>()

  const add = (ring: () => void, after: number, every?: number): Handle => {
    const number = ++count
    // The callback runs in the asynchronous context of the code that set the timer.
    const timer = {
      at: now + Math.max(1, Math.trunc(after) || 0),
      every,
      ring: AsyncResource.bind(ring),
      number,
    }
    timers.push(timer)
    return new Handle(number, () => remove(number))
  }
  const remove = (number: number): void => {
    const at = timers.findIndex((timer) => timer.number === number)
    if (at >= 0) timers.splice(at, 1)
  }
  const clear = (given: unknown): void => {
    if (given instanceof Handle) given.clear()
    else if (typeof given === 'number') remove(given)
  }
  const next = (until: number): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers)
      if (
        timer.at <= until &&
        (!first || timer.at < first.at || (timer.at === first.at && timer.number < first.number))
      )
        first = timer
    return first
  }
  const ring = (timer: Timer): void => {
    remove(timer.number)
    now = Math.max(now, timer.at)
    if (timer.every !== undefined) timers.push({ ...timer, at: now + timer.every })
    timer.ring()
  }

  const immediate = (callback: Callback, ...given: unknown[]): NodeJS.Immediate => {
    const number = Symbol('immediate')
    immediates.add(number)
    return realImmediate(() => {
      immediates.delete(number)
      callback(...given)
    })
  }
  const real = { underWay: 0 }
  /** Callbacks for the end of the last real wait; there are several where a step and `advance` wait for it at the same time. */
  const waiting: (() => void)[] = []
  const outside: Machine['outside'] = () => {
    let isOver = false
    real.underWay++
    return () => {
      if (isOver) return
      isOver = true
      real.underWay--
      if (real.underWay === 0) for (const wake of waiting.splice(0)) wake()
    }
  }
  /** Waits until all work that needs no time has run. */
  const settle = async (): Promise<void> => {
    for (;;) {
      await new Promise<void>((resolve) => realImmediate(resolve))
      if (real.underWay > 0) await new Promise<void>((resolve) => void waiting.push(resolve))
      else if (immediates.size === 0) return
    }
  }

  const begin: Machine['begin'] = (moment, chance) => {
    now = moment
    random = chance
    timers = []
    count = 0
  }

  const advance: Machine['advance'] = async (milliseconds) => {
    const until = now + milliseconds
    await settle()
    for (let timer = next(until); timer; timer = next(until)) {
      ring(timer)
      await settle()
    }
    now = until
  }

  const finish: Machine['finish'] = async (work) => {
    const state = { isOver: false }
    const done = work().finally(() => {
      state.isOver = true
    })
    done.catch(() => undefined)
    for (let turn = 0; !state.isOver; turn++) {
      await settle()
      if (state.isOver) break
      if (turn > turnsMax) throw new Error('some work has no end')
      const timer = next(Infinity)
      if (timer) ring(timer)
      else await new Promise((resolve) => realTimeout(resolve, 0))
    }
    return done
  }

  const replaceTime = (): void => {
    Date.now = () => now
    performance.now = () => now
    const given = (callback: Callback, values: unknown[]) => () => callback(...values)
    const timeout = (callback: Callback, ms = 0, ...values: unknown[]) => add(given(callback, values), ms)
    const interval = (callback: Callback, ms = 0, ...values: unknown[]) =>
      add(given(callback, values), ms, Math.max(1, ms))
    Object.assign(globalThis, {
      setTimeout: timeout,
      setInterval: interval,
      clearTimeout: clear,
      clearInterval: clear,
      setImmediate: immediate,
    })
    Object.assign(recordOf(require('node:timers')), {
      setTimeout: timeout,
      setInterval: interval,
      clearTimeout: clear,
      clearInterval: clear,
      setImmediate: immediate,
    })
    Object.assign(recordOf(require('node:timers/promises')), {
      setTimeout: (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise((resolve, reject) => {
          const handle = add(() => resolve(value), ms)
          signal?.addEventListener('abort', () => {
            handle.clear()
            reject(signal.reason as Error)
          })
        }),
      setImmediate: (value: unknown) => new Promise((resolve) => immediate(() => resolve(value))),
    })
    AbortSignal.timeout = (ms) => {
      const over = new AbortController()
      add(() => over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
      return over.signal
    }
  }

  const replaceChance = (): void => {
    const { randomBytes, randomUUID } = crypto
    const bytes = (size: number, then?: (error: null, given: Buffer) => void): Buffer | void => {
      const given = random ? random.bytes(size) : randomBytes(size)
      return then ? then(null, given) : given
    }
    const uuid = (): string => {
      if (!random) return randomUUID()
      const hex = random.bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    }
    const ofMath = Math.random.bind(Math)
    Math.random = () => (random ? random.next() : ofMath())
    Object.assign(recordOf(require('node:crypto')), { randomBytes: bytes, randomUUID: uuid })
  }

  replaceTime()
  replaceChance()
  syncBuiltinESMExports()
  return { now: () => now, advance, finish, outside, begin }
}
