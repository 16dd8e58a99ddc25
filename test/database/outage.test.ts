import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Database, Tx } from '../../src/platform/database/database.js'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { loggingOutages } from '../../src/platform/database/health/log-outages.js'
import { formatErrors } from '../../src/platform/graphql/server/format-error.js'
import { bucketAway, canWrite } from '../../src/platform/log/file-outages.js'
import { createLogger } from '../../src/platform/log/log.js'
import { createEpisode } from '../../src/platform/log/episode.js'
import { scratchFolder } from '../support/scratch.js'
import { standIn } from '../support/stand-in.js'

const error = (facts: object): Error => Object.assign(new Error('of the database'), facts)

describe('an outage is', () => {
  test.each([
    1021, 1026, 1030, 1037, 1040, 1041, 1045, 1047, 1053, 1077, 1114, 1129, 1135, 1152, 1158, 1159, 1160,
    1161, 1180, 1184, 1203, 1205, 1206, 1213, 1223, 1226, 1290, 1317, 1412, 1461, 1615, 1792, 1836, 1927,
    1969, 3024, 3100, 3101, 3168, 3169, 4031, 9001,
  ])('error %s of a server, under any name that the driver gives it', (errno) => {
    expect(isOutage(error({ errno, code: `ER_${errno}` }))).toBe(true)
    expect(isOutage(error({ errno }))).toBe(true)
    expect(isOutage(new Error('wrapped', { cause: error({ errno }) }))).toBe(true)
  })

  test.each([
    'EAI_AGAIN',
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'ENETDOWN',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
    'PROTOCOL_ENQUEUE_AFTER_QUIT',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'EDQUOT',
    'EIO',
    'EMFILE',
    'ENFILE',
    'ENOSPC',
    'EROFS',
  ])('error %s of a driver or the operating system', (code) => {
    expect(isOutage(error({ code }))).toBe(true)
    expect(isOutage(error({ code, errno: -1, fatal: true }))).toBe(true)
  })

  test.each([
    { code: 'ERR_SQLITE_ERROR', errcode: 5 },
    { code: 'ERR_SQLITE_ERROR', errcode: 6 },
    { code: 'ERR_SQLITE_ERROR', errcode: 7 },
    { code: 'ERR_SQLITE_ERROR', errcode: 8 },
    { code: 'ERR_SQLITE_ERROR', errcode: 10 },
    { code: 'ERR_SQLITE_ERROR', errcode: 13 },
    { code: 'ERR_SQLITE_ERROR', errcode: 14 },
    // Extended codes, SQLITE_BUSY_SNAPSHOT and SQLITE_IOERR_FSYNC: their lowest bytes are 5 and 10, which are in this list.
    { code: 'ERR_SQLITE_ERROR', errcode: 517 },
    { code: 'ERR_SQLITE_ERROR', errcode: 1034 },
    // mysql2 reports this for a statement on a connection that has just died.
    { fatal: true },
  ])('%j', (facts) => {
    expect(isOutage(error(facts))).toBe(true)
  })

  test.each([
    { code: 'ER_DUP_ENTRY', errno: 1062 },
    { code: 'ER_PARSE_ERROR', errno: 1064 },
    { code: 'ER_NO_SUCH_TABLE', errno: 1146 },
    { code: 'ER_SIGNAL_EXCEPTION', errno: 1644 },
    { code: 'ERR_SQLITE_ERROR', errcode: 1 },
    { code: 'ERR_SQLITE_ERROR', errcode: 19 },
    { code: 'ERR_SQLITE_ERROR', errcode: 2067 },
    {},
  ])('not %j, which is a bug of ours', (facts) => {
    expect(isOutage(error(facts))).toBe(false)
  })

  test('not a bug inside the driver, nor a value that is not an error', () => {
    expect(isOutage(Object.assign(new TypeError('x is undefined'), { fatal: true }))).toBe(false)
    for (const thrown of [undefined, null, 'ECONNREFUSED', 1290]) expect(isOutage(thrown)).toBe(false)
  })
})

test('canWrite leaves no file, and is true for a folder that is missing or in which nobody can create a file', async () => {
  const folder = await scratchFolder('cauri-probe-')
  expect(await canWrite([folder, join(folder, 'none')])).toBe(true)
  expect(await readdir(folder)).toEqual([])
  // Not even root can create a file in /proc, and that is no outage of the disk.
  expect(await canWrite(['/proc'])).toBe(true)
  await rm(folder, { recursive: true })
})

