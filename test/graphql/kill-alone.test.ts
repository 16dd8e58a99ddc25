import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { getNamedType, isInputObjectType } from 'graphql'
import { z } from 'zod'
import { thingsOf } from '../docs/graphql-world.js'
import { runProgram } from '../running/processes.js'
import { at, present } from '../support/present.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import { shaped } from '../support/typed.js'
import type { AskedAct, Moment } from './fixtures/act-and-die.js'
import { person, serviceOf, type Service } from './support.js'
import { serve } from './tasks-world.js'

type Role = AskedAct['actor']['role']

/** An action of one person, with a condition whose row count changes from 0 to 1 when it is done. */
interface Act {
  readonly role: Role
  readonly input: Readonly<Record<string, unknown>>
  readonly changes: string
}

const moments: readonly Moment[] = ['COMMIT', 'ANSWER', 'WRITE']

describeEachDatabase('a process that dies during an action of one person', (database) => {
  let world: World
  let server: Awaited<ReturnType<typeof serve>>
  let service: Service
  let acts: Readonly<Record<string, Act>>

  beforeAll(async () => {
    world = await openWorld(database)
    server = await serve(world)
    service = serviceOf(world)
    const { act, saver, proposed, lent, failedScore, fresh } = thingsOf(world, server)
    const { customer, msisdn } = await saver()
    const key = customer.replace('CUS-', '')
    const [caseId, rejected, withdrawn, lentOnce, failed, revoked, failing] = [
      await fresh.case(),
      await proposed(),
      await proposed(),
      await lent(),
      await failedScore(),
      await fresh.key(),
      await failedScore(),
    ]
    const printed = { customer, period: 'ALL', language: 'fr' }
    const { statement } = await act('BACK_OFFICE', 'printStatement', printed, 'statement { id }')
    const { id: resent } = shaped(z.object({ id: z.string() }), statement)
    await act('ADMIN', 'pauseQueue', { queue: 'STATEMENTS', reason: 'no mail' }, 'queue { name }')
    await world.write(
      `UPDATE score_requests SET problem = 'no answer', due_at = 99999999999999 WHERE id = ?`,
      failing.replace('SCORE-', ''),
    )
    const wallet = { firstName: 'Awa', lastName: 'Ngo', phoneNumber: '+254712345123' }
    acts = {
      addNote: {
        role: 'BACK_OFFICE',
        input: { about: 'CUSTOMER', subject: customer, text: 'killed' },
        changes: `notes WHERE customer_id = '${key}'`,
      },
      assign: {
        role: 'APPROVER',
        input: { caseId, to: 'Awa Ngo' },
        changes: `audit_log WHERE action = 'ASSIGN_REVIEW'`,
      },
      createApiKey: {
        role: 'ADMIN',
        input: { name: 'killed', kind: 'SYSTEM', roles: ['GATEWAY'] },
        changes: `api_keys JOIN key_holders ON key_holders.id = api_keys.holder WHERE key_holders.name = 'killed'`,
      },
      revokeApiKey: {
        role: 'ADMIN',
        input: { id: revoked },
        changes: 'api_keys WHERE revoked_at IS NOT NULL',
      },
      delegateApprovals: {
        role: 'APPROVER',
        input: { to: 'name:killed', until: await fresh.until(), reason: 'on leave' },
        changes: `approval_delegations WHERE to_id = 'name:killed'`,
      },
      endDelegation: {
        role: 'APPROVER',
        input: { id: lentOnce },
        changes: `audit_log WHERE action = 'END_DELEGATION'`,
      },
      pauseQueue: {
        role: 'ADMIN',
        input: { queue: 'ORDERS', reason: 'killed' },
        changes: `queue_pauses WHERE name = 'ORDERS'`,
      },
      resumeQueue: {
        role: 'ADMIN',
        input: { queue: 'STATEMENTS' },
        changes: `audit_log WHERE action = 'RESUME_QUEUE'`,
      },
      retryQueue: {
        role: 'ADMIN',
        input: { queue: 'SCORE_REQUESTS' },
        changes: `audit_log WHERE action = 'RETRY_QUEUE'`,
      },
      printStatement: {
        role: 'BACK_OFFICE',
        input: { ...printed, language: 'en' },
        changes: `statements WHERE status = 'PRINTED' AND language = 'en'`,
      },
      resendStatement: {
        role: 'BACK_OFFICE',
        input: { statement: resent },
        changes: `statements WHERE customer_id = '${key}' AND email = 'kept@example.com'`,
      },
      reject: {
        role: 'APPROVER',
        input: { id: rejected, reason: 'killed' },
        changes: `proposals WHERE id = '${rejected}' AND status = 'REJECTED'`,
      },
      withdraw: {
        role: 'BACK_OFFICE',
        input: { id: withdrawn, reason: 'killed' },
        changes: `proposals WHERE id = '${withdrawn}' AND status = 'WITHDRAWN'`,
      },
      submitScoreRequest: {
        role: 'BACK_OFFICE',
        input: { productCode: 'P7', nationalId: 'KILLED', ...wallet },
        changes: `score_requests WHERE order_key LIKE '%killed-submitScoreRequest%'`,
      },
      resubmitScoreRequest: {
        role: 'BACK_OFFICE',
        input: { id: failed },
        changes: `score_requests WHERE resubmission_of = '${failed.replace('SCORE-', '')}'`,
      },
      // One example of the actions that need two people, because all proposals take the same way.
      proposeOptOut: {
        role: 'BACK_OFFICE',
        input: { msisdn, reason: 'killed' },
        changes: `proposals WHERE kind = 'OPT_OUT'`,
      },
    }
  })
  afterAll(async () => {
    await server.stop()
    await world.close()
  })

  const countOf = async (rows: string) =>
    Number(at(await world.rows(`SELECT COUNT(*) AS n FROM ${rows}`), 0)['n'])
  const traces = async () => [
    await countOf('audit_log'),
    await countOf('statements'),
    await countOf('staff_acts'),
  ]

  /** The mutations with an idempotency key that one member of staff can do alone, and proposeOptOut for those that need two. */
  const keyed = () =>
    Object.values(present(service.schema.getMutationType()).getFields())
      .filter(({ args: [input], deprecationReason }) => {
        const type = input && getNamedType(input.type)
        return isInputObjectType(type) && 'idempotencyKey' in type.getFields() && !deprecationReason
      })
      .map(({ name }) => name)
      .filter((name) => name !== 'approve' && (name === 'proposeOptOut' || !name.startsWith('propose')))

  test('has done it once or not at all, and a repeat completes it', async () => {
    expect(Object.keys(acts).toSorted()).toEqual(keyed().toSorted())
    for (const [i, [mutation, { role, input: given, changes }]] of Object.entries(acts).entries()) {
      // On each database the same mutation is killed at another moment.
      const moment = at(moments, (i + (database.kind === 'sqlite' ? 0 : 1)) % moments.length)
      const name = `development ${role.toLowerCase().replace('_', ' ')}`
      const actor = { name, id: `name:${name}`, role }
      const input = { ...given, idempotencyKey: `killed-${mutation}` }
      const before = await traces()
      const killed = await runProgram('act-and-die', [
        world.url,
        JSON.stringify({ mutation, input, actor } satisfies AskedAct),
        String(world.clock.now()),
        moment,
      ])
      expect([mutation, moment, killed.code, killed.stdout]).toEqual([mutation, moment, null, ''])
      const isDone = moment === 'ANSWER'
      expect([mutation, moment, await countOf(changes)]).toEqual([mutation, moment, isDone ? 1 : 0])
      if (!isDone) expect([mutation, await traces()]).toEqual([mutation, before])
      const again = () =>
        service.act(mutation, input, 'refusal { code }', { actor: { ...person(role), ...actor } })
      expect([mutation, await again(), await countOf(changes)]).toEqual([mutation, { refusal: null }, 1])
      const after = await traces()
      expect([mutation, await again()]).toEqual([mutation, { refusal: null }])
      expect([mutation, await countOf(changes), await traces()]).toEqual([mutation, 1, after])
    }
    await checkBooks(world.database)
  })
})
