import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database/database.js'
import { createBoundedCounter } from '../../kernel/bounded-counter.js'
import type { Call } from '../../kernel/call.js'
import { isRowId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import { auditAll, type Change } from './audit.js'
import { recordAccess } from './record-access.js'

/** The budget of look-ups: far more customers than a person serves, and far fewer than it takes to copy the customer list. */
const lookUpsPerMinute = 60
const lookUpsPerDay = 2000
/** Refusals of one person per minute that are written as audit rows. Each further one is only a line of the log. */
const refusalsPerMinute = 30
const peopleMax = 10_000

const minuteMs = 60_000
const dayMs = 86_400_000

const whoOf = ({ actor }: Call): string => actor.id ?? actor.name

/** Limits and records the look-ups of customers by staff, and records refusals. */
export interface Watch {
  /** False if the person has exceeded the budget of look-ups. The first refusal of a minute or a day is logged as an error. */
  readonly mayLookUp: (call: Call) => boolean
  /** Writes a row that says who read whose data, and from where. */
  readonly recordRead: (call: Call, what: string, customerId: string | null) => Promise<void>
  /** Writes a row that says who read which row, by its id, and from where. */
  readonly recordReadById: (call: Call, what: string, id: string) => Promise<void>
  /** Writes which customers an operation shows; called before it answers. */
  readonly recordShown: (call: Call, operation: string, customerIds: Iterable<string>) => Promise<void>
  /** Writes what a caller was refused; after many refusals in a minute, only to the log. */
  readonly recordRefusal: (call: Call, what: string) => Promise<void>
}

/** Writes rows of the audit log. Those that one call adds in one turn of the event loop are one statement. */
const createRows = (database: Database) => {
  const waiting = new WeakMap<Call, { readonly entries: Change[]; readonly written: Promise<void> }>()
  const writeAll = (call: Call, entries: readonly Change[]): Promise<void> =>
    database.inOneStatement((tx) =>
      auditAll(
        tx,
        call,
        entries.map((entry) => ({ ...entry, subject: entry.subject.slice(0, 40) })),
      ),
    )
  /** The lists of one operation wait for the same statement; if it fails, none of them is answered. */
  const write = (call: Call, entry: Change): Promise<void> => {
    const known = waiting.get(call)
    if (known) {
      known.entries.push(entry)
      return known.written
    }
    const entries = [entry]
    const written = setImmediate().then(() => {
      waiting.delete(call)
      return writeAll(call, entries)
    })
    waiting.set(call, { entries, written })
    return written
  }
  return { write, writeAll }
}

export const createWatch = ({ database, log }: { readonly database: Database; readonly log: Log }): Watch => {
  const perMinute = createBoundedCounter(minuteMs, peopleMax)
  const perDay = createBoundedCounter(dayMs, peopleMax)
  const refusals = createBoundedCounter(minuteMs, peopleMax)
  const { write, writeAll } = createRows(database)
  return {
    mayLookUp: (call) => {
      const minute = perMinute.add(whoOf(call)).count
      const day = perDay.add(whoOf(call)).count
      const isTooMany = minute > lookUpsPerMinute || day > lookUpsPerDay
      if (minute === lookUpsPerMinute + 1 || day === lookUpsPerDay + 1)
        log.error(
          { caller: call.actor.name, address: call.address },
          'a person looks up more customers than their work needs',
        )
      return !isTooMany
    },
    recordRead: (call, what, id) => {
      // Only ids in our form count; any other text is no customer.
      const customerId = id !== null && isRowId(id) ? id : null
      return write(call, { action: 'READ_CUSTOMER', subject: what, customerId })
    },
    recordReadById: (call, what, id) =>
      write(call, { action: 'READ_BY_ID', subject: id, customerId: null, after: { what } }),
    recordShown: (call, operation, customerIds) => recordAccess(database, call, operation, customerIds),
    recordRefusal: async (call, what) => {
      if (refusals.add(whoOf(call)).count <= refusalsPerMinute)
        await writeAll(call, [{ action: 'REFUSED', subject: what, customerId: null }])
      else
        log.warn(
          { caller: call.actor.name, address: call.address, what },
          'a person is refused again and again',
        )
    },
  }
}
