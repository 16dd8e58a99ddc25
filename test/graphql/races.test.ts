import { beforeAll, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import type { PaymentOrder } from '../../src/bank/payments/payment.entity.js'
import { openReview } from '../../src/bank/payments/review.js'
import { addDays } from '../../src/kernel/calendar.js'
import type { Actor } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { Refusal } from '../../src/kernel/refusal.js'
import { at, first, present } from '../support/present.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, firstDay, paid, pending, worldFor } from '../support/world.js'
import { dateOf, keysOf, shaped } from '../support/typed.js'
import { person, serviceOf } from './support.js'

const awa: Actor = { ...person('BACK_OFFICE'), name: 'Awa Ngo', id: 'P-awa' }
const paul: Actor = { ...person('APPROVER'), name: 'Paul Essomba', id: 'P-paul' }
const marie: Actor = { ...person('APPROVER'), name: 'Marie Biya', id: 'P-marie' }

interface Saver {
  readonly msisdn: Msisdn
  readonly customer: string
  readonly positionId: string
}

/** Returns `DONE`, or the code of the refusal. */
type Attempt = () => Promise<string>
/** An action of staff, and its repetition: by another approver, or, if one person takes the action alone, with the same idempotency key. */
type Prepared = readonly [act: Attempt, again: Attempt]

/** The actions of staff, and the audit action that each writes once. */
const logged = {
  resolveReviewCase: 'RESOLVE_REVIEW',
  changeMsisdn: 'CHANGE_MSISDN',
  blockCustomer: 'BLOCK_CUSTOMER',
  unblockCustomer: 'UNBLOCK_CUSTOMER',
  cancelPayout: 'END_PROPOSAL',
  voidDeposit: 'VOID_DEPOSIT',
  postAdjustment: 'POST_ADJUSTMENT',
  publishProduct: 'PUBLISH_PRODUCT',
  withdrawProduct: 'PUBLISH_PRODUCT',
  correctEmail: 'CHANGE_EMAIL',
  optOut: 'OPT_OUT',
  eraseScoringPerson: 'ERASE_SCORING_PERSON',
  resendStatement: 'REQUEST_STATEMENT',
  addNote: 'ADD_NOTE',
  assign: 'ASSIGN_REVIEW',
} as const
type Action = keyof typeof logged

const events = ['confirm', 'settlement', 'reset', 'optOut', 'again', 'night'] as const
type Event = (typeof events)[number]

/**
 * Four ways to run an action and an event: one before the other, in either order, and at the same moment, begun in either order. Each
 * returns the answer of the action and that of the event.
 */
const ways: readonly ((act: Attempt, happen: Attempt) => Promise<readonly string[]>)[] = [
  async (act, happen) => [await act(), await happen()],
  async (act, happen) => [await happen(), await act()].toReversed(),
  (act, happen) => Promise.all([act(), happen()]),
  async (act, happen) => (await Promise.all([happen(), act()])).toReversed(),
]

const answered = z.object({ refusal: z.object({ code: z.string() }).nullable() })
const proposed = answered.extend({ approval: z.object({ id: z.string() }).nullable() })

const product = 'AUTO1M'
/** The day before the automatic payout of the savings that a test opens on its first day. */
const eve = dateOf('2026-03-31')

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'DONE',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

describeEachDatabase('an action of staff and an event at the same moment:', (database) => {
  describe.each(keysOf(logged))('%s', (action) => {
    const world = worldFor(database)
    beforeAll(() => world().sell(product, { maturityInstruction: 'AUTO_PAYOUT', termMonths: 1 }))
    let unused = 0

    const did = async (mutation: string, input: object, actor: Actor): Promise<string> => {
      const answer = await serviceOf(world()).act(mutation, { ...input }, 'refusal { code }', { actor })
      return shaped(answered, answer).refusal?.code ?? 'DONE'
    }
    const proposeAndApprove = async (what: string, input: object): Promise<Prepared> => {
      const said = { reason: 'ticket 7', evidence: 'letter', ...input }
      const selected = 'approval { id } refusal { code }'
      const answer = await serviceOf(world()).act(`propose${what}`, said, selected, { actor: awa })
      const { approval, refusal } = shaped(proposed, answer)
      if (!approval) throw new Error(refusal?.code)
      return [
        () => did('approve', { id: approval.id }, paul),
        () => did('approve', { id: approval.id }, marie),
      ]
    }
    const alone = (mutation: string, input: object): Prepared => {
      const keyed = { ...input, idempotencyKey: `alone-${++unused}` }
      const act = () => did(mutation, keyed, awa)
      return [act, act]
    }
    const quoteOf = async (msisdn: Msisdn) => (await world().quote(msisdn, '5000', product)).reference
    const firstOrderOf = async ({ msisdn }: Saver) => first(await world().ordersOf(msisdn))
    const caseOf = async (order: PaymentOrder): Promise<string> => {
      const review = { kind: 'NO_ANSWER', detail: 'none' } as const
      await world().database.inTransaction((tx) => openReview(tx, world().call(), order, review))
      return String(
        first(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', order.id))['id'],
      )
    }
    const settleAs = (msisdn: Msisdn, status: typeof paid) => {
      for (const provider of [world().providers.real, world().providers.test]) provider.settle(msisdn, status)
    }

    const prepare: Readonly<Record<Action, (saver: Saver) => Promise<Prepared>>> = {
      resolveReviewCase: async ({ msisdn }) => {
        settleAs(msisdn, pending)
        const reference = await quoteOf(msisdn)
        await world().confirm(msisdn, reference)
        await world().dispatch()
        const caseId = await caseOf(await world().orderOf(present(reference)))
        settleAs(msisdn, paid)
        return proposeAndApprove('Resolution', { caseId, outcome: 'ORDER_SUCCEEDED', reason: null })
      },
      changeMsisdn: ({ customer }) =>
        proposeAndApprove('ChangeMsisdn', { customer, newMsisdn: world().newNumber() }),
      blockCustomer: ({ customer }) =>
        proposeAndApprove('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' }),
      unblockCustomer: async ({ customer }) => {
        const [block] = await proposeAndApprove('BlockCustomer', { customer, scope: 'DEBIT', cause: 'COURT' })
        await block()
        const row = first(await world().rows('SELECT id FROM account_blocks WHERE customer_id = ?', customer))
        return proposeAndApprove('UnblockCustomer', { block: row['id'] })
      },
      cancelPayout: async ({ msisdn, positionId }) => {
        const { reference } = await world().preview(msisdn, positionId)
        return proposeAndApprove('CancelPayout', { payout: (await world().withdraw(msisdn, reference)).id })
      },
      voidDeposit: async (saver) =>
        proposeAndApprove('VoidDeposit', { deposit: (await firstOrderOf(saver)).id }),
      postAdjustment: () =>
        proposeAndApprove('Adjustment', {
          lines: [
            { account: 'wallet_clearing', amount: '-77' },
            { account: 'adjustments', amount: '77' },
          ],
        }),
      publishProduct: () => proposeAndApprove('PublishProduct', { code: product, taxRate: `${++unused}.00` }),
      withdrawProduct: async () => {
        await world().sell(`GONE${++unused}`)
        return proposeAndApprove('WithdrawProduct', { code: `GONE${unused}` })
      },
      correctEmail: ({ msisdn }) => proposeAndApprove('Email', { msisdn, email: 'raced@example.com' }),
      optOut: ({ msisdn }) => proposeAndApprove('OptOut', { msisdn }),
      eraseScoringPerson: () => proposeAndApprove('Erasure', { nationalId: `ID-${++unused}` }),
      resendStatement: async ({ customer }) => {
        const input = { customer, period: 'ALL' }
        const printed = await serviceOf(world()).act('printStatement', input, 'statement { id }', {
          actor: awa,
        })
        const { statement } = shaped(z.object({ statement: z.object({ id: z.string() }) }), printed)
        return alone('resendStatement', { statement: statement.id })
      },
      addNote: async ({ customer }) =>
        alone('addNote', { about: 'CUSTOMER', subject: customer, text: 'called' }),
      assign: async (saver) =>
        alone('assign', { caseId: await caseOf(await firstOrderOf(saver)), to: 'Paul Essomba' }),
    }

    const happening = async (event: Event, { msisdn }: Saver, again: Attempt): Promise<Attempt> => {
      if (event === 'settlement') {
        await world().confirm(msisdn, await quoteOf(msisdn))
        await world().dispatch()
        await world().makeAllDue()
      }
      const reference = event === 'confirm' ? await quoteOf(msisdn) : null
      const happens: Readonly<Record<Event, () => Promise<unknown>>> = {
        confirm: () => world().confirm(msisdn, reference),
        settlement: () => world().poll(),
        reset: () => world().reset(msisdn),
        optOut: () => world().optOut(msisdn),
        night: () => world().night(),
        again,
      }
      return event === 'again' ? again : () => codeOf(happens[event]())
    }

    const night = async (day: number) => {
      world().clock.set(addDays(eve, day))
      await world().night()
    }
    /** With the event `night`, each round saves two days after the last one, so that its savings mature in a night of their own. */
    const save = async (event: Event, i: number): Promise<Saver> => {
      const clock = event === 'reset' ? await world().newClock(firstDay) : undefined
      if (event === 'night') {
        world().clock.set(addDays(dateOf(firstDay), 2 * i))
        await world().night()
      }
      const { msisdn } = await world().register({ email: 'awa@example.com', clockId: clock?.id ?? null })
      await world().deposit(msisdn, '100000', product)
      const { id } = first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))
      const [view] = await world().positions(msisdn)
      return { msisdn, customer: String(id), positionId: present(view).position.id }
    }

    const countsOf = async ({ customer }: Saver): Promise<Map<string, number>> => {
      const rows = await world().rows(
        `SELECT action AS what, COUNT(*) AS n FROM audit_log WHERE customer_id = ? OR customer_id IS NULL GROUP BY action
         UNION ALL SELECT 'adjustment', COUNT(*) FROM journals WHERE reference LIKE 'ADJUSTMENT:%'`,
        customer,
      )
      return new Map(rows.map(({ what, n }) => [String(what), Number(n)]))
    }
    /** The outcome: what the customer has, and how often each audit action was written since. */
    const endOf = async (saver: Saver, before: ReadonlyMap<string, number>) => {
      const statements = {
        numbers: `SELECT COUNT(*) FROM customers WHERE id = ? AND msisdn = '${saver.msisdn}'`,
        accounts:
          'SELECT status, blocks, email IS NULL, leave_on IS NULL FROM accounts WHERE customer_id = ?',
        positions: `SELECT status, (SELECT SUM(principal) FROM deposits WHERE position_id = positions.id)
          FROM positions WHERE customer_id = ?`,
        payouts: 'SELECT status, failure_code, amount FROM payouts WHERE customer_id = ?',
        orders: 'SELECT kind, status, failure_code, amount FROM payment_orders WHERE customer_id = ?',
        postings: `SELECT account, SUM(amount) FROM postings JOIN journals ON journals.id = journal_id
          WHERE customer_id = ? GROUP BY account`,
        statements: 'SELECT status FROM statements WHERE customer_id = ?',
        notes: 'SELECT note_text FROM notes WHERE customer_id = ?',
        cases: 'SELECT status, outcome, assigned_to FROM review_cases WHERE customer_id = ?',
      }
      const end: Record<string, readonly string[]> = {}
      for (const what of keysOf(statements)) {
        const rows = await world().rows(statements[what], saver.customer)
        end[what] = rows.map((row) => Object.values(row).map(String).join(' ')).toSorted()
      }
      const after = [...(await countsOf(saver))].map(
        ([what, n]) => [what, n - (before.get(what) ?? 0)] as const,
      )
      return { ...end, done: Object.fromEntries(after.filter(([, n]) => n > 0)) }
    }

    test.each(events)(
      'and %s end as if one had come after the other',
      async (event) => {
        const savers = []
        for (const i of ways.keys()) savers.push(await save(event, i))
        const ends = []
        for (const [i, way] of ways.entries()) {
          const saver = at(savers, i)
          if (event === 'night') await night(2 * i)
          const [act, again] = await prepare[action](saver)
          const happen = await happening(event, saver, again)
          if (event === 'night') world().clock.set(addDays(eve, 2 * i + 1))
          const before = await countsOf(saver)
          const answers = await way(act, happen)
          await world().driveOrders()
          // A night has many transactions: a change in between is paid out by this night or by the next.
          if (event === 'night') await night(2 * i + 2)
          await world().driveOrders()
          await checkBooks(world().database)
          const end = await endOf(saver, before)
          if (answers[0] === 'DONE')
            expect([answers, end.done]).toEqual([answers, expect.objectContaining({ [logged[action]]: 1 })])
          ends.push({ answers, ...end })
        }
        const [one, other, ...atOnce] = ends
        expect([one, other].map((end) => end?.answers[0])).toContain('DONE')
        for (const end of atOnce) expect([one, other]).toContainEqual(end)
      },
      120_000,
    )
  })
})
