import { createHash } from 'node:crypto'
import { toBigint, toNumber } from '../database/columns.js'
import type { Tx } from '../database/database.js'
import { databaseNow, insert, selectAll, selectOne, update } from '../database/rows.js'
import {
  accrualsOf,
  postAccruals,
  unreadablePositions,
  type Accrual,
  type BookDay,
} from '../savings/accrue-day.js'
import { postJournal } from '../ledger/post-journal.js'
import { savingsById } from '../savings/savings.repository.js'
import { assert } from '../shared/assert.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Instant } from '../shared/clock.js'
import { interestOn } from '../shared/interest.js'
import { Clock, systemClockId } from './clock.entity.js'
import { DayException, WalkDay } from './walk.entity.js'

/** A worker's claim on a clock. Whatever it commits is guarded by the fence. */
export interface Lease {
  readonly book: string
  readonly fence: number
}

/** The lease is another's now: nothing of this worker's day may be committed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A record that makes no sense. On a test clock it stops the walk and is named; it is never skipped (DESIGN 8). */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(readonly positionIds: readonly string[]) {
    super(`interest cannot be computed for ${positionIds.join(', ')}`)
  }
}

/** What a day did, without ids or instants: the log of a walk, and its digest. */
export interface DayFacts {
  readonly day: LocalDate
  readonly accruals: readonly { product: string; currency: string; amount: string }[]
  readonly maturities: readonly {
    product: string
    currency: string
    count: number
    principal: string
    interest: string
    tax: string
  }[]
}

const maturitiesOf = async (tx: Tx, { book, to }: BookDay): Promise<DayFacts['maturities']> => {
  const rows = await tx.all(
    `SELECT product_code, currency, COUNT(*) AS count, SUM(principal) AS principal, SUM(interest) AS interest,
       SUM(tax) AS tax
     FROM maturities WHERE book = ? AND matured_on = ? GROUP BY product_code, currency ORDER BY product_code, currency`,
    [book, to],
  )
  return rows.map((row) => ({
    product: String(row['product_code']),
    currency: String(row['currency']),
    count: toNumber(row['count']),
    principal: toBigint(row['principal']).toString(),
    interest: toBigint(row['interest']).toString(),
    tax: toBigint(row['tax']).toString(),
  }))
}

const factsOf = async (tx: Tx, day: BookDay, accruals: readonly Accrual[]): Promise<DayFacts> => ({
  day: day.to,
  accruals: accruals
    .filter(({ amount }) => amount !== 0n)
    .map(({ productCode, currency, amount }) => ({
      product: productCode,
      currency,
      amount: amount.toString(),
    })),
  maturities: await maturitiesOf(tx, day),
})

/** What of a book is set aside, in the order of its names. */
const exceptionsOf = (tx: Tx, book: string): Promise<DayException[]> =>
  selectAll(tx, DayException, 'WHERE book = ? ORDER BY position_id, step', [book])

/** Posts what a mended record has missed since it was set aside; false while it still makes no sense. */
const readmit = async (
  tx: Tx,
  now: Instant,
  { book, from }: BookDay,
  exception: DayException,
): Promise<boolean> => {
  const missed = await missedInterest(tx, exception, from)
  if (missed === undefined) return false
  await tx.run(`DELETE FROM day_exceptions WHERE position_id = ? AND step = 'ACCRUAL'`, [
    exception.positionId,
  ])
  if (missed.amount !== 0n) {
    await postJournal(tx, now, {
      book,
      reference: `CATCH_UP:${exception.positionId}:${from}`,
      customerId: exception.customerId,
      businessOn: from,
      currency: missed.currency,
      lines: [
        { account: 'interest_expense', amount: missed.amount },
        { account: 'interest_payable', dimension: missed.productCode, amount: -missed.amount },
      ],
    })
  }
  return true
}

/** Undefined while the record still makes no sense. */
const missedInterest = async (tx: Tx, exception: DayException, from: LocalDate) => {
  const savings = await savingsById(tx, exception.positionId)
  if (!savings) return undefined
  const { position, deposits } = savings
  try {
    const amount = deposits.reduce((sum, deposit) => {
      const terms = { ...position, ...deposit }
      return sum + interestOn(terms, from) - interestOn(terms, exception.accruedTo)
    }, 0n)
    return { amount, currency: position.currency, productCode: position.productCode }
  } catch {
    return undefined
  }
}

