import { expect, test } from '@jest/globals'
import { openReview } from '../../src/bank/payments/review.js'
import { isSamePerson } from '../../src/platform/identity/person.rules.js'
import { noteSignIn } from '../../src/platform/identity/keys/role-assignments.js'
import type { Actor } from '../../src/kernel/call.js'
import { update } from '../../src/platform/database/rows.js'
import { ReviewCase } from '../../src/bank/payments/payment.entity.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { person, serviceOf } from './support.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const issuer = 'https://id.bank.example/realms/staff'
const personOf = (role: 'BACK_OFFICE' | 'APPROVER', subject: string, name: string): Actor => ({
  ...person(role),
  id: `${issuer} ${subject}`,
  name,
})
const awa = personOf('BACK_OFFICE', 'u-1', 'Awa Ngo')
const namesake = personOf('APPROVER', 'u-2', 'Awa Ngo')
const married = personOf('BACK_OFFICE', 'u-1', 'Awa Essomba')

test.each([
  [awa, namesake, false],
  [awa, married, true],
  [awa, { ...awa, id: 'https://other.example u-1' }, true],
  [awa, { ...awa, id: `sha256:${'a'.repeat(64)}` }, true],
  [awa, { name: 'awa  ngo' }, true],
  [awa, { ...married, id: null }, false],
])('whether %j and %j are one person is decided by their ids, then by their names', (one, other, isOne) => {
  expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([isOne, isOne])
})

describeEachDatabase('two people with one name, and one person with two', (database) => {
  const world = worldFor(database)
  const serve = () => serviceOf(world())

  const newReviewCase = async (): Promise<string> => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    const order = first(await world().ordersOf(msisdn))
    await world().database.inTransaction((tx) =>
      openReview(tx, world().call(), order, { kind: 'NO_ANSWER', detail: '' }),
    )
    const { reviewCases } = await serve().ask(
      `{ reviewCases(filter: { order: ["${order.id}"] }) { nodes { id } } }`,
      { actor: awa },
    )
    return first(shaped(z.object({ nodes: z.array(z.object({ id: z.string() })) }), reviewCases).nodes).id
  }
  const mineOf = async (actor: Actor): Promise<unknown[]> => {
    const answer = await serve().ask(
      `{ mine: reviewCases(filter: { isMine: true }) { nodes { id isMine } }
         others: reviewCases(filter: { isMine: false }) { nodes { id isMine } } }`,
      { actor },
    )
    const cases = z.object({ nodes: z.array(z.object({ id: z.string(), isMine: z.boolean() })) })
    const { mine, others } = shaped(z.object({ mine: cases, others: cases }), answer)
    expect(mine.nodes.every(({ isMine }) => isMine)).toBe(true)
    expect(others.nodes.some(({ isMine }) => isMine)).toBe(false)
    return mine.nodes.map(({ id }) => id)
  }
  let keys = 0
  const assign = async (caseId: string, to: string, actor: Actor): Promise<void> => {
    const input = { caseId, to, idempotencyKey: `assign-${(keys += 1)}` }
    expect(await serve().act('assign', input, 'refusal { code }', { actor })).toEqual({ refusal: null })
  }

  test('decide on the proposals of another person of their name, never on their own', async () => {
    const { msisdn } = await world().register()
    const proposed = await serve().act(
      'proposeOptOut',
      { msisdn, reason: 'asked for', idempotencyKey: `leave-${msisdn}` },
      'approval { id isMine }',
      { actor: awa },
    )
    const { approval } = shaped(
      z.object({ approval: z.object({ id: z.string(), isMine: z.boolean() }) }),
      proposed,
    )
    expect(approval.isMine).toBe(true)
    const waiting = (actor: Actor) =>
      serve().ask('{ approvals(filter: { waitingForMe: true }) { nodes { id isMine } } }', { actor })
    const nothing = { approvals: { nodes: [] } }
    // The proposer is the same person under another name and with another role.
    expect(await waiting({ ...married, roles: new Set(['APPROVER']) })).toEqual(nothing)
    // A person with the same name at another provider may be the proposer.
    expect(await waiting({ ...namesake, id: 'https://other.example u-2' })).toEqual(nothing)
    expect(await waiting(namesake)).toEqual({ approvals: { nodes: [{ id: approval.id, isMine: false }] } })
    expect(
      await serve().act(
        'approve',
        { id: approval.id, idempotencyKey: `yes-${msisdn}` },
        'approval { status }',
        {
          actor: namesake,
        },
      ),
    ).toEqual({ approval: { status: 'DONE' } })
  })

  test('keep their own cases, even after a change of name', async () => {
    const id = await newReviewCase()
    await assign(id, 'awa ngo', awa)
    expect([await mineOf(awa), await mineOf(married), await mineOf(namesake)]).toEqual([[id], [id], []])
    // Two people of this name have signed in: a case that is assigned to the name is on the lists of both.
    const other = await newReviewCase()
    await world().database.inTransaction(async (tx) => {
      for (const [at, { id: person, name }] of [awa, namesake].entries())
        await noteSignIn(tx, {
          id: `R-${at}`,
          person: present(person),
          name,
          roles: 'APPROVER',
          createdAt: world().clock.now(),
        })
    })
    const paul = personOf('APPROVER', 'u-3', 'Paul Biya')
    await assign(other, 'Awa Ngo', paul)
    expect([await mineOf(awa), await mineOf(married), await mineOf(namesake)]).toEqual([
      expect.arrayContaining([id, other]),
      [id],
      [other],
    ])
    // Only one Paul Biya has signed in: the case that is assigned to the name stays theirs when their name changes.
    await world().database.inTransaction((tx) =>
      noteSignIn(tx, {
        id: 'R-paul',
        person: present(paul.id),
        name: paul.name,
        roles: 'APPROVER',
        createdAt: world().clock.now(),
      }),
    )
    await assign(other, 'Paul Biya', awa)
    expect(await mineOf({ ...paul, name: 'Paul B.' })).toEqual([other])
    // A row from before persons had ids belongs to everybody of that name.
    await world().database.inTransaction((tx) =>
      update(tx, ReviewCase, { assignedToId: null }, 'assigned_to = ?', ['Paul Biya']),
    )
    expect([await mineOf(paul), await mineOf({ ...paul, name: 'Paul B.' })]).toEqual([[other], []])
    // Whoever assigns a case may write the name in another case.
    await assign(other, 'PAUL biya', awa)
    expect(await mineOf({ ...paul, name: 'Paul B.' })).toEqual([other])
    await assign(other, 'eve TABI', awa)
    expect(await mineOf({ ...person('APPROVER'), name: 'Eve Tabi' })).toEqual([other])
  })
})
