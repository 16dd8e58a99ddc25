import { describe, expect, test } from '@jest/globals'
import { accruedDayOf, advanceVerdict, isStalledAt } from '../../src/bank/business-clock/clock.rules.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Instant } from '../../src/kernel/clock.js'
import { dateOf } from '../support/typed.js'

const on = (text: string): LocalDate => dateOf(text)

describe('a walk', () => {
  const now: Instant = 100_000
  const signs = { heartbeatAt: null, seenWaitingAt: null, queuedAt: null }
  const ago = (ms: number): Instant => now - ms

  test('that nobody requested is neither stalled nor going on', () => {
    expect(isStalledAt({ ...signs, advancingTo: null }, now, 30)).toBeNull()
  })

  test.each([
    ['without any sign is stalled', {}, true],
    ['just requested is not stalled', { queuedAt: ago(30_000) }, false],
    ['requested too long ago is stalled', { queuedAt: ago(30_001) }, true],
    ['whose worker lives is not stalled', { heartbeatAt: ago(30_000), queuedAt: ago(90_000) }, false],
    [
      'seen by a worker that is busy is not stalled',
      { seenWaitingAt: ago(1), heartbeatAt: ago(90_000) },
      false,
    ],
    ['without a recent sign is stalled', { heartbeatAt: ago(40_000), seenWaitingAt: ago(50_000) }, true],
  ] as const)('%s', (_what, seen, isStalled) => {
    expect(isStalledAt({ ...signs, ...seen, advancingTo: on('2026-04-02') }, now, 30)).toBe(isStalled)
  })
})

describe('while a day is accrued in parts, the day to which a position is accrued', () => {
  const clock = {
    nowOn: on('2026-04-01'),
    accruingTo: on('2026-04-02'),
    nextMaturityOn: on('2026-06-01'),
    nextPositionId: 'POS-5',
  }

  test.each([
    [
      'is the next day if it matures before the position where the next part begins',
      'POS-9',
      '2026-05-31',
      '2026-04-02',
    ],
    ['is the clock’s day if it matures after that position', 'POS-1', '2026-06-02', '2026-04-01'],
    [
      'is the next day if it matures with that position and has a smaller id',
      'POS-4',
      '2026-06-01',
      '2026-04-02',
    ],
    ['is the clock’s day for the position where the next part begins', 'POS-5', '2026-06-01', '2026-04-01'],
    [
      'is the clock’s day if it matures with that position and has a larger id',
      'POS-6',
      '2026-06-01',
      '2026-04-01',
    ],
  ])('%s', (_what, id, maturityOn, day) => {
    expect(accruedDayOf(clock, { id, maturityOn: on(maturityOn) })).toBe(day)
  })

  test.each(['accruingTo', 'nextMaturityOn', 'nextPositionId'] as const)(
    'is the clock’s day if %s is null',
    (sign) => {
      expect(accruedDayOf({ ...clock, [sign]: null }, { id: 'POS-1', maturityOn: on('2026-05-01') })).toBe(
        '2026-04-01',
      )
    },
  )
})

describe('a request to move a clock', () => {
  const idle = { nowOn: on('2026-04-01'), advancingTo: null }
  const walking = { ...idle, advancingTo: on('2026-04-05') }

  test.each([
    [idle, '2026-04-02', 'WALK'],
    [idle, '2026-04-01', 'STAY'],
    [idle, '2026-03-31', 'CLOCK_CANNOT_MOVE_BACK'],
    [idle, '2036-04-08', 'WALK'],
    [idle, '2036-04-09', 'WALK_TOO_LONG'],
    [idle, '2100-01-01', 'INVALID_ARGUMENT'],
    [{ nowOn: on('2099-12-01'), advancingTo: null }, '2099-12-31', 'WALK'],
    [walking, '2026-04-05', 'WALKING'],
    [walking, '2026-04-06', 'CLOCK_ADVANCING'],
    [walking, '2026-04-01', 'CLOCK_ADVANCING'],
    [walking, '2026-03-31', 'CLOCK_CANNOT_MOVE_BACK'],
  ] as const)('in the state %j to %s is answered with %s', (clock, to, verdict) => {
    expect(advanceVerdict(clock, on(to))).toBe(verdict)
  })
})
