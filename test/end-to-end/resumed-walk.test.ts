import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '../support/wait.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'

describe('a walk on SQLite whose process was killed', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService(onSqlite)
  })
  afterEach(() => service.close())

  test('goes on when the next one starts, however long its lease still ran', async () => {
    const { clock_id = '' } = await service.record('create_test_clock', { now: '2026-01-31' })
    await service.kill9()
    // What a worker leaves that dies within its first day; an hour, so that no patience gets past it.
    await service.withDatabase((database) =>
      database.inTransaction((tx) =>
        tx.run(
          `UPDATE clocks SET advancing_to = '2026-02-03', queued_at = ${tx.dialect.nowMs}, fence = 1,
             heartbeat_at = ${tx.dialect.nowMs}, lease_until = ${tx.dialect.nowMs} + 3600000 WHERE id = ?`,
          [clock_id],
        ),
      ),
    )
    await service.start()
    const look = () => service.record('get_test_clock', { clock_id })
    await eventually('it arrives', async () => (await look())['now'] === '2026-02-03', 20_000)
    expect(await look()).not.toHaveProperty('advancing_to')
  })
})
