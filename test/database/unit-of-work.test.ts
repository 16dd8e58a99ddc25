import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { isOutage } from '../../src/platform/database/health/outage.js'
import { SqliteConnection } from '../../src/platform/database/drivers/node-sqlite.js'
import { Refusal } from '../../src/kernel/refusal.js'
import { startSeverableProxy } from '../jobs/severable-proxy.js'
import { messageOf } from '../support/thrown.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { at, present } from '../support/present.js'
import { recordOf } from '../support/typed.js'

describeEachDatabase('a unit of work', (kind) => {
  let created: CreatedDatabase
  let database: Database

  beforeAll(async () => {
    created = await kind.create()
    database = await openDatabase(settingsOf(created.url))
    await database.inTransaction((tx) =>
      tx.run('CREATE TABLE tallies (id integer NOT NULL PRIMARY KEY, n bigint NOT NULL)'),
    )
  })
  beforeEach(() => database.inTransaction((tx) => tx.run('DELETE FROM tallies')))
  afterAll(async () => {
    await database.close()
    await created.drop()
  })

  const add = (tx: Tx, id: number, n: bigint = 0n) =>
    tx.run('INSERT INTO tallies (id, n) VALUES (?, ?)', [id, n])
  const change = (tx: Tx, id: number) => tx.run('UPDATE tallies SET n = n + 1 WHERE id = ?', [id])
  const tallies = async () =>
    (await database.read.all('SELECT id, n FROM tallies ORDER BY id')).map(({ id, n }) => [
      Number(id),
      BigInt(present(n)),
    ])

  test('returns the result of its work after the commit', async () => {
    expect(await database.inTransaction(async (tx) => [await add(tx, 1), 'done'])).toEqual([1, 'done'])
    expect(await tallies()).toEqual([[1, 0n]])
  })

  if (kind.kind === 'mysql')
    test('prepares a statement again if a trigger was added since it was prepared', async () => {
      const { dataSource } = database.read
      const count = async (table: string) => {
        await dataSource.query(`CREATE TABLE ${table} (n bigint NOT NULL) SELECT 0 AS n`)
        await dataSource.query(`CREATE TRIGGER into_${table} BEFORE INSERT ON tallies FOR EACH ROW
          UPDATE ${table} SET n = n + NEW.n`)
      }
      // Adds on the connections of three transactions at once, and then outside of a transaction.
      const addFour = async (from: number) => {
        const units = [1, 2, 3].map((id) => database.inTransaction((tx) => add(tx, from + id, 1n)))
        await Promise.all(units)
        await database.inOneStatement((tx) => add(tx, from + 4, 1n))
      }
      try {
        await count('first_counts')
        await addFour(0)
        await count('second_counts')
        await addFour(10)
        const row = at(await database.read.all('SELECT n FROM second_counts'), 0)
        expect(BigInt(present(row['n']))).toBe(4n)
      } finally {
        for (const table of ['first_counts', 'second_counts']) {
          await dataSource.query(`DROP TRIGGER IF EXISTS into_${table}`)
          await dataSource.query(`DROP TABLE IF EXISTS ${table}`)
        }
      }
      expect(await messageOf(database.read.all('SELECT n FROM second_counts'))).toMatch(/second_counts/)
    })

  test('keeps an integer above 2^53 exact as a parameter, in a column and in a sum', async () => {
    const large = 9_007_199_254_740_993n
    await database.inTransaction(async (tx) => {
      await add(tx, 1, large)
      const row = at(await tx.all('SELECT n, n + 2 AS more FROM tallies WHERE n = ?', [large]), 0)
      expect([BigInt(present(row['n'])), BigInt(present(row['more']))]).toEqual([large, large + 2n])
    })
    const sum = at(await database.read.all('SELECT SUM(n) AS n FROM tallies'), 0)
    expect(BigInt(present(sum['n']))).toBe(large)
  })

  test('fails for an amount that does not fit in 64 bits, and never writes another amount', async () => {
    expect(await messageOf(database.inTransaction((tx) => add(tx, 1, 2n ** 63n)))).toMatch(/range|big|64/i)
    expect(await tallies()).toEqual([])
  })

  test('keeps nothing of a dry run that succeeds or is refused, and can continue after it', async () => {
    await database.inTransaction(async (tx) => {
      await add(tx, 1)
      expect(await tx.tryOut(async (trial) => [await add(trial, 2), await change(trial, 1)])).toEqual([1, 1])
      const refused = tx.tryOut(async (trial) => {
        await add(trial, 3)
        throw new Refusal('TERMS_CHANGED')
      })
      await expect(refused).rejects.toThrow(Refusal)
      await add(tx, 4)
    })
    expect(await tallies()).toEqual([
      [1, 0n],
      [4, 0n],
    ])
  })

  test.each([
    ['a refusal', new Refusal('TERMS_CHANGED')],
    ['a bug', new TypeError('bug')],
  ])('rolls back on %s, and throws it unchanged', async (_what, thrown) => {
    const work = async (tx: Tx) => {
      await add(tx, 1)
      throw thrown
    }
    await expect(database.inTransaction(work)).rejects.toBe(thrown)
    expect(await tallies()).toEqual([])
  })

  test('rolls back all statements when one fails, and the next transaction works', async () => {
    const work = async (tx: Tx) => {
      await add(tx, 1)
      await add(tx, 1)
    }
    expect(await messageOf(database.inTransaction(work))).toMatch(/unique|duplicate/i)
    await database.inTransaction((tx) => add(tx, 2))
    expect(await tallies()).toEqual([[2, 0n]])
  })

  test('throws for a transaction inside a transaction, and rolls the outer one back', async () => {
    const nested = database.inTransaction(async (tx) => {
      await add(tx, 1)
      await database.inTransaction((inner) => add(inner, 2))
    })
    expect(await messageOf(nested)).toMatch('inTransaction was called inside a transaction')
    expect(await tallies()).toEqual([])
  })

  test('of one statement commits at its end', async () => {
    expect(await database.inOneStatement((tx) => add(tx, 1))).toBe(1)
    expect(await tallies()).toEqual([[1, 0n]])
  })

  test('sees one moment in a snapshot, which blocks nobody and is closed at the end', async () => {
    await database.inTransaction((tx) => add(tx, 1))
    const { sql, close } = await database.snapshot()
    await database.inTransaction((tx) => add(tx, 2))
    const ids = async () => (await sql.all('SELECT id FROM tallies ORDER BY id')).map(({ id }) => Number(id))
    expect(await ids()).toEqual([1])
    expect(await tallies()).toHaveLength(2)
    expect(await ids()).toEqual([1])
    await close()
    await expect(ids()).rejects.toThrow()
  })

  if (kind.kind === 'sqlite')
    test('leaves no connection open if a snapshot cannot begin', async () => {
      const begin = jest.spyOn(SqliteConnection.prototype, 'exec').mockImplementationOnce(() => {
        throw new Error('the disk is gone')
      })
      const close = jest.spyOn(SqliteConnection.prototype, 'close')
      expect(await messageOf(database.snapshot())).toBe('the disk is gone')
      expect(close).toHaveBeenCalledTimes(1)
      begin.mockRestore()
      close.mockRestore()
    })

  test('of one statement refuses a second statement', async () => {
    const work = async (tx: Tx) => {
      await add(tx, 1)
      await add(tx, 2)
    }
    expect(await messageOf(database.inOneStatement(work))).toMatch('second statement')
    expect((await tallies()).map(([id]) => id)).not.toContain(2)
  })

  test('of one statement throws inside a transaction', async () => {
    const nested = database.inTransaction(async (tx) => {
      await add(tx, 1)
      await database.inOneStatement((alone) => add(alone, 2))
    })
    expect(await messageOf(nested)).toMatch('inside a transaction')
    expect(await tallies()).toEqual([])
  })

  test('has its caller in the stack of an error that the database reports', async () => {
    const addTwice = async (tx: Tx) => {
      await add(tx, 1)
      await add(tx, 1)
    }
    const error = await database.inTransaction(addTwice).catch((thrown: unknown) => thrown)
    expect(recordOf(error)['stack']).toContain('unit-of-work.test')
  })

  test('does not mix with a concurrent one: the rollback of one does not affect the other', async () => {
    const slow = (ids: number[], fails: boolean) =>
      database.inTransaction(async (tx) => {
        for (const id of ids) {
          await add(tx, id)
          await sleep(10)
        }
        if (fails) throw new Error('rolled back')
      })
    const outcomes = await Promise.allSettled([
      slow([1, 2, 3], false),
      slow([4, 5, 6], true),
      slow([7, 8], false),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await tallies()).map(([id]) => id)).toEqual([1, 2, 3, 7, 8])
  })

  test('hides its rows from reads outside of it until its commit', async () => {
    await database.inTransaction(async (tx) => {
      await add(tx, 1)
      expect(await tx.all('SELECT id FROM tallies')).toHaveLength(1)
      expect(await tallies()).toEqual([])
    })
    expect(await tallies()).toEqual([[1, 0n]])
  })

  test('sees the latest value in a locking read: fifty concurrent increments lose nothing', async () => {
    await database.inTransaction((tx) => add(tx, 1))
    const raise = () =>
      database.inTransaction(async (tx) => {
        const row = at(await tx.all(`SELECT n FROM tallies WHERE id = 1 ${tx.dialect.forUpdate}`), 0)
        await tx.run('UPDATE tallies SET n = ? WHERE id = 1', [BigInt(present(row['n'])) + 1n])
      })
    await Promise.all(Array.from({ length: 50 }, raise))
    expect(await tallies()).toEqual([[1, 50n]])
  })

  test('reads the time of the database in milliseconds, which in tests is that of this machine', async () => {
    const { nowMs } = database.dialect
    const row = at(await database.read.all(`SELECT ${nowMs} AS now`), 0)
    expect(Math.abs(Number(row['now']) - Date.now())).toBeLessThan(5000)
  })

  if (kind.kind === 'sqlite') {
    test('passes on an error that has already ended the transaction', async () => {
      const work = async (tx: Tx) => {
        await add(tx, 1)
        await tx.run('INSERT OR ROLLBACK INTO tallies (id, n) VALUES (1, 0)')
      }
      expect(await messageOf(database.inTransaction(work))).toMatch(/unique/i)
      await database.inTransaction((tx) => add(tx, 2))
      expect(await tallies()).toEqual([[2, 0n]])
    })
  }

  if (kind.kind === 'mysql') {
    test('that loses a deadlock is retried as a whole, in a new transaction, and both take effect once', async () => {
      await database.inTransaction(async (tx) => {
        await add(tx, 1)
        await add(tx, 2)
      })
      let tries = 0
      let arrived = 0
      let meet: () => void = () => undefined
      const both = new Promise<void>((resolve) => (meet = resolve))
      const inOrder = (first: number, second: number, own: number) =>
        database.inTransaction(async (tx) => {
          tries++
          await add(tx, own)
          await change(tx, first)
          if (++arrived === 2) meet()
          await both
          await change(tx, second)
        })
      await Promise.all([inOrder(1, 2, 11), inOrder(2, 1, 12)])
      expect(tries).toBe(3)
      expect(await tallies()).toEqual([
        [1, 2n],
        [2, 2n],
        [11, 0n],
        [12, 0n],
      ])
    })

    test('that meets a duplicate key is repeated, and reads the row that the other unit wrote', async () => {
      let arrived = 0
      let meet: () => void = () => undefined
      const both = new Promise<void>((resolve) => (meet = resolve))
      const writeOnce = () =>
        database.inTransaction(async (tx) => {
          const [there] = await tx.all('SELECT id FROM tallies WHERE id = 1')
          if (++arrived === 2) meet()
          await both
          if (there) return 'read'
          await add(tx, 1)
          return 'written'
        })
      expect((await Promise.all([writeOnce(), writeOnce()])).toSorted()).toEqual(['read', 'written'])
      expect(await tallies()).toEqual([[1, 0n]])
    })

    test('that always deadlocks gives up after three tries', async () => {
      let tries = 0
      const deadlock = Object.assign(new Error('Deadlock found'), { errno: 1213 })
      const work = async (tx: Tx) => {
        await add(tx, ++tries)
        throw deadlock
      }
      await expect(database.inTransaction(work)).rejects.toBe(deadlock)
      expect(tries).toBe(3)
      expect(await tallies()).toEqual([])
    })

    test('that waits too long for a lock is retried, and then takes effect once', async () => {
      await database.inTransaction((tx) => add(tx, 1))
      let free: () => void = () => undefined
      const freed = new Promise<void>((resolve) => (free = resolve))
      let held: () => void = () => undefined
      const isHeld = new Promise<void>((resolve) => (held = resolve))
      const holder = database.inTransaction(async (tx) => {
        await change(tx, 1)
        held()
        await freed
      })
      await isHeld
      let tries = 0
      await database.inTransaction(async (tx) => {
        // When the second try begins, the first has waited for the whole lock timeout.
        if (++tries === 2) free()
        await add(tx, 2)
        await change(tx, 1)
      })
      await holder
      expect(tries).toBe(2)
      expect(await tallies()).toEqual([
        [1, 2n],
        [2, 0n],
      ])
    })

    test('leaves no transaction open on a pooled connection, after more failures than the pool has connections', async () => {
      const fail = () =>
        database.inTransaction((tx) => add(tx, 1).then(() => Promise.reject(new Error('no'))))
      await Promise.allSettled(Array.from({ length: 20 }, fail))
      // Only transactions in this database are counted: other suites use the same server at the same time.
      const row = at(
        await database.read.all(
          `SELECT COUNT(*) AS n FROM information_schema.innodb_trx
         JOIN information_schema.processlist ON processlist.id = innodb_trx.trx_mysql_thread_id
         WHERE processlist.db = DATABASE()`,
        ),
        0,
      )
      expect(Number(row['n'])).toBe(0)
    })

    test('that waits for a lock through all its tries fails as an outage, and writes nothing', async () => {
      await database.inTransaction((tx) => add(tx, 1))
      let free: () => void = () => undefined
      const freed = new Promise<void>((resolve) => (free = resolve))
      let held: () => void = () => undefined
      const isHeld = new Promise<void>((resolve) => (held = resolve))
      const holder = database.inTransaction(async (tx) => {
        await change(tx, 1)
        held()
        await freed
      })
      await isHeld
      const waiting = database.inTransaction(async (tx) => {
        await add(tx, 2)
        await change(tx, 1)
      })
      const error = await waiting.catch((thrown: unknown) => thrown)
      free()
      await holder
      expect(isOutage(error)).toBe(true)
      expect(await tallies()).toEqual([[1, 1n]])
    })

    test('fails as an outage when the server cannot be reached, and not for a wrong statement', async () => {
      const proxy = await startSeverableProxy(created.url)
      const far = await openDatabase(settingsOf(proxy.url))
      try {
        const wrong = await far.read.all('SELECT nothing FROM nowhere').catch((thrown: unknown) => thrown)
        expect(isOutage(wrong)).toBe(false)
        proxy.sever()
        const away = await far.read.all('SELECT 1').catch((thrown: unknown) => thrown)
        expect(isOutage(new Error('wrapped', { cause: away }))).toBe(true)
        const begun = await far.inTransaction((tx) => add(tx, 1)).catch((thrown: unknown) => thrown)
        expect(isOutage(begun)).toBe(true)
      } finally {
        await far.close().catch(() => undefined)
        await proxy.close()
      }
    })

    test('writes nothing on a connection that breaks, and the connection is not used again', async () => {
      const proxy = await startSeverableProxy(created.url)
      const far = await openDatabase(settingsOf(proxy.url))
      try {
        // More often than the pool has connections, so that a leaked connection would be noticed.
        for (let i = 0; i < 10; i++) {
          const broken = await far
            .inTransaction(async (tx) => {
              await add(tx, 1)
              proxy.sever()
              await add(tx, 2)
            })
            .catch((thrown: unknown) => thrown)
          expect(isOutage(broken)).toBe(true)
          proxy.mend()
        }
        await far.inTransaction((tx) => add(tx, 3))
        expect(await tallies()).toEqual([[3, 0n]])
      } finally {
        await far.close().catch(() => undefined)
        await proxy.close()
      }
    })

    test('has strict mode and READ COMMITTED on every connection', async () => {
      const modes = await Promise.all(
        Array.from({ length: 8 }, () =>
          database.inTransaction(async (tx) => {
            await sleep(5)
            // MySQL and MariaDB have different names for the isolation level.
            return tx.all(`SHOW SESSION VARIABLES
              WHERE Variable_name IN ('sql_mode', 'tx_isolation', 'transaction_isolation')`)
          }),
        ),
      )
      for (const variables of modes) {
        const values = variables.map((row) => `${row['Variable_name']}=${row['Value']}`)
        expect(values).toContainEqual(expect.stringMatching(/^sql_mode=.*STRICT_ALL_TABLES/))
        expect(values).toContainEqual(expect.stringMatching(/_isolation=READ-COMMITTED$/))
        expect(values).toHaveLength(2)
      }
    })
  }
})
