import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { isEnumType } from 'graphql'
import type { Actor } from '../../src/kernel/call.js'
import { insertAll } from '../../src/platform/database/rows.js'
import { ScoringRequest } from '../../src/scoring-service/model/scoring.entity.js'
import { personTrace } from '../../src/scoring-service/service/traces.js'
import { lastMonth, thingsOf } from '../docs/graphql-world.js'
import { runProgram } from '../running/processes.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import type { AskedAct, Moment } from './fixtures/act-and-die.js'
import { person, serviceOf, wholeChart, type Service } from './support.js'
import { serve } from './tasks-world.js'
import { at } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const named = { name: 'Paul Essomba', id: 'P-paul', role: 'APPROVER' } as const
const paul: Actor = { ...person(named.role), ...named }

/** An action to propose, with a condition whose row count changes from 0 to 1 when it is done. */
interface Act {
  readonly mutation: string
  readonly input: object
  readonly changes: string
}

const moments: readonly Moment[] = ['COMMIT', 'ANSWER', 'WRITE']

describeEachDatabase('a process that dies while it carries out an approved action', (database) => {
  let world: World
  let server: Awaited<ReturnType<typeof serve>>
  let service: Service
  let acts: Readonly<Record<string, Act>>
  let propose: (act: Act) => Promise<string>

  beforeAll(async () => {
    world = await openWorld(database)
    server = await serve(world, { accountNumbers: wholeChart })
    service = serviceOf(world, { accountNumbers: wholeChart })
    await lastMonth(world)
    const { act, fresh } = thingsOf(world, server)
    propose = async ({ mutation, input }) => {
      const said = { reason: 'ticket 7', evidence: 'line 7', ...input }
      const { approval } = await act('BACK_OFFICE', mutation, said, 'approval { id }')
      return shaped(z.object({ id: z.string() }), approval).id
    }
    const [blocked, moved, block, payout, deposit, caseId, line, newMsisdn, mailed, left] = [
      await fresh.customer(),
      await fresh.customer(),
      await fresh.block(),
      await fresh.payout(),
      await fresh.deposit(),
      await fresh.case(),
      await fresh.line(),
      await fresh.newMsisdn(),
      await fresh.msisdn(),
      await fresh.msisdn(),
    ]
    const keyOf = (id: string) => id.slice(id.indexOf('-') + 1)
    const erased = personTrace('a pepper', 'live', 'KILLED-ID')
    await world.write(
      `INSERT INTO scoring_sightings (trace, person, expires_at) VALUES ('trace', '${erased}', 1)`,
    )
    const requestId = crypto.randomUUID()
    const scoring = {
      client: 'a client',
      environment: 'live',
      productCode: 'P7',
      status: 'COMPLETED',
    } as const
    const times = {
      requestedAt: 1,
      uploadsUntil: 1,
      fence: 0,
      attempts: 0,
      addressSets: 0,
      bodyHash: '',
      augment: false,
    }
    await world.database.inTransaction((tx) =>
      insertAll(tx, ScoringRequest, [{ id: requestId, subject: 'sealed', ...scoring, ...times }]),
    )
    const lines = [
      { account: 'wallet_clearing', amount: '-77' },
      { account: 'adjustments', amount: '77' },
    ]
    const ofMsisdn = (msisdn: string) =>
      `customer_id IN (SELECT id FROM customers WHERE msisdn = '${msisdn}')`
    acts = {
      VOID_DEPOSIT: {
        mutation: 'proposeVoidDeposit',
        input: { deposit },
        changes: `payment_orders WHERE failure_code = 'DEPOSIT_VOIDED'`,
      },
      POST_ADJUSTMENT: {
        mutation: 'proposeAdjustment',
        input: { lines },
        changes: `postings WHERE account = 'adjustments' AND amount = 77`,
      },
      BLOCK_CUSTOMER: {
        mutation: 'proposeBlockCustomer',
        input: { customer: blocked, scope: 'BOTH', cause: 'COURT' },
        changes: `account_blocks WHERE customer_id = '${keyOf(blocked)}'`,
      },
      UNBLOCK_CUSTOMER: {
        mutation: 'proposeUnblockCustomer',
        input: { block },
        changes: `account_blocks WHERE id = '${block}' AND lifted_at IS NOT NULL`,
      },
      CHANGE_MSISDN: {
        mutation: 'proposeChangeMsisdn',
        input: { customer: moved, newMsisdn },
        changes: `customers WHERE msisdn = '${newMsisdn}'`,
      },
      CANCEL_PAYOUT: {
        mutation: 'proposeCancelPayout',
        input: { payout },
        changes: `payouts WHERE id = '${payout}' AND failure_code = 'PAYOUT_CANCELLED'`,
      },
      ERASE_PERSON: {
        mutation: 'proposeErasure',
        input: { nationalId: 'KILLED-ID' },
        changes: `(SELECT 1 AS one) gone WHERE NOT EXISTS (SELECT 1 FROM scoring_sightings WHERE person = '${erased}')`,
      },
      ERASE_REQUEST: {
        mutation: 'proposeErasure',
        input: { requestId },
        changes: `scoring_requests WHERE id = '${requestId}' AND subject IS NULL`,
      },
      CHANGE_EMAIL: {
        mutation: 'proposeEmail',
        input: { msisdn: mailed, email: 'killed@example.com' },
        changes: `accounts WHERE email = 'killed@example.com'`,
      },
      OPT_OUT: {
        mutation: 'proposeOptOut',
        input: { msisdn: left },
        changes: `accounts WHERE status <> 'ACTIVE' AND ${ofMsisdn(left)}`,
      },
      PUBLISH_PRODUCT: {
        mutation: 'proposePublishProduct',
        input: { code: 'LOCK6M', rate: '7.77' },
        changes: `product_versions WHERE code = 'LOCK6M' AND rate_ppm = 77700`,
      },
      WITHDRAW_PRODUCT: {
        mutation: 'proposeWithdrawProduct',
        input: { code: 'LOCK12M' },
        changes: `product_versions WHERE code = 'LOCK12M' AND on_sale = 0`,
      },
      RESOLVE_REVIEW: {
        mutation: 'proposeResolution',
        input: { caseId, outcome: 'ORDER_SUCCEEDED', reason: null },
        changes: `review_cases WHERE id = '${keyOf(caseId)}' AND status = 'RESOLVED'`,
      },
      SET_APPROVAL_LIMIT: {
        mutation: 'proposeApprovalLimit',
        input: { person: 'name:junior abe', limit: '7000' },
        changes: `approval_limits WHERE person_id = 'name:junior abe' AND amount = 7000`,
      },
      EXPLAIN_LINE: {
        mutation: 'proposeExplainLine',
        input: { line },
        changes: `provider_lines WHERE transaction_id = '${line}' AND state = 'EXPLAINED'`,
      },
      CLOSE_MONTH: {
        mutation: 'proposeCloseMonth',
        input: { month: await fresh.month() },
        changes: `closed_months WHERE month = '2026-03'`,
      },
    }
  })
  afterAll(async () => {
    await server.stop()
    await world.close()
  })

  const countOf = async (rows: string) =>
    Number(at(await world.rows(`SELECT COUNT(*) AS n FROM ${rows}`), 0)['n'])
  const standing = async (id: string) =>
    at(await world.rows('SELECT status FROM proposals WHERE id = ?', id), 0)['status']
  const approve = (input: Readonly<Record<string, unknown>>) =>
    service.act('approve', input, 'approval { status } refusal { code }', { actor: paul })

  test('has done it once or not at all, and a repeat completes it', async () => {
    const kinds = service.schema.getType('ApprovalKind')
    if (!isEnumType(kinds)) throw new Error('approvals have kinds')
    expect(Object.keys(acts).toSorted()).toEqual(
      kinds
        .getValues()
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const [i, [kind, act]] of Object.entries(acts).entries()) {
      // On each database the same action is killed at another moment.
      const moment = at(moments, (i + (database.kind === 'sqlite' ? 0 : 1)) % moments.length)
      const id = await propose(act)
      const said = { id, idempotencyKey: `killed-${id}` }
      const before = [await countOf('postings'), await countOf('audit_log')]
      const asked: AskedAct = { mutation: 'approve', input: said, actor: named }
      const args = [world.url, JSON.stringify(asked), String(world.clock.now()), moment]
      const killed = await runProgram('act-and-die', args)
      expect([kind, moment, killed.code, killed.stdout]).toEqual([kind, moment, null, ''])
      const isDone = moment === 'ANSWER'
      expect([kind, await standing(id), await countOf(act.changes)]).toEqual(
        isDone ? [kind, 'DONE', 1] : [kind, 'OPEN', 0],
      )
      if (!isDone) expect([await countOf('postings'), await countOf('audit_log')]).toEqual(before)
      const first = await approve(said)
      expect([kind, first, await countOf(act.changes)]).toEqual([
        kind,
        { approval: { status: 'DONE' }, refusal: null },
        1,
      ])
      const after = [await countOf('postings'), await countOf('audit_log')]
      expect(await approve(said)).toEqual(first)
      expect([kind, await countOf('postings'), await countOf('audit_log')]).toEqual([kind, ...after])
      await checkBooks(world.database)
    }
  })
})
