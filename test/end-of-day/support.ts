import { expect } from '@jest/globals'
import { interestOn } from '../../src/kernel/interest.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { booksProblems } from '../support/books.js'
import type { World } from '../support/world.js'
import { at, present } from '../support/present.js'
import { dateOf, shaped } from '../support/typed.js'
import { z } from 'zod'

export const date = (text: string): LocalDate => dateOf(text)

/** The kind of a journal, without ids: `DEPOSIT`, `ACCRUAL 2026-02-01 1 LOCK1M XAF` (day, part, product, currency). */
const kindOf = (reference: string): string => {
  const [kind, , ...rest] = reference.split(':')
  return kind === 'ACCRUAL' ? [kind, ...rest].join(' ') : present(kind)
}

/** Every ledger row of a book, sorted, without ids and instants, so that equal histories give equal rows. */
export const ledgerOf = async (world: World, book: string): Promise<string[]> => {
  const rows = await world.rows(
    `SELECT reference, business_on, account, dimension, amount
     FROM postings JOIN journals ON journals.id = postings.journal_id WHERE postings.book = ?`,
    book,
  )
  return rows
    .map(({ reference, business_on, account, dimension, amount }) => {
      const what = String(dimension).startsWith('POS-') ? 'a position' : dimension
      return [kindOf(String(reference)), business_on, account, what, String(amount)].join(' | ')
    })
    .toSorted()
}

export interface LoggedDay {
  readonly day: string
  readonly digest: string
  readonly remarks: string[]
}

/** The log of a clock's days, oldest first. */
export const daysOf = async (world: World, book: string): Promise<LoggedDay[]> => {
  const rows = await world.rows(
    'SELECT day, digest, remarks FROM walk_days WHERE book = ? ORDER BY day',
    book,
  )
  return rows.map(({ day, digest, remarks }) => ({
    day: String(day),
    digest: String(digest),
    remarks: remarks === null ? [] : shaped(z.array(z.string()), JSON.parse(String(remarks))),
  }))
}

/** Everything that a walk leaves, without ids and instants. */
export const historyOf = async (world: World, book: string) => {
  const [clock] = await world.rows('SELECT now_on, advancing_to, walk_error FROM clocks WHERE id = ?', book)
  const maturities = await world.rows(
    `SELECT product_code, currency, matured_on, principal, interest, tax FROM maturities WHERE book = ?
     ORDER BY matured_on, product_code, principal`,
    book,
  )
  return {
    clock: { ...clock },
    days: await daysOf(world, book),
    ledger: await ledgerOf(world, book),
    maturities: maturities.map((row) => Object.values(row).map(String).join(' | ')),
  }
}

/**
 * A test clock on a date, with a customer for each list of deposits (amount and product). The first deposits of all customers settle
 * together, then the second ones, and so on.
 */
export const clockWithSavings = async (
  world: World,
  nowOn: string,
  ...customers: readonly (readonly (readonly [string, string])[])[]
): Promise<{ readonly clockId: string; readonly msisdns: Msisdn[] }> => {
  const { id } = await world.newClock(nowOn)
  const msisdns: Msisdn[] = []
  for (let i = customers.length; i > 0; i--) msisdns.push((await world.register({ clockId: id })).msisdn)
  const longest = Math.max(...customers.map(({ length }) => length))
  for (let turn = 0; turn < longest; turn++) {
    for (const [who, deposits] of customers.entries()) {
      const deposit = deposits[turn]
      if (!deposit) continue
      const { reference } = await world.quote(at(msisdns, who), ...deposit)
      await world.confirm(at(msisdns, who), reference)
    }
    await world.driveOrders()
  }
  return { clockId: id, msisdns }
}

/** Three customers whose savings mature in one, three and twelve months. */
export const clockWithThreeSavers = (world: World, nowOn: string) =>
  clockWithSavings(
    world,
    nowOn,
    [
      ['100000', 'LOCK1M'],
      ['33333', 'LOCK1M'],
    ],
    [['77777', 'LOCK3M']],
    [
      ['1999999', 'LOCK12M'],
      ['1001', 'LOCK1M'],
    ],
  )

/** The interest of 100,000 at 3 % up to the date `on`, by the pure function. */
export const interestOfMonth = (valueOn: string, maturityOn: string, on: string): bigint =>
  interestOn(
    {
      principal: 100_000n,
      ratePpm: 30_000,
      basisDays: 365,
      valueOn: date(valueOn),
      maturityOn: date(maturityOn),
    },
    date(on),
  )

export const expectBooksToClose = async (world: World): Promise<void> => {
  expect(await booksProblems(world.database)).toEqual([])
}

/** A signal that is never aborted: the tick may run to its end. */
export const neverAborted = (): AbortSignal => new AbortController().signal
