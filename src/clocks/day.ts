import { createHash } from 'node:crypto'
import { toBigint, toNumber } from '../database/columns.js'
import type { Tx } from '../database/database.js'
import { databaseNow, insert, insertOrKeep, selectAll, selectOne, update } from '../database/rows.js'
import {
  accrualsOf,
  postAccruals,
  unreadablePositions,
  type Accrual,
  type BookDay,
} from '../savings/accrue-day.js'
import { postJournal } from '../ledger/post-journal.js'
import { savingsById } from '../savings/savings.repository.js'
import type { LocalDate } from '../shared/calendar.js'
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

/**
 * Posts what mended records have missed since they were set aside, so that the books catch up before the day's own
 * interest is added.
 */
const readmit = async (tx: Tx, now: Instant, { book, from }: BookDay): Promise<void> => {
  const aside = await selectAll(tx, DayException, `WHERE book = ? AND step = 'ACCRUAL'`, [book])
  for (const exception of aside) {
    const missed = await missedInterest(tx, exception, from)
    if (missed === undefined) continue
    await tx.run(`DELETE FROM day_exceptions WHERE position_id = ? AND step = 'ACCRUAL'`, [
      exception.positionId,
    ])
    if (missed.amount === 0n) continue
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
const setAside = async (tx: Tx, day: BookDay): Promise<readonly string[]> => {
  const positions = await unreadablePositions(tx, day)
  const ids = positions.map(({ positionId }) => positionId)
  if (day.book !== systemClockId) throw new UnreadableRecord(ids)
  for (const position of positions) {
    await insertOrKeep(
      tx,
      DayException,
      {
        ...position,
        step: 'ACCRUAL',
        book: day.book,
        setAsideOn: day.to,
        accruedTo: day.from,
        problem: 'interest cannot be computed',
        createdAt: databaseNow,
      },
      'position_id',
    )
  }
  return ids
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

export interface CompletedDay {
  readonly facts: DayFacts
  readonly digest: string
  /** Positions whose interest could not be posted. */
  readonly setAside: readonly string[]
}

/**
 * The last step of a day, in one transaction: the interest of the day, the row of the log, and the clock's new date,
 * guarded by the fence. Before it commits, nobody has seen anything of the day; a second run finds the clock moved.
 * Throws: LeaseLost, UnreadableRecord (test clocks).
 */
export const completeDay = async (
  tx: Tx,
  now: Instant,
  lease: Lease,
  day: BookDay,
  remarks: readonly string[],
): Promise<CompletedDay> => {
  const clock = await holdAlone(tx, lease)
  if (clock.nowOn !== day.from) throw new LeaseLost(lease.book)
  await readmit(tx, now, day)
  const { accruals, unreadable } = await accrualsOf(tx, day)
  const aside = unreadable === 0 ? [] : await setAside(tx, day)
  await postAccruals(tx, now, day, accruals)

  const facts = await factsOf(tx, day, accruals)
  const text = JSON.stringify(facts)
  const digest = createHash('sha256').update(text).digest('hex')
  const said = [...remarks, ...aside.map((id) => `${id}: its interest cannot be computed`)]
  await insert(tx, WalkDay, {
    book: day.book,
    day: day.to,
    facts: text,
    digest,
    remarks: said.length > 0 ? JSON.stringify(said) : null,
    completedAt: databaseNow,
  })
  const arrived = clock.advancingTo !== null && clock.advancingTo <= day.to
  await update(
    tx,
    Clock,
    {
      nowOn: day.to,
      heartbeatAt: databaseNow,
      walkError: null,
      ...(arrived ? { advancingTo: null, queuedAt: null } : {}),
    },
    'id = ?',
    [lease.book],
  )
  return { facts, digest, setAside: aside }
}