/** In the night a bad record is set aside and named; on a test clock it stops the walk. */
const setAside = async (tx: Tx, day: BookDay): Promise<void> => {
  const positions = await unreadablePositions(tx, day)
  if (day.book !== systemClockId) throw new UnreadableRecord(positions.map(({ positionId }) => positionId))
  for (const position of positions) {
    await insert(tx, DayException, {
      ...position,
      step: 'ACCRUAL',
      book: day.book,
      setAsideOn: day.to,
      accruedTo: day.from,
      problem: 'interest cannot be computed',
      createdAt: databaseNow,
    })
  }
}

/**
 * Posts the interest of the day, of all positions but those that are set aside; mended ones catch up first, so that they
 * take part in it again.
 */
const accrue = async (tx: Tx, now: Instant, day: BookDay): Promise<readonly Accrual[]> => {
  const waiting = (await exceptionsOf(tx, day.book)).filter(({ step }) => step === 'ACCRUAL')
  let stillAside = 0
  for (const exception of waiting) if (!(await readmit(tx, now, day, exception))) stillAside++
  const all = await accrualsOf(tx, day, stillAside === 0 ? 'ALL' : 'NOT_ASIDE')
  if (all.unreadable > 0) await setAside(tx, day)
  const { accruals } = all.unreadable > 0 ? await accrualsOf(tx, day, 'NOT_ASIDE') : all
  await postAccruals(tx, now, day, accruals)
  return accruals
}

/**
 * Whether something of this day has still to mature: a late settlement may have opened a position, after the others had
 * matured, whose date is this very day.
 */
const isMaturing = async (tx: Tx, { book, to }: BookDay): Promise<boolean> => {
  const rows = await tx.all(
    `SELECT positions.id FROM positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on = ?
       AND NOT EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id)
       AND NOT EXISTS (SELECT 1 FROM day_exceptions
         WHERE day_exceptions.position_id = positions.id AND day_exceptions.step = 'MATURITY')
     LIMIT 1`,
    [book, to],
  )
  return rows.length > 0
}

/** Holds the clock alone: settlements of its book wait, and find the day before or the day after. */
const holdAlone = async (tx: Tx, { book, fence }: Lease): Promise<Clock> => {
  const clock = await selectOne(tx, Clock, `WHERE id = ? AND fence = ? ${tx.dialect.forUpdate}`, [
    book,
    fence,
  ])
  if (!clock) throw new LeaseLost(book)
  return clock
}

/** Ends a walk: its clock stands, and its customers may act again. Throws: LeaseLost. */
export const arrive = async (tx: Tx, { book, fence }: Lease): Promise<void> => {
  const ended = await update(tx, Clock, { advancingTo: null, queuedAt: null }, 'id = ? AND fence = ?', [
    book,
    fence,
  ])
  if (ended === 0) throw new LeaseLost(book)
}

/** What is set aside, for the log of the day. */
export type SetAside = Pick<DayException, 'positionId' | 'step' | 'problem'>

const writeLog = async (
  tx: Tx,
  day: BookDay,
  accruals: readonly Accrual[],
  remarks: readonly string[],
): Promise<void> => {
  const facts = JSON.stringify(await factsOf(tx, day, accruals))
  await insert(tx, WalkDay, {
    book: day.book,
    day: day.to,
    facts,
    digest: createHash('sha256').update(facts).digest('hex'),
    remarks: remarks.length > 0 ? JSON.stringify(remarks) : null,
    completedAt: databaseNow,
  })
}

/**
 * The last step of a day, in one transaction: the interest of the day, the row of the log, and the clock's new date,
 * guarded by the fence. Before it commits, nobody has seen anything of the day; a second run finds the clock moved.
 * The result is what is set aside; undefined, and nothing done, when something has still to mature.
 * Throws: LeaseLost, UnreadableRecord (test clocks).
 */
export const completeDay = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'today'>,
  lease: Lease,
  day: BookDay,
  remarks: readonly string[],
): Promise<readonly SetAside[] | undefined> => {
  assert(day.book !== systemClockId || day.to <= call.today, `the real world is not yet at ${day.to}`)
  const clock = await holdAlone(tx, lease)
  if (clock.nowOn !== day.from) throw new LeaseLost(lease.book)
  if (await isMaturing(tx, day)) return undefined
  const accruals = await accrue(tx, call.now, day)
  const aside = await exceptionsOf(tx, day.book)
  const named = aside.map(({ positionId, problem }) => `position ${positionId} is set aside: ${problem}`)
  await writeLog(tx, day, accruals, [...remarks, ...named])
  await update(tx, Clock, { nowOn: day.to, heartbeatAt: databaseNow, walkError: null }, 'id = ?', [
    lease.book,
  ])
  return aside
}
