import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readConfig } from '../app/config/config.js'
import { openServiceDatabase } from '../app/open-database.js'
import { matchProviderFile, type MatchedFile } from '../bank/payments/provider-files/match-provider-file.js'
import { civilDate } from '../kernel/calendar.js'
import type { Call } from '../kernel/call.js'
import { systemClock } from '../kernel/clock.js'
import { errorCodeOf } from '../kernel/error-code.js'
import { Refusal } from '../kernel/refusal.js'
import { Mistake } from './mistake.js'
import type { Perform } from './outcome.js'

const bytesOf = (file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Mistake(`${file}: cannot be read (${errorCodeOf(error)})`)
  }
}

const callIn = (zone: string) => {
  const dateOf = civilDate(zone)
  return (): Call => {
    const now = systemClock.now()
    return {
      now,
      today: dateOf(now),
      zone,
      language: 'en',
      session: null,
      journey: null,
      actor: { name: 'cauri settlement', roles: new Set() },
    }
  }
}

const shownMax = 5

const firstOf = (ids: readonly string[]): string =>
  [...ids.slice(0, shownMax), ...(ids.length > shownMax ? ['…'] : [])].join(', ')

const textOf = ({ from, to, lines, skipped, states, missing, changed }: MatchedFile): string =>
  [
    `${lines} payments from ${from} to ${to}: ${states.MATCHED} as in the books, ${states.IN_FLIGHT} of orders that have not ended, ${states.DIFFERS} different, ` +
      `${states.UNKNOWN} match none of our orders, ${states.EXPLAINED} were explained`,
    `${missing} of our payments are in no file`,
    ...(skipped > 0 ? [`${skipped} lines have another status than SUCCESSFUL`] : []),
    ...(changed.length > 0
      ? [
          `${changed.length} had another fee or date in an earlier file (the earlier one is kept): ${firstOf(changed)}`,
        ]
      : []),
  ].join('; ')

/** Compares a settlement file of the provider with the books. The service may run meanwhile. */
export const perform: Perform<{ readonly file: string }> = async ({ file }) => {
  const config = readConfig()
  const bytes = bytesOf(file)
  const database = await openServiceDatabase(config)
  try {
    const data = await matchProviderFile(
      { database, jobCall: callIn(config.timeZone) },
      { name: basename(file), bytes },
    )
    const { states, missing, changed } = data
    const differences = states.DIFFERS + states.UNKNOWN + missing + changed.length
    return { data, text: textOf(data), exitCode: differences > 0 ? 1 : 0 }
  } catch (error) {
    if (error instanceof Refusal) throw new Mistake(`${file}: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
}
