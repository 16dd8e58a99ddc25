import { expect, test } from '@jest/globals'
import { batchedRead } from '../../src/platform/database/batched-read.js'
import type { Sql } from '../../src/platform/database/database.js'
import { readRegistration } from '../../src/bank/customers/customers.read.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'

describeEachDatabase('reads in one turn of the event loop', (database) => {
  const world = worldFor(database)

  /** The reading side of the database of `world`, and the statements that it gets. */
  const counted = (): { sql: Sql; statements: string[] } => {
    const statements: string[] = []
    const { read } = world().database
    const all: Sql['all'] = (text, parameters) => {
      statements.push(text)
      return read.all(text, parameters)
    }
    return { sql: { ...read, all }, statements }
  }

  test('are one statement, and each caller gets its own answer', async () => {
    const saver = await world().register({ email: 'awa@exemple.cm' })
    const other = await world().register()
    await world().deposit(saver.msisdn, '5000')
    await world().deposit(other.msisdn, '7000')
    const unregistered = world().newNumber()
    const asked = [unregistered, other.msisdn, saver.msisdn, unregistered, saver.msisdn]

    const registrations = counted()
    expect(await Promise.all(asked.map((msisdn) => readRegistration(registrations.sql, msisdn)))).toEqual([
      { accountId: null, email: null },
      { accountId: other.accountId, email: null },
      { accountId: saver.accountId, email: 'awa@exemple.cm' },
      { accountId: null, email: null },
      { accountId: saver.accountId, email: 'awa@exemple.cm' },
    ])
    expect(registrations.statements).toHaveLength(1)

    const balances = counted()
    const balance = (msisdn: Msisdn) => readBalance(balances.sql, world().call(), msisdn)
    const principals = (await Promise.all(asked.map(balance))).map(({ accruing }) => accruing.principal)
    expect(principals).toEqual([0n, 7000n, 5000n, 0n, 5000n])
    expect(balances.statements).toHaveLength(1)
  })

  test('are one statement also for independent requests', async () => {
    const { sql, statements } = counted()
    const request = (msisdn: Msisdn) =>
      new Promise((resolve, reject) => {
        setImmediate(() => void readRegistration(sql, msisdn).then(resolve, reject))
      })
    await Promise.all([request(world().newNumber()), request(world().newNumber())])
    expect(statements).toHaveLength(1)
  })

  test('are not cached: a later read sees what was committed meanwhile', async () => {
    const { sql, statements } = counted()
    const msisdn = world().newNumber()
    expect((await readRegistration(sql, msisdn)).accountId).toBeNull()
    const { accountId } = await world().register({ msisdn })
    expect((await readRegistration(sql, msisdn)).accountId).toBe(accountId)
    expect(statements).toHaveLength(2)
  })

  test('are split into statements of at most 128 parameters', async () => {
    const { sql, statements } = counted()
    const { msisdn, accountId } = await world().register()
    const strangers = Array.from({ length: 130 }, () => world().newNumber())
    const answers = await Promise.all([...strangers, msisdn].map((number) => readRegistration(sql, number)))
    expect(answers.filter((answer) => answer.accountId !== null)).toEqual([{ accountId, email: null }])
    expect(answers.at(-1)?.accountId).toBe(accountId)
    expect(statements.map((text) => text.split('?').length - 1)).toEqual([128, 4])
  })

  test('fail for all their callers when the statement fails, and succeed for later callers', async () => {
    let isUp = false
    const echo = batchedRead(async (sql, keys: readonly string[]) => {
      await sql.all(isUp ? 'SELECT 1' : 'SELECT 1 FROM nowhere')
      return keys
    })
    const { read } = world().database
    const failed = await Promise.allSettled([echo(read, 'a'), echo(read, 'b')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isUp = true
    expect(await Promise.all([echo(read, 'a'), echo(read, 'b')])).toEqual(['a', 'b'])
  })
})
