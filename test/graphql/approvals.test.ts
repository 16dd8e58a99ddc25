import { describe, expect, test } from '@jest/globals'
import { adoptResolutions } from '../../src/back-office/adopt-resolutions.js'
import { createReminder } from '../../src/back-office/remind-approvers.js'
import { createSmtpMailer } from '../../src/bank/statements/mail/smtp.js'
import { startMailServer } from '../support/mail-server.js'
import { Approval } from '../../src/back-office/approval.entity.js'
import { backOffice } from '../../src/back-office/module.js'
import { expireApprovals } from '../../src/back-office/approvals/expire-approvals.js'
import type { Database } from '../../src/platform/database/database.js'
import { insertAll, selectOne } from '../../src/platform/database/rows.js'
import type { Mailer } from '../../src/bank/statements/mail/port.js'
import { readContents } from '../../src/bank/statements/contents/contents.read.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import { matchProviderFile } from '../../src/bank/payments/provider-files/match-provider-file.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { ReviewCase } from '../../src/bank/payments/payment.entity.js'
import { openReview } from '../../src/bank/payments/review.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import { readUnderWay } from '../../src/bank/savings/positions/under-way.read.js'
import { queueStates } from '../../src/back-office/queues/queues.read.js'
import type { Actor } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { addPositionsLike } from '../support/many-positions.js'
import { placesOf } from '../support/everything.js'
import { createKey, revokeKey } from '../../src/platform/identity/keys/manage-keys.js'
import { noteSignIn } from '../../src/platform/identity/keys/role-assignments.js'
import { recordAccess } from '../../src/platform/identity/record-access.js'
import { describeEachDatabase } from '../support/services.js'
import { declined, paid, pending, worldFor } from '../support/world.js'
import { gateway, person, scoresDomain, serviceOf } from './support.js'
import { present, first } from '../support/present.js'
import { standIn } from '../support/stand-in.js'
import { anyObject, dateOf, msisdnOf, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'

const awa: Actor = { ...person('BACK_OFFICE'), name: 'Awa Ngo', id: 'P-awa' }
const brigitte: Actor = { ...person('BACK_OFFICE'), name: 'Brigitte Fouda', id: 'P-brigitte' }
const paul: Actor = { ...person('APPROVER'), name: 'Paul Essomba', id: 'P-paul' }
const marie: Actor = { ...person('APPROVER'), name: 'Marie Biya', id: 'P-marie' }
const dayMs = 86_400_000

const preview = z.object({
  changes: z.array(z.object({ field: z.string(), after: z.string().nullable() })),
  journals: z.array(z.object({ lines: z.array(z.object({ account: z.string(), amount: z.string() })) })),
  texts: z.array(z.object({ text: z.string() })),
})
const answered = z.object({
  approval: z
    .object({ id: z.string(), status: z.string(), email: z.string().nullable(), preview })
    .nullable(),
  refusal: z.object({ code: z.string() }).nullable(),
})

describeEachDatabase('actions of staff', (database) => {
  const world = worldFor(database)
  let keys = 0

  const send = async (
    mutation: string,
    input: Readonly<Record<string, unknown>>,
    actor: Actor,
    service = serviceOf(world()),
  ) => {
    const name = `${present(mutation[0]).toUpperCase()}${mutation.slice(1)}Input`
    const data = await service.ask(
      `mutation ($input: ${name}!) { ${mutation}(input: $input) {
        approval { id status email preview { changes { field after } journals { lines { account amount } } texts { language text } } }
        refusal { code } } }`,
      { actor, variables: { input: { idempotencyKey: `sent-${++keys}`, ...input } } },
    )
    return shaped(answered, data[mutation])
  }
  const failing = (mutation: string, input: Readonly<Record<string, unknown>>, actor: Actor) =>
    send(mutation, input, actor).then(
      () => 'nothing',
      (error: { extensions?: { code?: string } }) => error.extensions?.code,
    )
  const propose = async (what: string, input: Readonly<Record<string, unknown>>, actor = awa) => {
    const { approval, refusal } = await send(
      `propose${what}`,
      { reason: 'ticket 7', evidence: 'letter', ...input },
      actor,
    )
    if (!approval) throw new Error(refusal?.code)
    return approval
  }
  /** Approves, and returns the new status or the code of the refusal. */
  const approve = async (id: string, actor = paul): Promise<string> => {
    const { approval, refusal } = await send('approve', { id }, actor)
    return refusal?.code ?? present(approval).status
  }
  const proposeAndApprove = async (what: string, input: Readonly<Record<string, unknown>>) => {
    const { id } = await propose(what, input)
    expect(await approve(id)).toBe('DONE')
    return id
  }
  const statusOf = async (id: string) =>
    first(await world().rows('SELECT status FROM proposals WHERE id = ?', id))['status']
  const customerIdOf = async (msisdn: string) =>
    String(first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))['id'])
  const job = () => world().call({ actor: { name: 'job', roles: new Set() } })
  const expire = () => expireApprovals({ database: world().database, scores: scoresDomain, jobCall: job })
  const saver = async (amount = '100000', facts = {}) => {
    const { msisdn } = await world().register(facts)
    await world().deposit(msisdn, amount)
    const view = first(await world().positions(msisdn))
    return { msisdn, customer: await customerIdOf(msisdn), positionId: view.position.id }
  }
  /** A withdrawal on hold. */
  const held = async (facts = {}) => {
    const known = await saver('100000', facts)
    const { reference } = await world().preview(known.msisdn, known.positionId)
    const payout = await world().withdraw(known.msisdn, reference)
    expect(payout.status).toBe('ON_HOLD')
    return { ...known, reference, payoutId: payout.id }
  }
  /** A deposit without an answer of the provider, and its review case. */
  const inDoubt = async (known?: Msisdn) => {
    const msisdn = known ?? (await world().register()).msisdn
    for (const provider of [world().providers.real, world().providers.test]) provider.settle(msisdn, pending)
    const { reference } = await world().quote(msisdn, '5000')
    await world().confirm(msisdn, reference)
    await world().dispatch()
    const order = await world().orderOf(present(reference))
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, { kind: 'NO_ANSWER', detail: 'none' }),
    )
    const row = first(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', order.id))
    return { msisdn, caseId: String(row['id']) }
  }
  const refused = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  describe('a proposal', () => {
    test('is made and decided once by people whose ids at the identity provider have the maximum length', async () => {
      const idOf = (name: string) => `https://login.example/${'tenant/'.repeat(30)} ${name}`.padEnd(255, '0')
      const [maker, decider] = [awa, paul].map((who) => ({ ...who, id: idOf(who.name) }))
      const { msisdn } = await world().register()
      const input = { msisdn, email: 'new@example.com', idempotencyKey: `long-${msisdn}` }
      const { id } = await propose('Email', input, present(maker))
      expect((await propose('Email', input, present(maker))).id).toBe(id)
      expect(await approve(id, present(decider))).toBe('DONE')
      const customer = String(
        first(await world().rows('SELECT id FROM customers WHERE msisdn = ?', msisdn))['id'],
      )
      for (const actor of [present(maker), present(decider)])
        await recordAccess(world().database, world().call({ actor }), 'Long', [customer])
      const reads = "SELECT actor, actor_id FROM access_entries WHERE operation = 'Long' ORDER BY actor"
      const read = ({ name, id: of }: Actor) => ({ actor: name, actor_id: of })
      expect(await world().rows(reads)).toEqual([read(present(maker)), read(present(decider))])
    })

    test('takes two people, whatever names or keys one person has, and takes effect once', async () => {
      const { msisdn } = await world().register()
      for (const actor of [awa, paul, person('ADMIN')])
        expect(await serviceOf(world()).refused('optOut', { msisdn }, { actor })).toBe('FORBIDDEN 403')
      const { id, status, preview } = await propose('OptOut', { msisdn })
      expect([status, preview.changes]).toEqual(['OPEN', [{ field: 'account.status', after: 'CLOSING' }]])
      expect(await send('proposeOptOut', { msisdn, reason: 'again' }, awa)).toMatchObject({
        approval: null,
        refusal: { code: 'ALREADY_PROPOSED' },
      })
      // A person who makes keys could act under any name: a key made by the proposer may not approve the proposal.
      const { key } = await createKey(
        { database: world().database, pepper: 'a pepper' },
        world().call({ actor: awa }),
        {
          kind: 'PERSON',
          expiresAt: null,
          name: 'Somebody Else',
          roles: ['APPROVER'],
        },
      )
      const madeUp = { ...person('APPROVER'), name: 'Somebody Else', id: key.holder, keyId: key.id }
      expect(await failing('approve', { id }, madeUp)).toBe('FORBIDDEN')
      const waitsFor = async (of: string, actor: Actor): Promise<boolean> => {
        const filter = `filter: { kind: [OPT_OUT], waitingForMe: true }, sort: NEWEST, first: 10`
        const { approvals } = await serviceOf(world()).ask(`{ approvals(${filter}) { nodes { id } } }`, {
          actor,
        })
        return JSON.stringify(approvals).includes(of)
      }
      expect([await waitsFor(id, madeUp), await waitsFor(id, paul)]).toEqual([false, true])
      // Nor may a key approve what another key proposed, if one person made both, for two names.
      const keyBy = async (maker: Actor, name: string, role: 'BACK_OFFICE' | 'APPROVER') => {
        const made = await createKey(
          { database: world().database, pepper: 'a pepper' },
          world().call({ actor: maker }),
          { kind: 'PERSON', expiresAt: null, name, roles: [role] },
        )
        return { ...person(role), name, id: made.key.holder, keyId: made.key.id }
      }
      const admin = { ...person('ADMIN'), name: 'Ada Min', id: 'P-ada' }
      const operator = { ...person('ADMIN'), name: 'operator' }
      const maker = await keyBy(admin, 'Maker One', 'BACK_OFFICE')
      const own = await propose('OptOut', { msisdn: (await world().register()).msisdn }, maker)
      const ofSameMaker = await keyBy(admin, 'Checker Two', 'APPROVER')
      expect(await failing('approve', { id: own.id }, ofSameMaker)).toBe('FORBIDDEN')
      const ofOperator = await keyBy(operator, 'Checker Three', 'APPROVER')
      expect([await waitsFor(own.id, ofSameMaker), await waitsFor(own.id, ofOperator)]).toEqual([false, true])
      expect(await approve(own.id, ofOperator)).toBe('DONE')
      // A person with two keys, two roles or two spellings of a name is still one person.
      for (const same of [
        { ...paul, id: present(awa.id) },
        { ...person('APPROVER'), name: 'awa ngo' },
        { ...person('APPROVER', 'BACK_OFFICE'), name: 'Awa\u200b Ngo' },
      ])
        expect(await failing('approve', { id }, same)).toBe('FORBIDDEN')
      expect(await failing('approve', { id }, awa)).toBe('FORBIDDEN')
      expect(await failing('withdraw', { id, reason: 'no' }, { ...awa, name: 'Eve', id: 'P-eve' })).toBe(
        'FORBIDDEN',
      )
      expect(await statusOf(id)).toBe('OPEN')
      expect(await approve(id)).toBe('DONE')
      expect(await approve(id)).toBe('INVALID_REFERENCE')
      const accounts =
        'SELECT status FROM accounts JOIN customers ON customers.id = customer_id WHERE msisdn = ?'
      expect(await world().rows(accounts, msisdn)).toEqual([{ status: 'CLOSED' }])
      const audits = await world().rows(
        'SELECT action, actor FROM audit_log WHERE subject = ? ORDER BY id',
        id,
      )
      expect(audits).toEqual([
        { action: 'PROPOSE', actor: awa.name },
        { action: 'END_PROPOSAL', actor: paul.name },
      ])
      const [row] = await world().rows(
        'SELECT input, open_key, decided_by_id FROM proposals WHERE id = ?',
        id,
      )
      expect(row).toEqual({ input: null, open_key: null, decided_by_id: 'P-paul' })
    })

    test('answers a repeat with the same idempotency key by its present state, without a second effect', async () => {
      const { payoutId, customer } = await held()
      const input = { payout: payoutId, reason: 'a typing error', idempotencyKey: `once-${customer}` }
      const first = await send('proposeCancelPayout', input, awa)
      expect(await send('proposeCancelPayout', input, awa)).toEqual(first)
      const other = { ...input, reason: 'another' }
      expect(await send('proposeCancelPayout', other, awa)).toMatchObject({
        refusal: { code: 'INVALID_ARGUMENT' },
      })
      const id = present(first.approval).id
      const said = { id, idempotencyKey: `yes-${customer}` }
      const done = await send('approve', said, paul)
      expect(present(done.approval).status).toBe('DONE')
      expect(await send('approve', said, paul)).toEqual(done)
      expect(present((await send('proposeCancelPayout', input, awa)).approval).status).toBe('DONE')
      const journals = await world().rows(
        'SELECT reference FROM journals WHERE reference = ?',
        `GIVE_BACK:${payoutId}`,
      )
      expect(journals).toHaveLength(1)
    })

    test('answers a replay also when the number that it names has no open account any more', async () => {
      const { msisdn } = await world().register()
      const input = { msisdn, reason: 'asked at the counter', idempotencyKey: `gone-${msisdn}` }
      const { id } = present((await send('proposeOptOut', input, awa)).approval)
      expect(await approve(id)).toBe('DONE')
      expect((await send('proposeOptOut', input, awa)).approval).toMatchObject({ id, status: 'DONE' })
      expect(await send('proposeOptOut', { ...input, reason: 'another' }, awa)).toMatchObject({
        refusal: { code: 'INVALID_ARGUMENT' },
      })
      expect(await send('proposeOptOut', { ...input, idempotencyKey: 'another' }, awa)).toMatchObject({
        refusal: { code: 'NOT_REGISTERED' },
      })
    })

    test('lets one of two simultaneous approvers decide', async () => {
      const { payoutId } = await held()
      const { id } = await propose('CancelPayout', { payout: payoutId })
      const answers = await Promise.all([approve(id, paul), approve(id, marie)])
      expect(answers.toSorted()).toEqual(['DONE', 'INVALID_REFERENCE'])
    })

    test('expires if nobody decides it, and loses its personal data', async () => {
      const { id } = await propose('Erasure', { nationalId: 'FORGET-ME' })
      const waiting = await serviceOf(world()).ask(
        '{ approvals(filter: { status: [OPEN], waitingForMe: true }) { nodes { id nationalId } } }',
        { actor: paul },
      )
      expect(shaped(z.object({ nodes: z.array(anyObject) }), waiting['approvals']).nodes).toContainEqual({
        id,
        nationalId: 'FORGET-ME',
      })
      world().clock.advance(7 * dayMs)
      expect(await approve(id)).toBe('EXPIRED')
      await Promise.all([expire(), expire()])
      const [row] = await world().rows(
        'SELECT status, input, preview, open_key FROM proposals WHERE id = ?',
        id,
      )
      expect(row).toEqual({ status: 'EXPIRED', input: null, preview: null, open_key: null })
      expect(await approve(id)).toBe('INVALID_REFERENCE')
      expect(await placesOf(world().database, world().url, [], ['FORGET-ME'])).toEqual([])
    })

    test('that cannot be ended delays no other, nor does a case of an earlier release that cannot become one', async () => {
      const proposed: string[] = []
      for (let n = 0; n < 3; n++) {
        const { customer } = await saver('5000')
        proposed.push((await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })).id)
      }
      // One of these comes before the other one, whatever the order.
      const unreadable = [proposed[0], proposed[2]]
      const inputs = await world().rows('SELECT id, input FROM proposals WHERE id IN (?, ?)', ...unreadable)
      for (const id of unreadable) await world().write(`UPDATE proposals SET input = 'x' WHERE id = ?`, id)
      const doubtful = [await inDoubt(), await inDoubt(), await inDoubt()]
      const store = (caseId: string, proposalId: string | null, by: string | null) =>
        world().write(
          `UPDATE review_cases SET proposal_id = ?, outcome = 'NOTHING', evidence = 'line 15', proposed_by = ?, proposed_at = 1
           WHERE id = ?`,
          proposalId,
          by,
          caseId,
        )
      for (const [n, { caseId }] of doubtful.entries())
        await store(caseId, `01OLDER${n}`, n === 1 ? awa.name : null)
      world().clock.advance(7 * dayMs)
      const [expiring] = backOffice.work({
        ...serviceOf(world()).domain,
        jobCall: job,
        remindTo: [],
        log: { warn: () => undefined },
        mailer: standIn<Mailer>({}),
      })
      await expect(present(expiring).run(new AbortController().signal)).rejects.toThrow()
      expect(await Promise.all(proposed.map(statusOf))).toEqual(['OPEN', 'EXPIRED', 'OPEN'])
      const adopted = await world().rows(
        `SELECT id, subject FROM proposals WHERE status = 'OPEN' AND subject IN (?, ?, ?)`,
        ...doubtful.map(({ caseId }) => caseId),
      )
      expect(adopted).toMatchObject([{ subject: present(doubtful[1]).caseId }])
      await send('reject', { id: first(adopted)['id'], reason: 'no' }, paul)
      for (const { id, input } of inputs)
        await world().write('UPDATE proposals SET input = ? WHERE id = ?', input, id)
      for (const { caseId } of [present(doubtful[0]), present(doubtful[2])]) await store(caseId, null, null)
      await present(expiring).run(new AbortController().signal)
      expect(await Promise.all(proposed.map(statusOf))).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
    })

    test('ends, and a case of an earlier release becomes one, although a page of others that cannot comes first', async () => {
      const { customer } = await saver('5000')
      const { id } = await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      const { caseId } = await inDoubt()
      await world().write(
        `UPDATE review_cases SET proposal_id = '01OLDER', outcome = 'NOTHING', evidence = 'line 15', proposed_by = ?, proposed_at = 1
         WHERE id = ?`,
        awa.name,
        caseId,
      )
      const { database: real } = world()
      const proposal = present(await selectOne(real.read, Approval, 'WHERE id = ?', [id]))
      const review = present(await selectOne(real.read, ReviewCase, 'WHERE id = ?', [caseId]))
      const names = Array.from({ length: 101 }, (_, n) => `00-${n}`)
      await real.inTransaction(async (tx) => {
        const proposals = names.map((name) => ({
          ...proposal,
          id: `APR-${name}`,
          openKey: null,
          input: 'x',
        }))
        await insertAll(tx, Approval, proposals)
        const reviews = names.map((name) => ({
          ...review,
          id: name,
          openKey: null,
          proposalId: name,
          proposedBy: null,
        }))
        await insertAll(tx, ReviewCase, reviews)
      })
      world().clock.advance(7 * dayMs)
      const deps = { ...serviceOf(world()).domain, jobCall: job }
      await expect(adoptResolutions(deps)).rejects.toThrow()
      await expect(expire()).rejects.toThrow()
      const adopted = await world().rows(
        `SELECT id FROM proposals WHERE status = 'OPEN' AND subject = ?`,
        caseId,
      )
      await world().write(`DELETE FROM proposals WHERE id LIKE 'APR-00-%'`)
      await world().write(`DELETE FROM review_cases WHERE id LIKE '00-%'`)
      expect(await statusOf(id)).toBe('EXPIRED')
      await send('reject', { id: first(adopted)['id'], reason: 'no' }, paul)
    })

    test('whose subject has changed since cannot be approved, and ends', async () => {
      const { msisdn } = await world().register({ email: 'awa@example.com' })
      const { id, email } = await propose('Email', { msisdn, email: 'paul@example.com' })
      expect(email).toBe('paul@example.com')
      await world().write(
        'UPDATE accounts SET email = ? WHERE customer_id = ?',
        'own@example.com',
        await customerIdOf(msisdn),
      )
      const key = { id, idempotencyKey: `late-${id}` }
      expect((await send('approve', key, paul)).refusal?.code).toBe('OUTDATED')
      expect((await send('approve', key, paul)).refusal?.code).toBe('OUTDATED')
      expect(await statusOf(id)).toBe('OUTDATED')
      const [row] = await world().rows(
        'SELECT email FROM accounts WHERE customer_id = ?',
        await customerIdOf(msisdn),
      )
      expect(row).toEqual({ email: 'own@example.com' })
    })

    test('concerns an account, not a later owner of its number', async () => {
      const { msisdn } = await world().register({ email: 'awa@example.com' })
      const { id } = await propose('OptOut', { msisdn })
      const late = await propose('Email', { msisdn, email: 'late@example.com' })
      await world().optOut(msisdn)
      await world().register({ msisdn })
      expect(await approve(id)).toBe('NOT_REGISTERED')
      expect(await approve(late.id)).toBe('NOT_REGISTERED')
      expect(present((await send('reject', { id, reason: 'they left' }, paul)).approval).status).toBe(
        'REJECTED',
      )
      expect(
        present((await send('withdraw', { id: late.id, reason: 'they left' }, awa)).approval).status,
      ).toBe('WITHDRAWN')
      expect(await approve(late.id)).toBe('INVALID_REFERENCE')
      const accounts = await world().rows(
        `SELECT status, accounts.email AS email FROM accounts JOIN customers ON customers.id = customer_id WHERE msisdn = ?
         ORDER BY accounts.created_at, accounts.id`,
        msisdn,
      )
      expect(accounts.map(({ status }) => status)).toEqual(['CLOSED', 'ACTIVE'])
      expect(present(accounts[1])['email']).toBeNull()
    })

    test('keeps a new e-mail address sealed while it waits, also the first address of an account', async () => {
      const msisdn = world().newNumber()
      const { ask, act, refused: refusing } = serviceOf(world())
      for (const actor of [awa, person('ADMIN')])
        expect(await refusing('registerCustomer', { msisdn, email: 'awa@example.com' }, { actor })).toBe(
          'FORBIDDEN 403',
        )
      await act('registerCustomer', { msisdn }, 'result', { actor: awa })
      const { id } = await propose('Email', { msisdn, email: 'first@example.com' })
      const [kept] = await world().rows('SELECT input, preview FROM proposals WHERE id = ?', id)
      expect(JSON.stringify(kept)).not.toContain('example.com')
      expect(await approve(id)).toBe('DONE')
      expect(await ask(`{ customer(by: { msisdn: "${msisdn}" }) { email } }`, { actor: awa })).toEqual({
        customer: { email: 'first@example.com' },
      })
    })

    test('has no effect if the process dies before the commit, and takes effect once when its approval is repeated', async () => {
      const { payoutId, msisdn } = await held()
      const { id } = await propose('CancelPayout', { payout: payoutId })
      const real = world().database
      const dying: Database = {
        ...real,
        inTransaction: (work) =>
          real.inTransaction(async (tx) => {
            await work(tx)
            throw new Error('the process dies here')
          }),
      }
      const service = serviceOf(world(), { database: dying })
      const said = { id, idempotencyKey: `dies-${id}` }
      await expect(send('approve', said, paul, service)).rejects.toThrow('dies here')
      expect(await statusOf(id)).toBe('OPEN')
      expect(present((await send('approve', said, paul)).approval).status).toBe('DONE')
      expect(present((await send('approve', said, paul)).approval).status).toBe('DONE')
      expect(first(await world().positions(msisdn)).position.status).toBe('OPEN')
    })

    test('resolves a review case, also if an earlier release stored the proposal in the case', async () => {
      const { act, ask } = serviceOf(world())
      const resolution = { outcome: 'ORDER_SUCCEEDED', evidence: 'line 14' }
      const doubtful = await inDoubt()
      const said = { ...resolution, caseId: `CASE-${doubtful.caseId}`, idempotencyKey: doubtful.caseId }
      const proposed = await act(
        'proposeResolution',
        said,
        'approval { id kind reason evidence reviewCase { id state } preview { changes { field after } journals { reference lines { account amount } } texts { text } } }',
        { actor: awa },
      )
      const { approval } = shaped(z.object({ approval: z.object({ id: z.string(), preview }) }), proposed)
      expect(approval).toMatchObject({
        kind: 'RESOLVE_REVIEW',
        reason: 'ORDER_SUCCEEDED',
        evidence: 'line 14',
        reviewCase: { id: said.caseId, state: 'PROPOSED' },
      })
      expect(approval.preview.changes).toEqual([
        { field: 'order.status', after: 'SUCCESSFUL' },
        { field: 'reviewCase.state', after: 'RESOLVED' },
      ])
      expect(approval.preview.journals).toMatchObject([
        {
          lines: [
            { account: 'customer_principal', amount: '-5000' },
            { account: 'wallet_clearing', amount: '5000' },
          ],
        },
      ])
      expect(approval.preview.texts).toHaveLength(2)
      // A proposal alone has no effect.
      expect(await world().positions(doubtful.msisdn)).toEqual([])
      expect(
        present((await send('withdraw', { id: approval.id, reason: 'the wrong line' }, awa)).approval).status,
      ).toBe('WITHDRAWN')
      const stateOf = async (caseId: string) =>
        await ask(`{ node(id: "CASE-${caseId}") { ... on ReviewCase { state resolution { evidence } } } }`)
      expect(await stateOf(doubtful.caseId)).toEqual({ node: { state: 'OPEN', resolution: null } })

      const older = await inDoubt()
      await world().write(
        `UPDATE review_cases SET proposal_id = '01OLDER', outcome = 'ORDER_SUCCEEDED', evidence = 'line 15', proposed_by = ?, proposed_by_id = ?,
           proposed_at = 1 WHERE id = ?`,
        awa.name,
        awa.id,
        older.caseId,
      )
      const deps = {
        ...serviceOf(world()).domain,
        jobCall: () => world().call({ actor: { name: 'job', roles: new Set() } }),
      }
      await Promise.all([adoptResolutions(deps), adoptResolutions(deps)])
      const waiting = async () => {
        const { approvals } = await ask(
          `{ approvals(filter: { kind: [RESOLVE_REVIEW], waitingForMe: true }) { nodes { id proposedBy reviewCase { id } } } }`,
          { actor: paul },
        )
        return shaped(
          z.object({ nodes: z.array(z.object({ id: z.string(), proposedBy: z.string() })) }),
          approvals,
        ).nodes
      }
      const [taken, ...none] = await waiting()
      expect([taken, none]).toEqual([
        { id: expect.any(String), proposedBy: awa.name, reviewCase: { id: `CASE-${older.caseId}` } },
        [],
      ])
      expect(
        await failing('approve', { id: present(taken).id }, { ...person('APPROVER'), name: 'awa ngo' }),
      ).toBe('FORBIDDEN')
      expect(await approve(present(taken).id)).toBe('DONE')
      expect(await world().positions(older.msisdn)).toHaveLength(1)

      // The provider answers by itself before anybody decides: the proposal is outdated.
      const again = await inDoubt()
      await act(
        'proposeResolution',
        { ...resolution, caseId: again.caseId, idempotencyKey: again.caseId },
        '__typename',
        { actor: awa },
      )
      const left = first(await waiting())
      world().providers.real.settle(again.msisdn, paid)
      await world().driveOrders()
      expect(await waiting()).toEqual([])
      // As an earlier version, running beside this one, would write it.
      await world().write('UPDATE proposals SET expires_at = NULL WHERE id = ?', left.id)
      await expire()
      expect(await statusOf(left.id)).toBe('OUTDATED')
    })

    test('is found by kind, state and maker, and among the proposals that wait for a person who may decide it', async () => {
      const { customer } = await saver('5000')
      const { id } = await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      const list = async (filter: string, actor: Actor) => {
        const { approvals } = await serviceOf(world()).ask(
          `{ approvals(filter: { customer: "${customer}", ${filter} }) { nodes { id } totalCount { value } } }`,
          { actor },
        )
        return approvals
      }
      const one = { nodes: [{ id }], totalCount: { value: 1 } }
      const none = { nodes: [], totalCount: { value: 0 } }
      expect(await list('kind: [BLOCK_CUSTOMER], status: [OPEN], maker: ["Awa Ngo"]', awa)).toEqual(one)
      expect(await list('waitingForMe: true', paul)).toEqual(one)
      expect(await list('waitingForMe: false', paul)).toEqual(none)
      // An earlier version, running beside this one, writes proposals without `expires_at`.
      await world().write('UPDATE proposals SET expires_at = NULL WHERE id = ?', id)
      expect(await list('waitingForMe: true', paul)).toEqual(one)
      expect(await list('waitingForMe: true', awa)).toEqual(none)
      expect(await list('waitingForMe: true', { ...paul, id: 'P-awa' })).toEqual(none)
      expect(await list('makerId: ["P-paul"]', paul)).toEqual(none)
      // A proposal from before persons had ids counts as made by everybody with the name of its maker: it waits for all others, and not for
      // them.
      await world().write('UPDATE proposals SET proposed_by_id = NULL WHERE id = ?', id)
      const ofProvider = { ...paul, id: 'https://id.example u-9' }
      expect(await list('waitingForMe: true', ofProvider)).toEqual(one)
      const called = { ...ofProvider, name: awa.name.toUpperCase() }
      expect(await list('waitingForMe: true', called)).toEqual(none)
      expect(await list('waitingForMe: false', called)).toEqual(one)
      await world().write('UPDATE proposals SET proposed_by_id = ? WHERE id = ?', awa.id, id)
      await approve(id)
      expect(await list('waitingForMe: true', paul)).toEqual(none)
    })
  })

  describe('a block', () => {
    test('refuses everything that moves money in either direction, with a text, and nothing else', async () => {
      const { msisdn, customer, positionId } = await saver()
      const confirmable = (await world().quote(msisdn, '5000')).reference
      const withdrawable = (await world().preview(msisdn, positionId)).reference
      const { id, preview } = await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      expect(preview.texts).toMatchObject([{ language: 'fr' }, { language: 'en' }])
      expect((await world().quote(msisdn, '5000')).status).toBe('OK')
      expect(await approve(id)).toBe('DONE')

      expect((await world().quote(msisdn, '5000')).status).toBe('ACCOUNT_BLOCKED')
      expect(await refused(world().confirm(msisdn, confirmable))).toBe('ACCOUNT_BLOCKED')
      expect(await refused(world().withdraw(msisdn, withdrawable))).toBe('ACCOUNT_BLOCKED')
      expect(await refused(world().optOut(msisdn))).toBe('ACCOUNT_BLOCKED')
      const shown = await world().preview(msisdn, positionId)
      expect([shown.status, shown.reference, shown.isBlocked]).toEqual(['ACCRUING', null, true])
      const { ask, act } = serviceOf(world())
      const [, { text: message }] = shaped(
        z.tuple([z.unknown(), z.object({ text: z.string() })]),
        preview.texts,
      )
      const refusal = { code: 'ACCOUNT_BLOCKED', message }
      const asked = { msisdn, amount: '5000', productCode: 'LOCK3M' }
      const asCustomer = { actor: gateway }
      expect(await act('quoteDeposit', asked, 'status refusal { code }', asCustomer)).toEqual({
        status: 'ACCOUNT_BLOCKED',
        refusal: { code: 'ACCOUNT_BLOCKED' },
      })
      const leave = { msisdn, reference: withdrawable }
      expect(
        await act('confirmWithdrawal', leave, 'status message refusal { code message }', asCustomer),
      ).toEqual({ status: 'FAILED', message, refusal })
      expect(
        await act(
          'quoteWithdrawal',
          { msisdn, positionId },
          'message reference refusal { code message }',
          asCustomer,
        ),
      ).toEqual({
        message,
        reference: null,
        refusal,
      })
      const { customer: blocked } = shaped(
        z.object({
          customer: z.object({ account: z.object({ blocks: z.array(z.object({ id: z.string() })) }) }),
        }),
        await ask(
          `{ customer(by: { id: "${customer}" }) { account { blocks { id scope cause endsOn fallsAt } } } }`,
        ),
      )
      const block = present(blocked.account.blocks[0])
      expect(block).toMatchObject({ scope: 'BOTH', cause: 'COURT', endsOn: null, fallsAt: null })
      expect(
        await send(
          'proposeBlockCustomer',
          { customer, scope: 'DEBIT', cause: 'COURT', reason: 'x', evidence: 'order 9' },
          awa,
        ),
      ).toMatchObject({
        refusal: { code: 'ALREADY_BLOCKED' },
      })

      await proposeAndApprove('UnblockCustomer', { block: block.id })
      expect((await world().confirm(msisdn, confirmable)).order.status).toBe('CREATED')
      expect((await world().withdraw(msisdn, withdrawable)).status).toBe('ON_HOLD')
    })

    test('of one direction does not affect the other', async () => {
      const debit = await saver()
      await proposeAndApprove('BlockCustomer', { customer: debit.customer, scope: 'DEBIT', cause: 'KYC' })
      expect((await world().deposit(debit.msisdn, '5000')).order.status).toBe('SUCCESSFUL')
      expect((await world().preview(debit.msisdn, debit.positionId)).reference).toBeNull()
      const credit = await saver()
      await proposeAndApprove('BlockCustomer', { customer: credit.customer, scope: 'CREDIT', cause: 'KYC' })
      expect((await world().quote(credit.msisdn, '5000')).status).toBe('ACCOUNT_BLOCKED')
      const { reference } = await world().preview(credit.msisdn, credit.positionId)
      expect((await world().withdraw(credit.msisdn, reference)).status).toBe('ON_HOLD')
    })

    test('keeps payouts on hold until it is lifted or ends, in the real world and on a test clock', async () => {
      const { msisdn, reference, customer, payoutId } = await held()
      const statusOfPayout = async (id: string) =>
        first(await world().rows('SELECT status FROM payouts WHERE id = ?', id))['status']
      const statementContents = async () => {
        const account = present(
          (await world().rows('SELECT id FROM accounts WHERE customer_id = ?', customer))[0],
        )
        const stay = { accountId: String(account['id']), customerId: customer }
        const day = dateOf('2026-03-01')
        return readContents(world().database.read, world().call(), stay, { from: day, to: day })
      }
      const closedDay = await statementContents()
      expect(closedDay.underWay).toMatchObject([{ reference: payoutId, standing: 'HELD' }])
      await proposeAndApprove('BlockCustomer', {
        customer,
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: '2026-03-05',
      })
      world().clock.advance(2 * dayMs)
      await world().releaseHolds()
      expect(await statusOfPayout(payoutId)).toBe('ON_HOLD')
      // The hold is over, but the payout is not sent, and no date in the past is promised.
      const leave = { msisdn, reference }
      expect(
        await serviceOf(world()).act('confirmWithdrawal', leave, 'payoutStatus settlementDelay message', {
          actor: gateway,
        }),
      ).toMatchObject({
        payoutStatus: 'ON_HOLD',
        settlementDelay: null,
        message: expect.stringMatching(/is blocked with your account/),
      })
      expect(await serviceOf(world()).ask(`{ moneyUnderWay(msisdn: "${msisdn}") { standing } }`)).toEqual({
        moneyUnderWay: [{ standing: 'FROZEN' }],
      })
      expect(await statementContents()).toEqual(closedDay)
      world().clock.advance(2 * dayMs)
      await world().releaseHolds()
      expect(await statusOfPayout(payoutId)).toBe('PROCESSING')
      expect(await statementContents()).toEqual(closedDay)
      // A block that has ended does not prevent another one.
      await proposeAndApprove('BlockCustomer', { customer, scope: 'CREDIT', cause: 'COURT' })

      world().clock.set('2026-03-01')
      const clock = await world().newClock('2026-03-01')
      const test = await held({ clockId: clock.id })
      await proposeAndApprove('BlockCustomer', {
        customer: test.customer,
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: '2026-03-06',
      })
      await world().walk(clock.id, '2026-03-05')
      expect(await statusOfPayout(test.payoutId)).toBe('ON_HOLD')
      await world().walk(clock.id, '2026-03-06')
      expect(await statusOfPayout(test.payoutId)).toBe('PAID')
    })

    test('shows payouts as frozen only while it is in force', async () => {
      const { msisdn, customer } = await held()
      const standing = async () =>
        (await serviceOf(world()).ask(`{ moneyUnderWay(msisdn: "${msisdn}") { standing heldUntil } }`))[
          'moneyUnderWay'
        ]
      await proposeAndApprove('BlockCustomer', {
        customer,
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: '2026-03-02',
      })
      expect(await standing()).toEqual([{ standing: 'FROZEN', heldUntil: null }])
      world().clock.advance(dayMs)
      expect(await standing()).toMatchObject([
        { standing: 'HELD', heldUntil: expect.stringMatching(/^2026-03-03/) },
      ])
    })

    describe('holds back transfers that were not sent', () => {
      const settle = (key: string, as: StatusResult) => world().providers.real.settle(key, as)
      const attemptsOf = async (customer: string) =>
        (
          await world().rows(
            `SELECT status, sends FROM payment_orders WHERE customer_id = ? AND kind = 'PAY_OUT' ORDER BY part, attempt`,
            customer,
          )
        ).map(({ status, sends }) => `${String(status)} ${Number(sends)}`)
      const underWay = async (msisdn: string) =>
        shaped(
          z.array(
            z.object({ kind: z.string(), standing: z.string(), amount: z.string(), message: z.string() }),
          ),
          (
            await serviceOf(world()).ask(
              `{ moneyUnderWay(msisdn: "${msisdn}") { kind standing amount message } }`,
              {
                actor: gateway,
              },
            )
          )['moneyUnderWay'],
        ).map(({ kind, standing, amount, message }) => [`${kind} ${standing} ${amount}`, message] as const)
      const statementContents = async (customer: string) => {
        const account = present(
          (await world().rows('SELECT id FROM accounts WHERE customer_id = ?', customer))[0],
        )
        const stay = { accountId: String(account['id']), customerId: customer }
        const day = world().call().today
        const whose = first(await world().rows('SELECT msisdn FROM customers WHERE id = ?', customer))
        const msisdn = msisdnOf(textOf(whose['msisdn']))
        const shown = await readUnderWay(world().database, world().call(), msisdn)
        const { closing, underWay: lines } = await readContents(world().database.read, world().call(), stay, {
          from: day,
          to: day,
          shown,
        })
        return [closing, lines.map(({ kind, standing }) => `${kind} ${standing}`)]
      }
      const unblock = async (customer: string) => {
        const block = present(
          (
            await world().rows(
              'SELECT id FROM account_blocks WHERE customer_id = ? AND open_key IS NOT NULL',
              customer,
            )
          )[0],
        )
        await proposeAndApprove('UnblockCustomer', { block: block['id'] })
      }

      test('of a refund: no money leaves before the block is lifted', async () => {
        const { msisdn } = await world().register()
        const customer = await customerIdOf(msisdn)
        settle(msisdn, pending)
        const { reference } = await world().quote(msisdn, '8000')
        await world().confirm(msisdn, reference)
        await world().dispatch()
        await world().optOut(msisdn)
        await proposeAndApprove('BlockCustomer', { customer, scope: 'DEBIT', cause: 'COURT' })
        settle((await world().orderOf(present(reference))).id, paid)
        settle(msisdn, paid)
        await world().driveOrders()

        expect(await attemptsOf(customer)).toEqual(['CREATED 0'])
        const [[line, text]] = shaped(z.tuple([z.tuple([z.string(), z.string()])]), await underWay(msisdn))
        expect(line).toBe('REFUND FROZEN 8000')
        expect(text).toMatch(/refund of 8 000 XAF is blocked with your account/)
        const asked = { msisdn, reference: present(reference) }
        expect(
          await serviceOf(world()).act('confirmDeposit', asked, 'status message', { actor: gateway }),
        ).toEqual({
          status: 'SUCCESSFUL',
          message: expect.stringMatching(/is blocked with your account/),
        })
        expect(await world().optOut(msisdn)).toEqual({ status: 'PENDING', hoursLeft: null })
        expect(await statementContents(customer)).toEqual([8000n, ['REFUND FROZEN']])
        expect((await queueStates(world().database)).find(({ queue }) => queue === 'orders')).toMatchObject({
          due: 0,
        })

        await unblock(customer)
        await world().driveOrders()
        expect(await attemptsOf(customer)).toEqual(['SUCCESSFUL 1'])
        expect(await world().rows('SELECT status FROM accounts WHERE customer_id = ?', customer)).toEqual([
          { status: 'CLOSED' },
        ])
      })

      test('of a payout that was refused by the provider: it is tried again when the block has ended', async () => {
        const { msisdn, customer, payoutId, reference } = await held()
        world().clock.advance(2 * dayMs)
        await world().releaseHolds()
        settle(msisdn, pending)
        await world().makeAllDue()
        await world().dispatch()
        await proposeAndApprove('BlockCustomer', {
          customer,
          scope: 'BOTH',
          cause: 'KYC',
          endsOn: '2026-03-05',
        })
        // An order that was sent is not stopped; if it fails, the next attempt waits for the block.
        settle(msisdn, { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' })
        await world().driveOrders()
        expect(await attemptsOf(customer)).toEqual(['FAILED 1', 'CREATED 0'])
        const leave = { msisdn, reference }
        expect(
          await serviceOf(world()).act(
            'confirmWithdrawal',
            leave,
            'status payoutStatus settlementDelay message',
            {
              actor: gateway,
            },
          ),
        ).toEqual({
          status: 'PENDING',
          payoutStatus: 'PROCESSING',
          settlementDelay: null,
          message: expect.stringMatching(/is blocked with your account/),
        })
        expect((await underWay(msisdn)).map(([line]) => line)).toEqual(['PAYOUT FROZEN 100000'])
        expect((await statementContents(customer))[1]).toEqual(['PAYOUT FROZEN'])
        world().clock.set('2026-03-05')
        settle(msisdn, paid)
        await world().driveOrders()
        expect(await attemptsOf(customer)).toEqual(['FAILED 1', 'SUCCESSFUL 1'])
        expect(await world().rows('SELECT status FROM payouts WHERE id = ?', payoutId)).toEqual([
          { status: 'PAID' },
        ])
      })

      test('of a customer on a test clock, whose walk does not wait for them', async () => {
        const clock = await world().newClock('2026-03-01')
        const { msisdn, customer } = await held({ clockId: clock.id })
        world().providers.test.settle(msisdn, { state: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' })
        await world().walk(clock.id, '2026-03-03')
        await proposeAndApprove('BlockCustomer', {
          customer,
          scope: 'DEBIT',
          cause: 'COURT',
          endsOn: '2026-03-20',
        })
        await world().makeAllDue()
        world().providers.test.settle(msisdn, paid)
        await world().walk(clock.id, '2026-03-19')
        expect(await attemptsOf(customer)).toEqual(['FAILED 1', 'CREATED 0'])
        await world().walk(clock.id, '2026-03-20')
        await world().driveOrders()
        expect(await attemptsOf(customer)).toEqual(['FAILED 1', 'SUCCESSFUL 1'])
      })
    })

    test('keeps the night from paying out automatically, while interest goes on', async () => {
      await world().sell('AUTO1M', { termMonths: 1, maturityInstruction: 'AUTO_PAYOUT' })
      const clock = await world().newClock('2026-03-01')
      const { msisdn } = await world().register({ clockId: clock.id })
      await world().deposit(msisdn, '100000', 'AUTO1M')
      const customer = await customerIdOf(msisdn)
      await proposeAndApprove('BlockCustomer', { customer, scope: 'DEBIT', cause: 'DEATH' })
      await world().walk(clock.id, '2026-04-03')
      const view = first(await world().positions(msisdn))
      expect(view.figures.status).toBe('MATURED')
      expect(view.figures.accrued.gross).toBeGreaterThan(0n)
      const block = present(
        (await world().rows('SELECT id FROM account_blocks WHERE customer_id = ?', customer))[0],
      )
      await proposeAndApprove('UnblockCustomer', { block: block['id'] })
      await world().walk(clock.id, '2026-04-04')
      expect(await world().positions(msisdn)).toEqual([])
      expect((await world().ordersOf(msisdn)).filter(({ kind }) => kind === 'PAY_OUT')).toHaveLength(1)
    })

    test('does not stop the booking of a deposit in flight', async () => {
      const { msisdn, customer } = await saver('5000')
      const { reference } = await world().quote(msisdn, '5000')
      await world().confirm(msisdn, reference)
      await proposeAndApprove('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      await world().driveOrders()
      expect((await world().confirm(msisdn, reference)).order.status).toBe('SUCCESSFUL')
      expect(first(await world().positions(msisdn)).figures.principal).toBe(10_000n)
    })

    test('for fraud is in force at once, and ends after a day unless a second person approves', async () => {
      const first = await saver()
      const { id } = await propose('BlockCustomer', {
        customer: first.customer,
        scope: 'DEBIT',
        cause: 'FRAUD',
      })
      const canLeave = async (msisdn: (typeof first)['msisdn'], positionId: string) =>
        (await world().preview(msisdn, positionId)).reference !== null
      expect(await canLeave(first.msisdn, first.positionId)).toBe(false)
      // Insights name the block as the reason, and not that the savings are open.
      expect(
        await world().rows(
          'SELECT result FROM request_log WHERE msisdn = ? AND reference IS NULL',
          first.msisdn,
        ),
      ).toEqual([{ result: 'ACCOUNT_BLOCKED' }])
      world().clock.advance(dayMs)
      // The block ends by itself, whether jobs run or not.
      expect(await canLeave(first.msisdn, first.positionId)).toBe(true)
      expect(await approve(id)).toBe('EXPIRED')
      await expire()
      expect(
        await world().rows('SELECT open_key FROM account_blocks WHERE customer_id = ?', first.customer),
      ).toEqual([{ open_key: null }])

      world().clock.set('2026-03-01')
      const second = await saver()
      const block = { customer: second.customer, scope: 'DEBIT', cause: 'FRAUD' }
      const confirmed = await propose('BlockCustomer', block)
      world().clock.advance(dayMs - 1000)
      expect(await approve(confirmed.id)).toBe('DONE')
      world().clock.advance(30 * dayMs)
      expect(await canLeave(second.msisdn, second.positionId)).toBe(false)

      world().clock.set('2026-03-01')
      const third = await saver()
      const rejected = await propose('BlockCustomer', { ...block, customer: third.customer })
      await send('reject', { id: rejected.id, reason: 'a false alarm' }, marie)
      expect(await canLeave(third.msisdn, third.positionId)).toBe(true)
    })

    test('for fraud that the same person proposed before, in vain, blocks only once it is approved', async () => {
      world().clock.set('2026-03-01')
      const { customer, msisdn, positionId } = await saver()
      const input = { customer, scope: 'DEBIT', cause: 'FRAUD' }
      const isBlocked = async () => (await world().preview(msisdn, positionId)).reference === null
      await propose('BlockCustomer', input)
      world().clock.advance(dayMs)
      await expire()
      expect(await isBlocked()).toBe(false)

      const again = await propose('BlockCustomer', input)
      expect(await isBlocked()).toBe(false)
      await send('withdraw', { id: again.id, reason: 'asked Marie first' }, awa)
      const third = await propose('BlockCustomer', input)
      expect(await isBlocked()).toBe(false)
      expect(await approve(third.id)).toBe('DONE')
      expect(await isBlocked()).toBe(true)
      expect(
        await world().rows(
          'SELECT falls_at FROM account_blocks WHERE open_key IS NOT NULL AND customer_id = ?',
          customer,
        ),
      ).toEqual([{ falls_at: null }])
      const block = present(
        (
          await world().rows(
            'SELECT id FROM account_blocks WHERE open_key IS NOT NULL AND customer_id = ?',
            customer,
          )
        )[0],
      )
      await proposeAndApprove('UnblockCustomer', { block: block['id'] })

      // A proposal of another person blocks at once; one of the same person does so again only after a month.
      const other = await saver()
      await propose('BlockCustomer', { ...input, customer: other.customer })
      world().clock.advance(dayMs)
      await expire()
      const hers = await propose('BlockCustomer', { ...input, customer: other.customer }, brigitte)
      expect((await world().preview(other.msisdn, other.positionId)).reference).toBeNull()
      await send('withdraw', { id: hers.id, reason: 'a false alarm' }, brigitte)
      world().clock.advance(30 * dayMs)
      await propose('BlockCustomer', { ...input, customer: other.customer })
      expect((await world().preview(other.msisdn, other.positionId)).reference).toBeNull()
    })

    test('is lifted by a reset of a test customer', async () => {
      const clock = await world().newClock('2026-03-01')
      const { msisdn, customer } = await held({ clockId: clock.id })
      await proposeAndApprove('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
      for (let i = 0; i < 6 && (await world().reset(msisdn)).status !== 'READY'; i++)
        await world().endTestOrders()
      expect((await world().reset(msisdn)).status).toBe('READY')
      expect((await world().quote(msisdn, '5000')).status).toBe('OK')
    })

    test('is serialised with a withdrawal, the end of a hold, an opt-out, a confirm or a settlement at the same moment', async () => {
      for (const what of ['withdraw', 'release', 'optOut', 'confirm', 'settle'] as const) {
        world().clock.set('2026-03-01')
        const { msisdn, customer, positionId } = await saver()
        const deposit = (await world().quote(msisdn, '5000')).reference
        const leave = (await world().preview(msisdn, positionId)).reference
        if (what === 'release') {
          await world().withdraw(msisdn, leave)
          world().clock.advance(3 * dayMs)
        }
        if (what === 'settle') await world().confirm(msisdn, deposit)
        const acts = {
          withdraw: () => refused(world().withdraw(msisdn, leave)),
          release: () => refused(world().releaseHolds()),
          optOut: () => refused(world().optOut(msisdn)),
          confirm: () => refused(world().confirm(msisdn, deposit)),
          settle: () => refused(world().driveOrders()),
        }
        const { id } = await propose('BlockCustomer', { customer, scope: 'BOTH', cause: 'COURT' })
        const [status, act] = await Promise.all([approve(id), acts[what]()])
        expect(status).toBe('DONE')
        expect(['done', 'ACCOUNT_BLOCKED']).toContain(act)
        expect((await world().preview(msisdn, positionId)).reference).toBeNull()
        expect(await refused(world().optOut(msisdn))).toBe(
          what === 'optOut' && act === 'done' ? 'done' : 'ACCOUNT_BLOCKED',
        )
      }
      await world().driveOrders()
    })
  })

  test('one person alone writes a note about an existing object, and a repeat writes no second one', async () => {
    const { payoutId, customer } = await held()
    const { act, ask, refused: refusing } = serviceOf(world())
    const adding = `mutation ($subject: ID!) {
      addNote(input: { about: PAYOUT, subject: $subject, text: "called, will bring the letter", idempotencyKey: "call-1" }) {
        note { id author customer { id } } refusal { code } } }`
    const listing = '{ notes(filter: { about: [PAYOUT] }) { nodes { text subject } } }'
    const variables = { subject: payoutId }
    const first = await ask(adding, { actor: awa, variables })
    expect(first).toMatchObject({
      addNote: { note: { author: awa.name, customer: { id: `CUS-${customer}` } }, refusal: null },
    })
    expect(await ask(adding, { actor: awa, variables })).toEqual(first)
    const { note } = shaped(
      z.object({ note: anyObject }),
      await act('addNote', { about: 'CUSTOMER', subject: customer, text: ' seen ' }, 'note { text }', {
        actor: paul,
      }),
    )
    expect(note).toEqual({ text: 'seen' })
    expect(await ask(listing, { actor: paul })).toEqual({
      notes: {
        nodes: [expect.objectContaining({ text: 'called, will bring the letter', subject: payoutId })],
      },
    })
    const below = `{ customer(by: { id: "${customer}" }) { notes(sort: OLDEST) { nodes { about } totalCount { value } } } }`
    expect(await ask(below, { actor: awa })).toEqual({
      customer: {
        notes: { nodes: [{ about: 'PAYOUT' }, { about: 'CUSTOMER' }], totalCount: { value: 2 } },
      },
    })
    for (const [input, code] of [
      [{ about: 'PAYOUT', subject: customer, text: 'x' }, 'INVALID_REFERENCE'],
      [{ about: 'CUSTOMER', subject: `${customer} `, text: 'x' }, 'INVALID_REFERENCE'],
      [{ about: 'CUSTOMER', subject: customer, text: ' ' }, 'INVALID_ARGUMENT'],
    ] as const)
      expect(await refusing('addNote', input, { actor: awa })).toBe(code)
    expect(
      await refusing(
        'addNote',
        { about: 'CUSTOMER', subject: customer, text: 'x' },
        { actor: person('ANALYST') },
      ),
    ).toBe('FORBIDDEN 403')
  })

  test('one person alone assigns an open case', async () => {
    const { msisdn } = await saver('5000')
    const order = first(await world().ordersOf(msisdn))
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, { kind: 'NO_ANSWER', detail: '' }),
    )
    const { act, ask, refused: refusing } = serviceOf(world())
    const open = async (filter: string) => {
      const { reviewCases } = shaped(
        z.object({
          reviewCases: z.object({
            nodes: z.array(z.object({ id: z.string(), assignedTo: z.string().nullable() })),
          }),
        }),
        await ask(`{ reviewCases(filter: { ${filter}, state: [OPEN] }) { nodes { id assignedTo } } }`, {
          actor: paul,
        }),
      )
      return reviewCases.nodes
    }
    const found = first(await open(`order: ["${order.id}"]`))
    const input = { caseId: found.id, to: ' Brigitte  Fouda ', idempotencyKey: `assign-${found.id}` }
    for (let twice = 0; twice < 2; twice++)
      expect(
        await act('assign', input, 'reviewCase { assignedTo } refusal { code }', { actor: awa }),
      ).toEqual({
        reviewCase: { assignedTo: brigitte.name },
        refusal: null,
      })
    expect(await open(`assignedTo: ["${brigitte.name}"]`)).toEqual([
      { id: found.id, assignedTo: brigitte.name },
    ])
    expect(
      await act(
        'assign',
        { caseId: found.id, idempotencyKey: `nobody-${found.id}` },
        'reviewCase { assignedTo }',
        { actor: paul },
      ),
    ).toEqual({
      reviewCase: { assignedTo: null },
    })
    const rows = `SELECT actor FROM audit_log WHERE action = 'ASSIGN_REVIEW' ORDER BY id`
    expect((await world().rows(rows)).map(({ actor }) => actor)).toEqual([awa.name, paul.name])
    for (const [wrong, code] of [
      [{ caseId: 'CASE-nothing', to: 'x' }, 'INVALID_REFERENCE'],
      [{ caseId: found.id, to: ' ' }, 'INVALID_ARGUMENT'],
    ] as const)
      expect(
        await refusing(
          'assign',
          { ...wrong, idempotencyKey: `wrong-${code}-${found.id.slice(-8)}` },
          { actor: awa },
        ),
      ).toBe(code)
  })

  describe('a new number of a customer', () => {
    test('takes everything of the customer along, and leaves nothing to the next owner of the old number', async () => {
      const { msisdn, customer, positionId, payoutId } = await held()
      const newMsisdn = world().newNumber()
      const quoted = (await world().quote(msisdn, '5000')).reference
      const { id, preview } = await propose('ChangeMsisdn', { customer, newMsisdn })
      expect(preview.changes).toEqual([{ field: 'customer.msisdn', after: newMsisdn }])
      expect(await approve(id)).toBe('DONE')
      expect(await world().rows('SELECT preview FROM proposals WHERE id = ?', id)).toEqual([
        { preview: null },
      ])
      expect(first(await world().positions(newMsisdn)).position.id).toBe(positionId)
      expect(await world().positions(msisdn)).toEqual([])
      expect(await refused(world().confirm(msisdn, quoted))).toBe('NOT_REGISTERED')
      const other = await world().register({ msisdn })
      expect(other.result).toBe('REGISTERED')
      expect(await world().positions(msisdn)).toEqual([])
      expect(await refused(world().confirm(msisdn, quoted))).toBe('INVALID_REFERENCE')
      expect(await customerIdOf(newMsisdn)).toBe(customer)
      expect(await customerIdOf(msisdn)).not.toBe(customer)
      // The payout on hold goes to the new number.
      world().clock.advance(3 * dayMs)
      await world().releaseHolds()
      await world().driveOrders()
      const [order] = await world().rows(
        'SELECT msisdn, amount FROM payment_orders WHERE payout_id = ?',
        payoutId,
      )
      expect(order).toMatchObject({ msisdn: newMsisdn })
    })

    test('receives the refund of a deposit that was found to be paid after all', async () => {
      const { msisdn } = await world().register()
      const customer = await customerIdOf(msisdn)
      world().providers.real.settle(msisdn, declined)
      const { reference } = await world().quote(msisdn, '8000')
      await world().confirm(msisdn, reference)
      await world().driveOrders()
      const newMsisdn = world().newNumber()
      await proposeAndApprove('ChangeMsisdn', { customer, newMsisdn })
      await world().optOut(newMsisdn)
      const { id } = await world().orderOf(present(reference))
      await recordStatus(world().orders, world().call(), id, paid)
      const open = first(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', id))
      const deps = { database: world().database, recordDeps: world().orders, onOrder: () => undefined }
      const proposed = await proposeResolution(deps, world().call({ actor: awa }), {
        caseId: String(open['id']),
        outcome: 'ORDER_SUCCEEDED',
        reason: null,
        evidence: 'line 14',
      })
      await confirmResolution(deps, world().call({ actor: paul }), present(proposed.proposalId))
      await world().driveOrders()
      expect(await world().rows('SELECT msisdn, status FROM payment_orders WHERE refund_of = ?', id)).toEqual(
        [{ msisdn: newMsisdn, status: 'SUCCESSFUL' }],
      )
    })

    test('must be unused, and is refused while payments with the old one are in flight', async () => {
      const { msisdn, customer } = await saver()
      const taken = await world().register()
      const asked = async (newMsisdn: string) =>
        (
          await send(
            'proposeChangeMsisdn',
            { customer, newMsisdn, reason: 'a lost SIM', evidence: 'ID card' },
            awa,
          )
        ).refusal?.code
      expect(await asked(taken.msisdn)).toBe('NUMBER_TAKEN')
      expect(await asked(msisdn)).toBe('INVALID_ARGUMENT')
      await world().confirm(msisdn, (await world().quote(msisdn, '5000')).reference)
      const newMsisdn = world().newNumber()
      expect(await asked(newMsisdn)).toBe('PAYMENTS_UNDER_WAY')
      await world().driveOrders()
      const { id } = await propose('ChangeMsisdn', { customer, newMsisdn })
      const quoted = (await world().quote(msisdn, '5000')).reference
      await world().confirm(msisdn, quoted)
      expect(await approve(id)).toBe('PAYMENTS_UNDER_WAY')
      await world().driveOrders()
      await world().register({ msisdn: newMsisdn })
      expect(await approve(id)).toBe('NUMBER_TAKEN')
    })

    test('is serialised with a confirm, a registration of either number or an opt-out', async () => {
      for (const what of ['confirm', 'registerNew', 'registerOld', 'optOut', 'settle'] as const) {
        const { msisdn, customer } = await saver()
        const newMsisdn = world().newNumber()
        const quoted = (await world().quote(msisdn, '5000')).reference
        const { id } = await propose('ChangeMsisdn', { customer, newMsisdn })
        if (what === 'settle') await world().confirm(msisdn, quoted)
        const acts = {
          confirm: () => refused(world().confirm(msisdn, quoted)),
          registerNew: () => refused(world().register({ msisdn: newMsisdn })),
          registerOld: () => refused(world().register({ msisdn })),
          optOut: () => refused(world().optOut(msisdn)),
          settle: () => refused(world().driveOrders()),
        }
        const [answer, act] = await Promise.all([approve(id), acts[what]()])
        expect(['DONE', 'NUMBER_TAKEN', 'PAYMENTS_UNDER_WAY', 'ACCOUNT_CLOSING', 'NOT_REGISTERED']).toContain(
          answer,
        )
        expect(['done', 'NOT_REGISTERED', 'ACCOUNT_CLOSING']).toContain(act)
        expect(await customerIdOf(answer === 'DONE' ? newMsisdn : msisdn)).toBe(customer)
        await world().driveOrders()
        const paid = 'SELECT DISTINCT msisdn FROM payment_orders WHERE customer_id = ?'
        for (const { msisdn: to } of await world().rows(paid, customer))
          expect([msisdn, newMsisdn]).toContain(to)
      }
    })
  })

  describe('a payout on hold', () => {
    test('is cancelled, and the position restored to the franc', async () => {
      const [one, twin] = [await held(), await saver()]
      world().clock.set('2026-03-02')
      await world().night()
      const { id, preview } = await propose('CancelPayout', { payout: one.payoutId })
      expect(preview.journals.length).toBeGreaterThan(0)
      for (const { lines } of preview.journals)
        expect(lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
      expect(preview.changes[0]).toEqual({ field: 'payout.status', after: 'FAILED' })
      // A night between proposal and approval does not change what was proposed.
      world().clock.set('2026-03-03')
      await world().night()
      expect(await approve(id)).toBe('DONE')
      const mine = first(await world().positions(one.msisdn))
      const theirs = first(await world().positions(twin.msisdn))
      expect(mine.figures).toEqual(theirs.figures)
      const again = await serviceOf(world()).act(
        'confirmWithdrawal',
        { msisdn: one.msisdn, reference: one.reference },
        'status payoutStatus failureReason message',
        { actor: gateway },
      )
      expect(again).toEqual({
        status: 'FAILED',
        payoutStatus: 'FAILED',
        failureReason: 'PAYOUT_CANCELLED',
        message: present(preview.texts[1]).text,
      })
      world().clock.advance(10 * dayMs)
      await world().releaseHolds()
      expect((await world().ordersOf(one.msisdn)).filter(({ kind }) => kind === 'PAY_OUT')).toEqual([])
      // The position can be withdrawn again.
      expect((await world().preview(one.msisdn, one.positionId)).reference).not.toBeNull()
    })

    test('cannot be cancelled once it was sent, while its account closes, or under an unknown id', async () => {
      const { msisdn, payoutId } = await held()
      const { id } = await propose('CancelPayout', { payout: payoutId })
      await world().optOut(msisdn)
      expect(await approve(id)).toBe('ACCOUNT_CLOSING')
      const input = { payout: payoutId, reason: 'x' }
      await send('withdraw', { id, reason: 'they leave' }, awa)
      expect((await send('proposeCancelPayout', input, awa)).refusal?.code).toBe('ACCOUNT_CLOSING')
      const sent = await held()
      world().clock.advance(3 * dayMs)
      const late = await propose('CancelPayout', { payout: sent.payoutId })
      await world().releaseHolds()
      expect(await approve(late.id)).toBe('NOT_ON_HOLD')
      expect(
        (await send('proposeCancelPayout', { payout: 'SET-nothing', reason: 'x' }, awa)).refusal?.code,
      ).toBe('INVALID_REFERENCE')
      await world().driveOrders()
    })

    test('is cancelled if and only if the approval answers DONE, also in races with the end of its hold, an opt-out, a night, a block and a reset', async () => {
      for (const what of ['release', 'optOut', 'night', 'block', 'reset'] as const) {
        world().clock.set('2026-03-01')
        const clock = what === 'reset' ? await world().newClock('2026-03-01') : undefined
        const { msisdn, customer, payoutId } = await held({ clockId: clock?.id ?? null })
        world().clock.advance(3 * dayMs)
        const { id } = await propose('CancelPayout', { payout: payoutId })
        const block = await propose('BlockCustomer', { customer, scope: 'DEBIT', cause: 'KYC' })
        const acts = {
          release: () => world().releaseHolds(),
          optOut: () => world().optOut(msisdn),
          night: () => world().night(),
          block: () => approve(block.id, marie),
          reset: () => world().reset(msisdn),
        }
        const [answer] = await Promise.all([approve(id), acts[what]()])
        expect(['DONE', 'NOT_ON_HOLD', 'ACCOUNT_CLOSING']).toContain(answer)
        const [payout] = await world().rows('SELECT status, failure_code FROM payouts WHERE id = ?', payoutId)
        const cancelled = { status: 'FAILED', failure_code: 'PAYOUT_CANCELLED' }
        if (answer === 'DONE') expect(payout).toEqual(cancelled)
        else expect(payout).not.toEqual(cancelled)
      }
      await world().driveOrders()
    })
  })

  describe('the limit of an approver', () => {
    const chief: Actor = { ...person('APPROVER'), name: 'Chief Ndi', id: 'name:chief ndi' }
    const junior: Actor = { ...person('APPROVER'), name: 'Junior Abe', id: 'name:junior abe' }
    const limited = (who: Actor | null, limit: string | null) =>
      send('proposeApprovalLimit', { person: who?.id ?? null, limit, reason: 'a decision of the board' }, awa)
    const set = async (who: Actor | null, limit: string | null, actor = paul) =>
      approve(present((await limited(who, limit)).approval).id, actor)
    const shown = async (query: string, actor: Actor) =>
      shaped(
        z.record(z.string(), z.object({ nodes: z.array(anyObject) })),
        await serviceOf(world()).ask(`{ ${query} }`, { actor }),
      )
    const delegate = async (to: Actor, facts: object, actor: Actor) =>
      shaped(
        z.object({
          delegation: z.object({ id: z.string(), until: z.string() }).nullable(),
          refusal: z.object({ code: z.string() }).nullable(),
        }),
        await serviceOf(world()).act(
          'delegateApprovals',
          { to: to.id, reason: 'on leave', idempotencyKey: `lent-${++keys}`, ...facts },
          'delegation { id lender until } refusal { code }',
          { actor },
        ),
      )

    test('can be proposed for two people at the same time, also if their ids begin alike', async () => {
      const proposed = []
      for (const end of ['0', '1'])
        proposed.push(await limited({ ...junior, id: `name:${end.padStart(100, 'a')}` }, null))
      expect(proposed.map(({ refusal }) => refusal)).toEqual([null, null])
      for (const { approval } of proposed)
        await send('reject', { id: present(approval).id, reason: 'no' }, paul)
    })

    test('does not exist until two people set one; then the approver’s own limit or a delegated one applies', async () => {
      const { payoutId } = await held()
      const { id } = await propose('CancelPayout', { payout: payoutId })
      const waitsFor = async (actor: Actor) => {
        const { approvals } = await shown(
          'approvals(filter: { waitingForMe: true }) { nodes { id amount } }',
          actor,
        )
        return shaped(
          z.array(z.object({ id: z.string(), amount: z.string().nullable() })),
          present(approvals).nodes,
        ).find((each) => each.id === id)?.amount
      }
      expect(await waitsFor(junior)).toBe('100000')
      // With this limit for everybody, nobody could raise a limit any more.
      expect((await limited(null, '50000')).refusal?.code).toBe('INVALID_ARGUMENT')
      const own = await limited(chief, null)
      expect(await failing('approve', { id: present(own.approval).id }, chief)).toBe('FORBIDDEN')
      expect(await approve(present(own.approval).id)).toBe('DONE')
      expect(await set(null, '50000', chief)).toBe('DONE')
      // An approver with a limit may not approve a limit above it for another approver.
      expect(await set(junior, '99999', paul)).toBe('OVER_LIMIT')
      expect(await waitsFor(junior)).toBeUndefined()
      expect(await waitsFor(chief)).toBe('100000')
      expect(await approve(id, junior)).toBe('OVER_LIMIT')

      const day = world().clock.now()
      const at = (days: number) => new Date(day + days * dayMs).toISOString()
      for (const [to, facts] of [
        [junior, { until: at(91) }],
        [junior, { until: at(0) }],
        [junior, { from: at(-1), until: at(2) }],
        [chief, { until: at(2) }],
      ] as const)
        expect((await delegate(to, facts, chief)).refusal?.code).toBe('INVALID_ARGUMENT')
      const nobody = { ...junior, id: 'nobody' }
      expect((await delegate(nobody, { until: at(2) }, chief)).refusal?.code).toBe('INVALID_REFERENCE')
      const lent = await delegate(junior, { until: at(2) }, chief)
      // A delegated limit cannot be delegated again, and gives no role.
      await delegate(marie, { until: at(2) }, junior)
      expect(await failing('approve', { id }, { ...junior, roles: new Set(['BACK_OFFICE']) })).toBe(
        'FORBIDDEN',
      )
      expect(await approve(id, marie)).toBe('OVER_LIMIT')
      expect(await waitsFor(junior)).toBe('100000')
      world().clock.advance(2 * dayMs)
      expect(await approve(id, junior)).toBe('OVER_LIMIT')
      world().clock.set('2026-03-01')
      expect(await approve(id, junior)).toBe('DONE')
      const { approvals } = await shown(
        `approvals(filter: { kind: [CANCEL_PAYOUT] }, sort: NEWEST) { nodes { id decidedBy decidedFor } }`,
        chief,
      )
      expect(present(approvals).nodes).toContainEqual({ id, decidedBy: junior.name, decidedFor: chief.name })
      const audited = present(
        (
          await world().rows(
            `SELECT state_after FROM audit_log WHERE subject = ? AND action = 'END_PROPOSAL'`,
            id,
          )
        )[0],
      )
      expect(JSON.parse(String(audited['state_after']))).toMatchObject({ decidedFor: chief.name })

      const ending = (actor: Actor) =>
        serviceOf(world()).refused(
          'endDelegation',
          { id: present(lent.delegation).id, idempotencyKey: `end-${++keys}` },
          { actor },
        )
      expect(await ending(junior)).toBe('FORBIDDEN 403')
      expect(await ending(chief)).toBeUndefined()
      const inForce = await shown(
        `approvalDelegations(filter: { at: "${at(0)}", lenderId: ["${chief.id}"] }) { nodes { id } }
         approvalLimits { nodes { name limit } }`,
        person('AUDITOR'),
      )
      expect(inForce).toEqual({
        approvalDelegations: { nodes: [] },
        approvalLimits: {
          nodes: [
            { name: 'chief ndi', limit: null },
            { name: null, limit: '50000' },
          ],
        },
      })

      // A delegation ends when the approver who gave it is no approver any more, even before its end date.
      const { key } = await createKey(
        { database: world().database, pepper: 'a pepper' },
        world().call({ actor: awa }),
        { kind: 'PERSON', expiresAt: null, name: 'Hawa Bello', roles: ['APPROVER'] },
      )
      const away: Actor = { ...person('APPROVER'), name: 'Hawa Bello', id: key.holder }
      expect(await set(away, null, chief)).toBe('DONE')
      const soon = new Date(world().clock.now() + dayMs).toISOString()
      expect((await delegate(junior, { until: soon }, away)).refusal).toBeNull()
      const other = await held()
      const theirs = await propose('CancelPayout', { payout: other.payoutId })
      const isShownToJunior = async () => {
        const { approvals: waiting } = await shown(
          'approvals(filter: { waitingForMe: true }) { nodes { id } }',
          junior,
        )
        return present(waiting).nodes.some(
          (each) => shaped(z.object({ id: z.string() }), each).id === theirs.id,
        )
      }
      expect(await isShownToJunior()).toBe(true)
      await revokeKey({ database: world().database }, world().call({ actor: awa }), key.id)
      expect(await isShownToJunior()).toBe(false)
      expect(await approve(theirs.id, junior)).toBe('OVER_LIMIT')
      expect(await approve(theirs.id, chief)).toBe('DONE')
      expect(await set(null, null, chief)).toBe('DONE')
    })

    test('applies to a person without an id of their own however their name is spelt', async () => {
      const lead: Actor = { ...person('APPROVER'), name: 'Lead Ola' }
      const clerk: Actor = { ...person('APPROVER'), name: 'Clerk Uma' }
      const spelt = { ...clerk, id: 'name: CLERK  Uma' }
      expect(await set(spelt, '5')).toBe('DONE')
      const { id } = await propose('CancelPayout', { payout: (await held()).payoutId })
      expect(await approve(id, clerk)).toBe('OVER_LIMIT')
      const until = new Date(world().clock.now() + dayMs).toISOString()
      expect((await delegate(spelt, { until }, lead)).refusal).toBeNull()
      expect(await approve(id, clerk)).toBe('DONE')
      expect((await delegate({ ...lead, id: 'name:LEAD OLA' }, { until }, lead)).refusal?.code).toBe(
        'INVALID_ARGUMENT',
      )
      const { approvalLimits } = await shown('approvalLimits { nodes { personId name } }', person('AUDITOR'))
      expect(present(approvalLimits).nodes).toContainEqual({ personId: 'name:clerk uma', name: 'CLERK Uma' })
    })

    test('does not count as lent by who proposed it, in the list of what waits for a person either', async () => {
      const lead: Actor = {
        name: 'Lead Iya',
        id: 'name:lead iya',
        roles: new Set(['APPROVER', 'BACK_OFFICE']),
      }
      const clerk: Actor = { ...person('APPROVER'), name: 'Clerk Edo', id: 'name:clerk edo' }
      expect(await set(clerk, '5')).toBe('DONE')
      const until = new Date(world().clock.now() + dayMs).toISOString()
      expect((await delegate(clerk, { until }, lead)).refusal).toBeNull()
      const waiting = async () =>
        present(
          (await shown('approvals(filter: { waitingForMe: true }) { nodes { id } }', clerk))['approvals'],
        ).nodes.map((each) => shaped(z.object({ id: z.string() }), each).id)
      for (const proposer of [lead, { name: 'LEAD Iya', roles: lead.roles }]) {
        const { approval } = await send(
          'proposeCancelPayout',
          { payout: (await held()).payoutId, reason: 'asked for' },
          proposer,
        )
        const { id } = present(approval)
        expect(await approve(id, clerk)).toBe('OVER_LIMIT')
        expect(await waiting()).not.toContain(id)
      }
      // At an identity provider the ids count, and another person has the name of the lender.
      const ofProvider = { ...lead, id: 'https://id.example u-1', name: 'Lead Ada' }
      await world().database.inTransaction((tx) =>
        noteSignIn(tx, {
          id: 'R-lead',
          person: ofProvider.id,
          name: ofProvider.name,
          roles: 'APPROVER',
          createdAt: world().clock.now(),
        }),
      )
      expect(await set(lead, '5')).toBe('DONE')
      expect((await delegate(clerk, { until }, ofProvider)).refusal).toBeNull()
      const namesake = { ...ofProvider, id: 'https://id.example u-2' }
      const { id } = await propose('CancelPayout', { payout: (await held()).payoutId }, namesake)
      expect(await waiting()).toContain(id)
      expect(await approve(id, clerk)).toBe('DONE')
    })

    test('ends up as if one had acted after the other when two people decide, delegate or end a delegation at once', async () => {
      const deputy: Actor = { ...person('APPROVER'), name: 'Deputy Ela', id: 'name:deputy ela' }
      const aide: Actor = { ...person('APPROVER'), name: 'Aide Oyo', id: 'name:aide oyo' }
      for (const who of [chief, deputy]) expect(await set(who, null)).toBe('DONE')
      // Two approvals of one proposal are one decision.
      const same = present((await limited(aide, '700')).approval).id
      const twice = await Promise.all([approve(same, paul), approve(same, marie)])
      expect(twice.toSorted()).toEqual(['DONE', 'INVALID_REFERENCE'])
      // Each proposal alone leaves one approver without a limit; both together would leave none but Hawa, who is no approver any more.
      expect(await set(null, '50000', chief)).toBe('DONE')
      const [one, other] = [
        present((await limited(chief, '600')).approval).id,
        present((await limited(deputy, '600')).approval).id,
      ]
      const apart = await Promise.all([approve(one, paul), approve(other, marie)])
      expect(apart.toSorted()).toEqual(['DONE', 'INVALID_ARGUMENT'])
      const free = await world().rows(
        'SELECT person_id FROM approval_limits WHERE amount IS NULL AND person_id IN (?, ?)',
        chief.id,
        deputy.id,
      )
      expect(free).toHaveLength(1)
      const left = present(free[0])['person_id'] === chief.id ? chief : deputy
      const bounded = left === chief ? deputy : chief
      for (const open of [one, other])
        if ((await statusOf(open)) === 'OPEN')
          expect(
            (await send('withdraw', { id: open, reason: 'nobody else is left' }, awa)).refusal,
          ).toBeNull()

      // One idempotency key makes one delegation.
      const key = 'lent-at-once'
      const until = new Date(world().clock.now() + dayMs).toISOString()
      const lent = await Promise.all([0, 1].map(() => delegate(aide, { until, idempotencyKey: key }, left)))
      const lending = await world().rows('SELECT id FROM approval_delegations WHERE to_id = ?', aide.id)
      expect(lent.map((each) => each.delegation?.id)).toEqual([
        present(lending[0])['id'],
        present(lending[0])['id'],
      ])
      expect(lending).toHaveLength(1)

      // If a delegated limit is used and ended at the same moment, either comes first.
      const { payoutId } = await held()
      const { id } = await propose('CancelPayout', { payout: payoutId })
      const end = serviceOf(world()).refused(
        'endDelegation',
        { id: present(present(lent[0]).delegation).id, idempotencyKey: `end-${++keys}` },
        { actor: left },
      )
      const [answer, ended] = await Promise.all([approve(id, aide), end])
      expect(ended).toBeUndefined()
      expect(['DONE', 'OVER_LIMIT']).toContain(answer)
      const [decided] = await world().rows('SELECT status, decided_by FROM proposals WHERE id = ?', id)
      expect(decided).toEqual(
        answer === 'DONE' ? { status: 'DONE', decided_by: aide.name } : { status: 'OPEN', decided_by: null },
      )
      const theirs = await propose('CancelPayout', { payout: (await held()).payoutId })
      expect(await approve(theirs.id, aide)).toBe('OVER_LIMIT')

      // An approval with a limit that is lowered at the same moment comes before the change, or is refused.
      expect(await set(aide, '100000', left)).toBe('DONE')
      const lower = present((await limited(aide, '1')).approval).id
      const [used, lowered] = await Promise.all([approve(theirs.id, aide), approve(lower, left)])
      expect(lowered).toBe('DONE')
      expect(['DONE', 'OVER_LIMIT']).toContain(used)
      expect(await statusOf(theirs.id)).toBe(used === 'DONE' ? 'DONE' : 'OPEN')
      for (const who of [null, aide, bounded]) expect(await set(who, null, left)).toBe('DONE')
    })
  })

  describe('the mail about a proposal', () => {
    const reminderDeps = (url: string, warn: (facts: object) => void) => ({
      database: world().database,
      jobCall: () => world().call({ actor: { name: 'job', roles: new Set<never>() } }),
      log: { warn },
      mailer: createSmtpMailer(url, 'Banque <releves@banque.example>'),
      remindTo: ['approvers@banque.example', 'chief@banque.example'],
    })

    test('is not delayed by a mailbox that takes no mail about many earlier proposals', async () => {
      await world().write(`UPDATE proposals SET mailed_at = 1`)
      const ids: string[] = []
      while (ids.length < 25) {
        const { msisdn } = await world().register()
        ids.push((await propose('Email', { msisdn, email: 'new@example.com' })).id)
      }
      world().clock.advance(dayMs)
      const server = await startMailServer()
      try {
        server.onRecipient((to) => (to === 'approvers@banque.example' ? '451 4.3.0 later' : undefined))
        const remind = createReminder(reminderDeps(server.url, () => undefined))
        for (let i = 0; i < 3; i++) await remind()
        const mailed = server.mails.flatMap(({ text }) => ids.filter((id) => text?.includes(id)))
        expect(mailed.toSorted()).toEqual(ids.toSorted())
      } finally {
        await server.stop()
      }
    })

    test('is sent after a day, once to each mailbox, by one of two workers; a mailbox that takes no mail delays no other', async () => {
      await world().write(`UPDATE proposals SET mailed_at = 1`)
      const { msisdn } = await saver()
      const { id } = await propose('OptOut', { msisdn })
      const server = await startMailServer()
      const problems: object[] = []
      const deps = reminderDeps(server.url, (facts) => void problems.push(facts))
      const mails = () =>
        server.mails.map(({ recipients, text }) => [
          ...recipients,
          text?.includes(id),
          text?.includes(msisdn),
        ])
      try {
        const remind = createReminder(deps)
        await remind()
        expect(mails()).toEqual([])
        world().clock.advance(dayMs)
        server.onRecipient(() => '451 4.3.0 later')
        await remind()
        expect([mails(), problems.length]).toEqual([[], 2])
        // While one mailbox refuses mail, the mail to the other one is neither delayed nor sent twice.
        server.onRecipient((to) => (to === 'approvers@banque.example' ? '451 4.3.0 later' : undefined))
        await remind()
        await remind()
        expect(mails()).toEqual([['chief@banque.example', true, false]])
        server.onRecipient(() => undefined)
        await Promise.all([remind(), remind()])
        await remind()
        expect(mails()).toEqual([
          ['chief@banque.example', true, false],
          ['approvers@banque.example', true, false],
        ])
      } finally {
        await server.stop()
      }
    })
  })

  describe('a product', () => {
    const latest = async (code: string) => {
      const statement =
        'SELECT version, rate_ppm, on_sale_from FROM product_versions WHERE code = ? ORDER BY version DESC LIMIT 1'
      const row = first(await world().rows(statement, code))
      return [Number(row['version']), Number(row['rate_ppm']), row['on_sale_from']]
    }
    const refusedFor = async (what: string, input: object) =>
      (await send(`propose${what}`, { reason: 'a decision of the board', ...input }, awa)).refusal?.code

    test('gets another rate from a date on, and existing savings keep theirs', async () => {
      world().clock.set('2026-03-01')
      await world().sell('RATED')
      const { msisdn } = await world().register()
      await world().deposit(msisdn, '5000', 'RATED')
      const asked = await propose('PublishProduct', { code: 'RATED', rate: '5.00', from: '2026-03-03' })
      expect(asked.preview.changes).toEqual([
        { field: 'product.version', after: '2' },
        { field: 'product.rate', after: '5.00' },
        { field: 'product.onSaleFrom', after: '2026-03-03' },
      ])
      expect(await latest('RATED')).toEqual([1, 45_000, null])
      expect(await approve(asked.id)).toBe('DONE')
      const fresh = await world().register()
      const rateOf = async () => (await world().quote(fresh.msisdn, '5000', 'RATED')).terms?.ratePpm
      expect(await rateOf()).toBe(45_000)
      const promised = (await world().quote(msisdn, '6000', 'RATED')).reference
      await proposeAndApprove('WithdrawProduct', { code: 'RATED', from: '2026-03-05' })
      world().clock.set('2026-03-03')
      expect(await rateOf()).toBe(50_000)
      expect(await refused(world().confirm(msisdn, promised))).toBe('REFERENCE_EXPIRED')
      world().clock.set('2026-03-05')
      expect((await world().quote(msisdn, '5000', 'RATED')).status).toBe('PRODUCT_NOT_AVAILABLE')
      expect(first(await world().positions(msisdn)).position.ratePpm).toBe(45_000)
      expect(
        await world().rows(
          `SELECT actor, subject FROM audit_log WHERE action = 'PUBLISH_PRODUCT' AND subject LIKE 'RATED.%' AND actor <> 'job'
           ORDER BY subject`,
        ),
      ).toEqual(['RATED.2', 'RATED.3'].map((subject) => ({ actor: paul.name, subject })))
    })

    test('is changed by one of two proposals that are approved at the same moment; the other is outdated', async () => {
      world().clock.set('2026-03-01')
      await world().sell('RACED')
      const [publish, withdraw] = [
        await propose('PublishProduct', { code: 'RACED', rate: '5.00' }),
        await propose('WithdrawProduct', { code: 'RACED' }),
      ]
      const answers = await Promise.all([approve(publish.id), approve(withdraw.id, marie)])
      expect(answers.toSorted()).toEqual(['DONE', 'OUTDATED'])
      expect((await latest('RACED'))[0]).toBe(2)
    })

    test('needs all terms for a new product, its own currency for a new version, and no past date', async () => {
      world().clock.set('2026-03-01')
      const terms = {
        code: 'NEWEST',
        accrualPeriods: 9,
        rate: '6.00',
        earlyRate: '1.00',
        minAmount: '1000',
        maxBalance: '2000000',
        currency: 'XAF',
      }
      expect(await refusedFor('PublishProduct', terms)).toBe('INVALID_ARGUMENT')
      expect(await refusedFor('PublishProduct', { ...terms, currency: 'EUR', holdHours: 24 })).toBe(
        'INVALID_ARGUMENT',
      )
      expect(await refusedFor('WithdrawProduct', { code: 'NEWEST' })).toBe('PRODUCT_NOT_AVAILABLE')
      await proposeAndApprove('PublishProduct', { ...terms, holdHours: 24 })
      expect(await latest('NEWEST')).toEqual([1, 60_000, null])
      for (const wrong of [
        {},
        { from: '2026-02-28' },
        { minAmount: '9000000' },
        { currency: 'EUR', rate: '5.00' },
      ])
        expect(await refusedFor('PublishProduct', { code: 'NEWEST', ...wrong })).toBe('INVALID_ARGUMENT')
      // A version for a later date is dropped when another one is to begin before it.
      await proposeAndApprove('PublishProduct', { code: 'NEWEST', rate: '7.00', from: '2026-04-01' })
      const { preview } = await propose('PublishProduct', { code: 'NEWEST', rate: '6.50' })
      expect(preview.changes).toContainEqual({ field: 'product.version 2', after: null })
    })
  })

  describe('a payment that the provider took back', () => {
    const depositOf = async (msisdn: Msisdn) =>
      String(present((await world().ordersOf(msisdn)).find(({ kind }) => kind === 'COLLECT')).id)
    const asked = async (deposit: string) =>
      (
        await send(
          'proposeVoidDeposit',
          { deposit, reason: 'the provider says so', evidence: 'ticket 9' },
          awa,
        )
      ).refusal?.code

    test('is undone: savings, mini statement, and the answer to its confirm', async () => {
      world().clock.set('2026-05-01')
      const [one, twin] = [await saver('5000'), await saver('5000')]
      world().clock.set('2026-05-02')
      await world().night()
      const { reference } = await world().quote(one.msisdn, '7000')
      await world().confirm(one.msisdn, reference)
      await world().driveOrders()
      const taken = await world().orderOf(present(reference))
      world().clock.set('2026-05-05')
      await world().night()
      // If a later answer of the provider contradicts the first one, a review case is opened.
      await recordStatus(world().orders, world().call(), taken.id, declined)
      const { id, preview } = await propose('VoidDeposit', { deposit: `PMT-${taken.id}` })
      expect(preview.changes).toContainEqual({ field: 'order.status', after: 'FAILED' })
      expect(preview.journals.flatMap(({ lines }) => lines.map(({ account }) => account))).toEqual([
        'customer_principal',
        'interest_payable',
        'interest_expense',
        'wallet_clearing',
      ])
      expect(await approve(id)).toBe('DONE')
      const mine = first(await world().positions(one.msisdn))
      const theirs = first(await world().positions(twin.msisdn))
      expect(mine.figures).toEqual(theirs.figures)
      const again = await serviceOf(world()).act(
        'confirmDeposit',
        { msisdn: one.msisdn, reference },
        'status failureReason message',
        { actor: gateway },
      )
      expect(again).toEqual({
        status: 'FAILED',
        failureReason: 'DEPOSIT_VOIDED',
        message: present(preview.texts[1]).text,
      })
      const { transactions } = await serviceOf(world()).ask(
        `{ transactions(msisdn: "${one.msisdn}") { date type status amount } }`,
      )
      expect(transactions).toEqual([
        { date: '2026-05-05', type: 'DEPOSIT', status: 'FAILED', amount: '7000' },
        { date: '2026-05-01', type: 'DEPOSIT', status: 'SUCCESSFUL', amount: '5000' },
      ])
      // The review case is closed, and later answers of the provider open no other.
      await recordStatus(world().orders, world().call(), taken.id, paid)
      const file = [
        'transactionId,reference,kind,amount,currency,completedOn',
        `T-1,${taken.id},COLLECT,7000,XAF,2026-05-02`,
      ]
      const read = { name: 'may.csv', bytes: Buffer.from(file.join('\n')) }
      expect(await matchProviderFile(world().orders, read)).toMatchObject({ states: { MATCHED: 1 } })
      const open = `SELECT id FROM review_cases WHERE order_id = ? AND status = 'OPEN'`
      expect(await world().rows(open, taken.id)).toEqual([])
      // A case that is opened later can only be closed: the deposit is not booked twice.
      await world().database.inTransaction((tx) =>
        openReview(tx, world().call(), taken, { kind: 'NOT_COMPARED', detail: 'provider PENDING' }),
      )
      const resolved = {
        caseId: `CASE-${textOf(first(await world().rows(open, taken.id))['id'])}`,
        evidence: 'line 14',
      }
      const resolution = (outcome: string) => send('proposeResolution', { ...resolved, outcome }, awa)
      expect((await resolution('ORDER_SUCCEEDED')).refusal?.code).toBe('INVALID_ARGUMENT')
      expect(await approve(present((await resolution('NOTHING')).approval).id)).toBe('DONE')
      expect(await asked(taken.id)).toBe('INVALID_REFERENCE')
    })

    test('closes a position without other deposits, after cancelling its withdrawal on hold', async () => {
      world().clock.set('2026-03-01')
      const { msisdn, payoutId, positionId, reference } = await held()
      const { id, preview } = await propose('VoidDeposit', { deposit: await depositOf(msisdn) })
      expect(preview.changes).toEqual([
        { field: 'order.status', after: 'FAILED' },
        { field: 'payout.status', after: 'FAILED' },
        { field: `position ${positionId}`, after: 'CLOSED' },
      ])
      expect(await approve(id)).toBe('DONE')
      expect(await world().positions(msisdn)).toEqual([])
      const [payout] = await world().rows('SELECT status, failure_code FROM payouts WHERE id = ?', payoutId)
      expect(payout).toEqual({ status: 'FAILED', failure_code: 'PAYOUT_CANCELLED' })
      expect(await refused(world().withdraw(msisdn, reference))).toBe('done')
      const shown = await serviceOf(world()).ask(
        `{ node(id: "${positionId}") { ... on Position { status principal } } }`,
        {
          actor: awa,
        },
      )
      expect(shown).toEqual({ node: { status: 'CLOSED', principal: '0' } })
      // The savings take up no room any more.
      expect((await world().quote(msisdn, '2000000')).status).toBe('OK')
    })

    test('closes an account whose last savings it was, although the opt-out was not wholly booked', async () => {
      const { id: clockId } = await world().newClock('2026-03-01')
      const { msisdn, accountId } = await world().register({ clockId })
      await world().deposit(msisdn, '10000', 'LOCK1M')
      await addPositionsLike(world(), first(await world().positions(msisdn)).position.id, 24)
      const { reference } = await world().deposit(msisdn, '100000', 'LOCK3M')
      await world().walk(clockId, '2026-04-01')
      await world().optOut(msisdn)
      await world().driveOrders()
      const customer = await customerIdOf(msisdn)
      await proposeAndApprove('BlockCustomer', { customer, scope: 'DEBIT', cause: 'COURT' })
      await proposeAndApprove('VoidDeposit', { deposit: (await world().orderOf(reference)).id })
      const [account] = await world().rows('SELECT status, leave_on FROM accounts WHERE id = ?', accountId)
      // With a date left, a job would look at the account without end, and its last statement would not be made.
      expect(account).toEqual({ status: 'CLOSED', leave_on: null })
    })

    test('is left out of the withdrawal of an opt-out that is not booked yet', async () => {
      const { id: clockId } = await world().newClock('2026-03-01')
      const { msisdn, accountId } = await world().register({ clockId })
      await world().deposit(msisdn, '10000', 'LOCK1M')
      await addPositionsLike(world(), first(await world().positions(msisdn)).position.id, 24)
      await world().deposit(msisdn, '100000', 'LOCK3M')
      const { reference } = await world().deposit(msisdn, '40000', 'LOCK3M')
      await world().walk(clockId, '2026-04-01')
      await world().optOut(msisdn)
      const customer = await customerIdOf(msisdn)
      await proposeAndApprove('BlockCustomer', {
        customer,
        scope: 'DEBIT',
        cause: 'COURT',
        endsOn: '2026-04-03',
      })
      const early = async () =>
        (await world().positions(msisdn)).flatMap(({ payout }) =>
          payout?.basis === 'EARLY_EXIT' ? [[payout.id, payout.principal, payout.amount]] : [],
        )
      // 1 % for 31 days is 85 on 100,000 and 34 on 40,000.
      const [[id, ...before]] = shaped(
        z.tuple([z.tuple([z.string(), z.bigint(), z.bigint()])]),
        await early(),
      )
      expect(before).toEqual([140_000n, 140_119n])
      await proposeAndApprove('VoidDeposit', { deposit: (await world().orderOf(reference)).id })
      expect(await early()).toEqual([[id, 100_000n, 100_085n]])
      await world().walk(clockId, '2026-04-04')
      const paid = await world().rows(
        `SELECT id, amount, status FROM payouts WHERE account_id = ? AND basis = 'EARLY_EXIT'`,
        accountId,
      )
      expect(paid).toMatchObject([{ id, status: 'PAID' }])
      expect(String(first(paid)['amount'])).toBe('100085')
    })

    test('becomes a debt of the customer if it was paid out, until two people write it off', async () => {
      world().clock.set('2026-03-01')
      const { msisdn } = await held()
      const deposit = await depositOf(msisdn)
      world().clock.advance(3 * dayMs)
      await world().releaseHolds()
      // A deposit cannot be voided while its money is being sent.
      expect(await asked(deposit)).toBe('PAYMENTS_UNDER_WAY')
      await world().driveOrders()
      const { id, preview } = await propose('VoidDeposit', { deposit })
      expect(preview.changes).toContainEqual({ field: 'customer.owes', after: '100000' })
      expect(await approve(id)).toBe('DONE')
      const owed = async () => {
        const { ledgerEntries } = shaped(
          z.object({ ledgerEntries: z.object({ nodes: z.array(z.object({ amount: z.string() })) }) }),
          await serviceOf(world()).ask(
            `{ ledgerEntries(filter: { account: [customer_receivable], dimension: ["${deposit}"] }, sort: OLDEST) { nodes { amount } } }`,
            { actor: awa },
          ),
        )
        return ledgerEntries.nodes.map(({ amount }) => amount)
      }
      expect(await owed()).toEqual(['100000'])
      const lines = (amount: string) => [
        { account: 'customer_receivable', amount: `-${amount}` },
        { account: 'adjustments', amount },
      ]
      const adjust = { deposit: `PMT-${deposit}`, lines: lines('60000') }
      const [first, second] = [await propose('Adjustment', adjust), await propose('Adjustment', adjust)]
      expect(present(first.preview.journals[0]).lines.map(({ amount }) => amount)).toEqual([
        '-60000',
        '60000',
      ])
      const answers = await Promise.all([approve(first.id), approve(second.id, marie)])
      expect(answers.toSorted()).toEqual(['DONE', 'INVALID_ARGUMENT'])
      expect(await owed()).toEqual(['100000', '-60000'])
    })

    test('is serialised with a withdrawal, a night, an opt-out, a top-up and a second approval', async () => {
      for (const what of ['withdraw', 'night', 'optOut', 'settle', 'again', 'reset'] as const) {
        world().clock.set('2026-03-01')
        const clock = what === 'reset' ? await world().newClock('2026-03-01') : undefined
        const { msisdn, positionId } = await saver('100000', { clockId: clock?.id ?? null })
        const deposit = await depositOf(msisdn)
        const leave = (await world().preview(msisdn, positionId)).reference
        if (what === 'settle') await world().confirm(msisdn, (await world().quote(msisdn, '5000')).reference)
        if (what === 'night') world().clock.advance(dayMs)
        const { id } = await propose('VoidDeposit', { deposit })
        const acts = {
          withdraw: () => refused(world().withdraw(msisdn, leave)),
          night: () => refused(world().night()),
          optOut: () => refused(world().optOut(msisdn)),
          settle: () => refused(world().driveOrders()),
          again: () => approve(id, marie),
          reset: () => refused(world().reset(msisdn)),
        }
        const [answer] = await Promise.all([approve(id), acts[what]()])
        expect(['DONE', 'OUTDATED', 'ACCOUNT_CLOSING', 'PAYMENTS_UNDER_WAY', 'INVALID_REFERENCE']).toContain(
          answer,
        )
        const [order] = await world().rows('SELECT failure_code FROM payment_orders WHERE id = ?', deposit)
        if (answer === 'DONE' || what === 'again') expect(order).toEqual({ failure_code: 'DEPOSIT_VOIDED' })
        else expect(order).toEqual({ failure_code: null })
        await world().driveOrders()
      }
    })
  })

  describe('an adjustment', () => {
    const asked = async (lines: readonly (readonly [string, string])[], deposit?: string) =>
      (
        await send(
          'proposeAdjustment',
          {
            lines: lines.map(([account, amount]) => ({ account, amount })),
            deposit,
            reason: 'fees of March',
            evidence: 'invoice 12',
          },
          awa,
        )
      ).refusal?.code

    test('requires evidence, as do a change of number, a voided deposit and a block except for fraud', async () => {
      const { customer } = await saver()
      const deposit = first(await world().rows('SELECT id FROM deposits WHERE customer_id = ?', customer))
      const lines = [
        { account: 'wallet_clearing', amount: '-250' },
        { account: 'adjustments', amount: '250' },
      ]
      const block = { customer, scope: 'DEBIT' }
      const asked = {
        Adjustment: { lines },
        ChangeMsisdn: { customer, newMsisdn: world().newNumber() },
        VoidDeposit: { deposit: String(deposit['id']) },
        BlockCustomer: { ...block, cause: 'COURT' },
      }
      for (const [what, input] of Object.entries(asked)) {
        const without = { reason: 'asked for', evidence: null, ...input }
        const { approval, refusal } = await send(`propose${what}`, without, awa)
        expect([what, approval, refusal?.code]).toEqual([what, null, 'EVIDENCE_REQUIRED'])
        const said = { ...without, evidence: 'a letter' }
        expect([what, (await send(`propose${what}`, said, awa)).refusal]).toEqual([what, null])
      }
      const alarm = { ...block, cause: 'FRAUD', reason: 'a call' }
      expect((await send('proposeBlockCustomer', alarm, awa)).refusal).toBeNull()
    })

    test('is one journal of today between ledger accounts, about no customer, and its approver is in the audit', async () => {
      world().clock.set('2026-06-07')
      await world().night()
      const lines = [
        { account: 'wallet_clearing', amount: '-250' },
        { account: 'adjustments', amount: '250' },
      ]
      const audited = () =>
        world().rows(
          `SELECT actor FROM audit_log WHERE action = 'POST_ADJUSTMENT' AND customer_id IS NULL ORDER BY id`,
        )
      const earlier = (await audited()).length
      const input = { lines, reason: 'fees of March', evidence: 'invoice 12', idempotencyKey: 'fees-3' }
      const first = await send('proposeAdjustment', input, awa)
      expect(await send('proposeAdjustment', input, awa)).toEqual(first)
      const { id } = present(first.approval)
      const said = { id, idempotencyKey: 'fees-3-yes' }
      expect(present((await send('approve', said, paul)).approval).status).toBe('DONE')
      expect(present((await send('approve', said, paul)).approval).status).toBe('DONE')
      const posted = await world().rows(
        `SELECT account, amount, business_on, customer_id FROM journals JOIN postings ON journal_id = journals.id
         WHERE reference LIKE 'ADJUSTMENT:%' AND business_on = '2026-06-07' ORDER BY account`,
      )
      expect(posted.map((row) => ({ ...row, amount: Number(row['amount']) }))).toEqual([
        { account: 'adjustments', amount: 250, business_on: '2026-06-07', customer_id: null },
        { account: 'wallet_clearing', amount: -250, business_on: '2026-06-07', customer_id: null },
      ])
      expect((await audited()).slice(earlier)).toEqual([{ actor: paul.name }])
    })

    test('uses no account that is derived from customers’ savings, and sums to zero', async () => {
      for (const lines of [
        [['wallet_clearing', '-250']],
        [
          ['wallet_clearing', '-250'],
          ['adjustments', '200'],
        ],
        [
          ['wallet_clearing', '-250'],
          ['customer_principal', '250'],
        ],
        [
          ['interest_expense', '-250'],
          ['adjustments', '250'],
        ],
        [
          ['wallet_clearing', '-250'],
          ['customer_receivable', '250'],
        ],
        [
          ['wallet_clearing', '-0.5'],
          ['adjustments', '0.5'],
        ],
        [
          ['wallet_clearing', '5'],
          ['wallet_clearing', '-5'],
        ],
        [],
      ] as const)
        expect(await asked(lines)).toBe('INVALID_ARGUMENT')
      const { msisdn } = await saver('5000')
      const { id } = first(await world().ordersOf(msisdn))
      const debt = [
        ['customer_receivable', '-5'],
        ['adjustments', '5'],
      ] as const
      expect(await asked(debt, id)).toBe('INVALID_REFERENCE')
      expect(await asked(debt, 'nothing')).toBe('INVALID_REFERENCE')
    })
  })
})