describe('an outage is logged', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 0 }))
  afterEach(() => void jest.useRealTimers())

  const away = () => error({ code: 'ECONNREFUSED' })
  let answer: () => Promise<never[]>
  const served = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await answer()
    return work(standIn<Tx>({}))
  }
  const database = standIn<Database>({
    read: { all: () => answer() },
    inTransaction: (work) => served(work),
    inOneStatement: (work) => served(work),
    purgeDeleted: async () => undefined,
    close: async () => undefined,
  })

  const lines: { level: number; msg: string; times?: number; seconds?: number; err?: object }[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  beforeEach(() => {
    lines.length = 0
  })

  test('when it begins and when it ends, with the number of errors', async () => {
    const told = loggingOutages(database, log)
    const askAll = async () => {
      for (const ask of [
        () => told.read.all('SELECT 1'),
        () => told.inTransaction(async () => undefined),
        () => told.inOneStatement(async () => undefined),
      ]) {
        const thrown = await ask().catch((caught: unknown) => caught)
        // The callers of the database log the error themselves; these lines are dropped during an outage.
        log.error({ err: thrown }, 'a request failed')
        log.warn(
          { err: new Error('wrapped', { cause: thrown }) },
          'an order could not be processed; it is claimed again when its lease ends',
        )
      }
    }
    answer = () => Promise.reject(away())
    for (let i = 0; i < 4; i++) {
      await askAll()
      await jest.advanceTimersByTimeAsync(3_000)
    }
    expect(lines).toMatchObject([
      { level: 50, msg: 'the database cannot serve', err: { code: 'ECONNREFUSED' } },
    ])
    // No more errors, but the database is still down: the outage has not ended.
    await jest.advanceTimersByTimeAsync(60_000)
    expect(lines).toHaveLength(1)

    answer = async () => []
    await jest.advanceTimersByTimeAsync(6_000)
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ level: 30, msg: 'the database serves again', times: 12, seconds: 9 }),
    ])
    answer = () => Promise.reject(away())
    await askAll()
    expect(lines.slice(2)).toMatchObject([{ level: 50, msg: 'the database cannot serve' }])
    await told.close()
  })

  test.each([{ errno: 1290 }, { errno: 1114 }, { code: 'SQLITE_FULL', errcode: 13 }])(
    'as over only after a commit, if writes failed while reads were served (%j)',
    async (facts) => {
      let rows = 0
      const unit = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        if (rows < 0) throw error(facts)
        return work(standIn<Tx>({ run: async () => rows }))
      }
      const told = loggingOutages({ ...database, inTransaction: unit, inOneStatement: unit }, log)
      answer = async () => []
      rows = -1
      await told.inTransaction(async () => undefined).catch(() => undefined)
      await jest.advanceTimersByTimeAsync(30_000)
      // A transaction that changes no row does not show that the disk is writable.
      rows = 0
      await told.inTransaction(async () => undefined)
      await told.inOneStatement((tx) => tx.run('UPDATE'))
      await jest.advanceTimersByTimeAsync(30_000)
      expect(lines.map(({ msg }) => msg)).toEqual(['the database cannot serve'])
      rows = 1
      await told.inOneStatement((tx) => tx.run('UPDATE'))
      await jest.advanceTimersByTimeAsync(6_000)
      expect(lines.map(({ msg }) => msg)).toEqual(['the database cannot serve', 'the database serves again'])
      await told.close()
    },
  )

  test('once for files too, whatever reports the errors, and as over when files can be written again', async () => {
    let isBack = false
    const sink = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const files = createLogger({ logLevel: 'info' }, sink, async () => isBack)
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', bucketAway]) {
      files.error({ err: error({ code }), requestId: code }, 'request failed')
      files.warn({ err: new Error('wrapped', { cause: error({ code }) }) }, 'a tick failed')
      formatErrors({ log: files })({ message: '' }, error({ code }))
      await jest.advanceTimersByTimeAsync(1_000)
    }
    const begun = { level: 50, msg: 'files cannot be written or opened', err: { code: 'ENOSPC' } }
    expect(lines).toMatchObject([begun])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(lines).toHaveLength(1)

    isBack = true
    await jest.advanceTimersByTimeAsync(6_000)
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ msg: 'files can be written and opened again', times: 21, seconds: 6 }),
    ])
    files.error({ err: error({ code: 'ENOENT' }) }, 'request failed')
    files.error({ err: error({ code: 'ENOSPC' }) }, 'request failed')
    expect(lines.slice(2)).toMatchObject([{ msg: 'request failed', err: { code: 'ENOENT' } }, begun])
  })

  test('not for a wrong statement of ours: that error is logged each time', async () => {
    const told = loggingOutages(database, log)
    answer = () => Promise.reject(error({ errno: 1064 }))
    for (let i = 0; i < 2; i++) {
      const thrown = await told.read.all('SELEC').catch((caught: unknown) => caught)
      log.error({ err: thrown }, 'a request failed')
    }
    expect(lines.map(({ msg }) => msg)).toEqual(['a request failed', 'a request failed'])
  })

  test('not as over if another error is reported while its end is being checked, and not at all after the watch is closed', async () => {
    const said: string[] = []
    const say = (_facts: object, message: string) => void said.push(message)
    const episode = createEpisode(
      { info: say, warn: say, error: say },
      { begins: 'begins', ends: 'ends' },
      async () => {
        episode.report({})
        return true
      },
    )
    episode.report({})
    await jest.advanceTimersByTimeAsync(30_000)
    expect(said).toEqual(['begins'])
    episode.close()
    episode.report({})
    await jest.advanceTimersByTimeAsync(30_000)
    expect(said).toEqual(['begins'])
  })
})
