import { addDays, addMonths, civilDate, daysBetween, parseLocalDate } from '../../src/kernel/calendar.js'
import { interestOn } from '../../src/kernel/interest.js'
import { dateOf } from '../support/typed.js'

/** 2026-03-01T00:00Z and the midnights of the three other zones, each tested with the millisecond before. */
const midnights = [
  '2026-03-01T00:00:00Z',
  '2026-02-28T23:00:00Z',
  '2026-03-01T05:00:00Z',
  '2026-02-28T15:00:00Z',
]

/**
 * Answers of the kernel that must not depend on the time zone of the process. They are compared between processes, so they read no
 * environment and are plain JSON.
 */
export const civilAnswers = (): unknown => {
  const start = dateOf('2026-01-31')
  const days = Array.from({ length: 800 }, (_, n) => addDays(start, n))
  return {
    days,
    parsed: days.map((day) => parseLocalDate(day) ?? 'lost'),
    between: days.map((day) => daysBetween(start, day)),
    months: Array.from({ length: 30 }, (_, n) => addMonths(start, n)),
    civil: ['UTC', 'America/Lima', 'Asia/Tokyo', 'Africa/Douala'].map((zone) =>
      midnights.flatMap((text) => [Date.parse(text) - 1, Date.parse(text)].map(civilDate(zone))),
    ),
    interest: days.map((day) =>
      interestOn(
        {
          principal: 100_000n,
          ratePpm: 50_000,
          basisDays: 365,
          valueOn: start,
          maturityOn: addMonths(start, 12),
        },
        day,
      ).toString(),
    ),
  }
}
