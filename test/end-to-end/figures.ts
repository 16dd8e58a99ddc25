/** Figures that the contract promises, computed by other means than the service's. */

/** The civil date in Douala, which is an hour ahead of UTC all year. */
export const todayInDouala = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

/** The same day of the month, so many months later, or the last day of that month if it is shorter. */
export const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

export const daysFrom = (start: string, end: string): number =>
  (Date.parse(end) - Date.parse(start)) / 86_400_000

/** Simple interest on a year of 365 days, rounded half up, for a rate in percent with two decimals. */
export const interest = (principal: number, rate: string, days: number): number =>
  Math.floor((principal * Number(rate.replace('.', '')) * days * 2 + 3_650_000) / 7_300_000)
