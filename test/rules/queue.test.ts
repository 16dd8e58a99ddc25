import { describe, expect, test } from '@jest/globals'
import { mysql, sqlite } from '../../src/platform/database/dialect.js'
import { dueSql, leaseEnd, stillClaimedBy, type Queue } from '../../src/platform/queue/queue.rules.js'

const queue: Queue = { table: 'parcels', until: 'until_at', empty: 'FREE', fence: 'fence' }

describe('a claim', () => {
  test('lasts 15 s, or as long as its queue says, by the clock of the database', () => {
    for (const dialect of [sqlite, mysql]) {
      expect(leaseEnd(queue, dialect)).toBe(`${dialect.nowMs} + 15000`)
      expect(leaseEnd({ ...queue, leaseMs: 250 }, dialect)).toBe(`${dialect.nowMs} + 250`)
    }
  })

  test('can be made when the previous one has ended; for a row without a time the queue decides', () => {
    for (const dialect of [sqlite, mysql]) {
      expect(dueSql(queue, dialect)).toBe(`(until_at IS NULL OR until_at <= ${dialect.nowMs})`)
      expect(dueSql({ ...queue, empty: 'NEVER_DUE' }, dialect)).toBe(`until_at <= ${dialect.nowMs}`)
    }
  })

  test.each([
    [{}, 'id = ? AND fence = ?', ['P-1', 7]],
    [{ fence: null }, 'id = ?', ['P-1']],
    [{ whileClaimed: 'is_open = 1' }, 'id = ? AND fence = ? AND is_open = 1', ['P-1', 7]],
    [{ fence: null, whileClaimed: 'is_open = 1' }, 'id = ? AND is_open = 1', ['P-1']],
  ] as const)('of a queue with %j is still ours where %s', (change, where, parameters) => {
    expect(stillClaimedBy({ ...queue, ...change }, { id: 'P-1', fence: 7 })).toEqual([where, parameters])
  })
})
