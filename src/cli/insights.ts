import 'reflect-metadata'
import { readConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { rebuildDays } from '../bank/insights/roll-up.js'
import { daysBetween, firstDate, lastDate, type LocalDate } from '../kernel/calendar.js'
import { Mistake } from './mistake.js'
import type { Perform } from './outcome.js'

export interface RebuildOptions {
  readonly from?: LocalDate
  readonly to?: LocalDate
}

/** Rebuilds the daily figures from the books. The service may run meanwhile. */
export const perform: Perform<RebuildOptions> = async ({ from = firstDate, to = lastDate }, progress) => {
  if (daysBetween(from, to) < 0) throw new Mistake(`--from ${from} is after --to ${to}`)
  const config = readConfig()
  const database = await openServiceDatabase(config)
  try {
    const rebuilt = await rebuildDays({ database, zone: config.timeZone }, { from, to }, (day, range) =>
      progress(daysBetween(range.from, day) + 1, daysBetween(range.from, range.to) + 1),
    )
    const text = rebuilt
      ? `rebuilt: ${rebuilt.from} to ${rebuilt.to}`
      : 'nothing to do: none of these days is closed'
    return { data: { rebuilt: rebuilt ?? null }, text }
  } finally {
    await database.close()
  }
}
