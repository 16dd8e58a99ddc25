import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { openDatabase } from '../../src/app/open-database.js'
import type { Database } from '../../src/platform/database/database.js'
import { claimDue, keepClaim, lockClaim, processName, releaseClaim } from '../../src/platform/queue/queue.js'
import { stillClaimedBy, type Claim, type Queue } from '../../src/platform/queue/queue.rules.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { eventually, newGate } from '../support/wait.js'
import { at } from '../support/present.js'

const hourMs = 3_600_000

/** Two kinds of queue: a row without a time is never claimed in the first, and free to be claimed in the second. */
const queues: readonly Queue[] = [
  {
    table: 'parcels',
    until: 'until_at',
    empty: 'NEVER_DUE',
    fence: 'fence',
    namesHolder: true,
    whileClaimed: 'is_open = 1',
    beatMs: 5,
  },
  { table: 'parcels', until: 'until_at', empty: 'FREE', fence: 'fence', beatMs: 5 },
]

describeEachDatabase('a queue of rows', (kind) => {
  let created: CreatedDatabase
  let database: Database
  const warned: object[] = []
  const log = {
    info: () => undefined,
    warn: (facts: object) => void warned.push(facts),
    error: () => undefined,
  }

  beforeAll(async () => {
    created = await kind.createMigrated()
    database = await openDatabase(settingsOf(created.url))
    await database.inTransaction((tx) =>
      tx.run(
        `CREATE TABLE parcels (id varchar(40) NOT NULL PRIMARY KEY, until_at bigint, fence integer NOT NULL,
           is_open integer NOT NULL, worker varchar(40), holder varchar(64))`,
      ),
    )
  })
  afterAll(async () => {
    await database.close()
    await created.drop()
  })
  beforeEach(() => {
    warned.splice(0)
  })
  afterEach(() => database.inTransaction((tx) => tx.run('DELETE FROM parcels')))

  const put = (ids: readonly string[], until: string = database.dialect.nowMs) =>
    database.inTransaction(async (tx) => {
      for (const id of ids)
        await tx.run(`INSERT INTO parcels (id, until_at, fence, is_open) VALUES (?, ${until}, 0, 1)`, [id])
    })
  const take = (queue: Queue, limit = 1, worker = 'one') =>
    database.inTransaction((tx) =>
      claimDue(tx, queue, {
        where: 'is_open = ? ORDER BY until_at, id',
        parameters: [1],
        limit,
        changes: { sql: ', worker = ?', parameters: [worker] },
      }),
    )
  const taken = async (queue: Queue): Promise<Claim> => at(await take(queue), 0)
  const row = async (id = 'a') => {
    const found = at(
      await database.read.all(
        `SELECT until_at - ${database.dialect.nowMs} AS left_ms, fence, worker, holder FROM parcels WHERE id = ?`,
        [id],
      ),
      0,
    )
    const { left_ms: leftMs, fence, worker, holder } = found
    return { leftMs: Number(leftMs), fence: Number(fence), worker, holder }
  }
  /** Simulates a jump of the database's clock by moving the stored times the other way. */
  const clockJumps = (ms: number) =>
    database.inTransaction((tx) => tx.run('UPDATE parcels SET until_at = until_at - ?', [ms]))
  const write = (queue: Queue, claim: Claim) => {
    const [where, parameters] = stillClaimedBy(queue, claim)
    return database.inTransaction((tx) =>
      tx.run(`UPDATE parcels SET worker = 'wrote' WHERE ${where}`, parameters),
    )
  }
  const expectLost = async (queue: Queue, claim: Claim) => {
    expect(await write(queue, claim)).toBe(0)
    expect(await database.inTransaction((tx) => lockClaim(tx, queue, claim))).toBe(false)
    expect(await releaseClaim(database, queue, { claim, waitMs: 0 })).toBe(0)
  }

  for (const queue of queues) {
    const empty =
      queue.empty === 'FREE'
        ? 'rows without a due time can be claimed'
        : 'rows without a due time are never claimed'

    test(`${empty}: concurrent workers claim each row once, in order, and no more rows than they asked for`, async () => {
      const ids = Array.from({ length: 30 }, (_, i) => `row-${String(i).padStart(2, '0')}`)
      await put(ids)
      const claims = await Promise.all(['one', 'two', 'three'].map((worker) => take(queue, 8, worker)))
      expect(Math.max(...claims.map(({ length }) => length))).toBeLessThanOrEqual(8)
      const first = claims.flat().map(({ id }) => id)
      expect(new Set(first).size).toBe(first.length)
      const rest = await take(queue, 30, 'four')
      expect([...first, ...rest.map(({ id }) => id)].toSorted()).toEqual(ids)
      expect(await take(queue, 30)).toEqual([])
      expect([...claims.flat(), ...rest].every(({ fence }) => fence === 1)).toBe(true)
    })

    test(`${empty}: a row whose time has not come is not claimed`, async () => {
      await put(['empty'], 'NULL')
      await put(['later'], `${database.dialect.nowMs} + ${hourMs}`)
      expect((await take(queue, 9)).map(({ id }) => id)).toEqual(queue.empty === 'FREE' ? ['empty'] : [])
    })

    test(`${empty}: a released row waits for the given time, or has no due time`, async () => {
      await put(['a'])
      const first = await taken(queue)
      expect((await row()).holder).toBe(queue.namesHolder ? processName : null)
      const changes = { sql: ', worker = ?', parameters: ['nobody'] }
      expect(await releaseClaim(database, queue, { claim: first, waitMs: hourMs, changes })).toBe(1)
      expect(await row()).toMatchObject({ worker: 'nobody', holder: null, fence: 1 })
      expect(await take(queue)).toEqual([])
      await clockJumps(hourMs)
      const second = await taken(queue)
      expect(await releaseClaim(database, queue, { claim: second, waitMs: null })).toBe(1)
      expect(await take(queue)).toHaveLength(queue.empty === 'FREE' ? 1 : 0)
    })

    test(`${empty}: the row of a killed worker can be claimed when the lease ends`, async () => {
      await put(['a'])
      await taken(queue)
      expect(await take(queue)).toEqual([])
      expect((await row()).leftMs).toBeLessThanOrEqual(15_000)
      await clockJumps(15_000)
      expect(await taken(queue)).toMatchObject({ id: 'a', fence: 2 })
    })

    test(`${empty}: a worker that lost its lease writes nothing, and the new one writes`, async () => {
      await put(['a'])
      const old = await taken(queue)
      expect(await write(queue, old)).toBe(1)
      await clockJumps(15_000)
      const now = await taken(queue)
      await expectLost(queue, old)
      expect((await row()).leftMs).toBeGreaterThan(0)
      expect(await database.inTransaction((tx) => lockClaim(tx, queue, now))).toBe(true)
      expect(await write(queue, now)).toBe(1)
    })

    test(`${empty}: a heartbeat renews the lease, also after the clock has jumped in either direction`, async () => {
      await put(['a'])
      const claim = await taken(queue)
      const stop = keepClaim({ database, log }, queue, claim)
      try {
        for (const jumpMs of [14_000, -hourMs]) {
          await clockJumps(jumpMs)
          await eventually('the lease is renewed', async () => {
            const { leftMs } = await row()
            return leftMs > 14_000 && leftMs <= 15_000
          })
        }
        expect(await write(queue, claim)).toBe(1)
      } finally {
        stop()
      }
    })

    test(`${empty}: the heartbeat of a frozen worker changes nothing after another has claimed the row`, async () => {
      await put(['a'])
      const frozen = await taken(queue)
      const { opened: awake, open: wake } = newGate()
      const beats: Promise<number>[] = []
      const sleeping: Database = {
        ...database,
        inOneStatement: (work) => {
          const done = awake.then(() => database.inOneStatement(work))
          beats.push(done as Promise<number>)
          return done
        },
      }
      const stop = keepClaim({ database: sleeping, log }, queue, frozen)
      try {
        await eventually('the heartbeat is about to be written', () => beats.length > 0)
        await clockJumps(15_000)
        const now = await taken(queue)
        await database.inTransaction((tx) => tx.run('UPDATE parcels SET until_at = until_at - 5000'))
        const before = await row()
        stop()
        wake()
        expect(await Promise.all(beats)).toEqual(beats.map(() => 0))
        const after = await row()
        expect(after).toMatchObject({ fence: now.fence, worker: before.worker })
        expect(after.leftMs).toBeLessThanOrEqual(before.leftMs)
        await expectLost(queue, frozen)
      } finally {
        stop()
      }
    })
  }

  test('a heartbeat that fails because the database is down is logged, and the next one renews the lease', async () => {
    await put(['a'])
    const claim = await taken(at(queues, 0))
    let away = true
    const flaky: Database = {
      ...database,
      inOneStatement: (work) => (away ? Promise.reject(new Error('away')) : database.inOneStatement(work)),
    }
    const stop = keepClaim({ database: flaky, log }, at(queues, 0), claim)
    try {
      await eventually('the failed heartbeat is logged', () => warned.length > 0)
      expect(warned[0]).toMatchObject({ table: 'parcels', id: 'a' })
      await clockJumps(10_000)
      away = false
      await eventually('the lease is renewed', async () => (await row()).leftMs > 10_000)
    } finally {
      stop()
    }
  })

  test('a claim is lost when its row leaves the claimed state, though the fence is the same', async () => {
    await put(['a'])
    const claim = await taken(at(queues, 0))
    await database.inTransaction((tx) => tx.run('UPDATE parcels SET is_open = 0'))
    await expectLost(at(queues, 0), claim)
  })

  test('a heartbeat that comes after the release changes nothing: neither the backoff nor a later claim waits for a lease', async () => {
    await put(['a'])
    const claim = await taken(at(queues, 0))
    let beats = 0
    const counting: Database = {
      ...database,
      inOneStatement: async (work) => {
        const written = await database.inOneStatement(work)
        beats += 1
        return written
      },
    }
    const stop = keepClaim({ database: counting, log }, at(queues, 0), claim)
    try {
      expect(await releaseClaim(database, at(queues, 0), { claim, waitMs: hourMs })).toBe(1)
      const before = beats
      await eventually('a heartbeat came after it', () => beats > before + 1)
      expect((await row()).leftMs).toBeGreaterThan(15_000)
      expect(await write(at(queues, 0), claim)).toBe(0)
    } finally {
      stop()
    }
  })

  test('rows without a fence are leased in the same way', async () => {
    await put(['a'])
    const unfenced: Queue = { ...at(queues, 0), fence: null }
    const claim = await taken(unfenced)
    expect(await take(unfenced)).toEqual([])
    expect(await write(unfenced, claim)).toBe(1)
    expect((await row()).fence).toBe(0)
  })
})
