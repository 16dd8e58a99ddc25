import { systemClock } from '../../src/kernel/clock.js'

const msPerDay = 86_400_000
/** Douala is an hour ahead of UTC all year. */
const zoneMs = 3_600_000

/** The market's civil date at this moment. */
export const businessDate = (): string => new Date(systemClock.now() + zoneMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / msPerDay

/** A day that the month does not have becomes the month's last day. */
export const addMonths = (date: string, months: number): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
