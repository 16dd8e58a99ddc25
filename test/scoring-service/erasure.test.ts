import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { join } from 'node:path'
import { graphql, type GraphQLSchema } from 'graphql'
import { createContext } from '../../src/app/context.js'
import type { Domain } from '../../src/app/domain.js'
import { createSchema } from '../../src/app/schema.js'
import { civilDate } from '../../src/kernel/calendar.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import type { Peppers } from '../../src/platform/identity/keys/keys.js'
import { eraseScoringPerson } from '../../src/scoring-service/erasure/erase-scores.js'
import { clerk, domainOf, person as actorWith } from '../graphql/support.js'
import { describeEachDatabase } from '../support/services.js'
import { placesOf } from '../support/everything.js'
import { eventually } from '../support/wait.js'
import { ask, pdf, person, put, wallet, type Caller } from './caller.js'
import { noRecord, pepper, readsAll, scoringWorldFor } from './world.js'
import { at } from '../support/present.js'
import { anyObject, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'

const approver = actorWith('APPROVER')

describeEachDatabase('erasure', (database) => {
  const world = scoringWorldFor(database)
  const signal = new AbortController().signal

  let domain: Domain
  let schema: GraphQLSchema
  beforeAll(() => {
    const objects = createFilesStore(join(world().directory, 'documents'))
    domain = domainOf(world(), { erasing: { objects, pepper, forgetOwn: async () => 0 } })
    schema = createSchema(domain)
  })

  /** Sends a mutation to the back office, and returns its data or the code of its refusal. */
  const office = async (mutation: string, given: string, actor = clerk) => {
    const now = world().clock.now()
    const today = civilDate('UTC')(now)
    const call = {
      now,
      today,
      zone: 'Africa/Douala',
      language: 'en',
      actor,
      session: null,
      journey: null,
    } as const
    const input = `{ idempotencyKey: "${randomUUID()}", ${given} }`
    const source = `mutation { answer: ${mutation}(input: ${input}) {
      approval { id erased { requests objects bureauAnswers } } refusal { code } } }`
    const contextValue = createContext(domain, call)
    const { data, errors } = await graphql({ schema, source, contextValue })
    const { approval, refusal } = shaped(
      z.object({
        approval: anyObject.nullish(),
        refusal: z.object({ code: z.string() }).nullish(),
      }),
      data?.['answer'] ?? {},
    )
    return errors?.[0]?.extensions['code'] ?? refusal?.code ?? approval
  }
  /** A clerk proposes the erasure, and an approver approves it. */
  const proposeAndApprove = async (what: string) => {
    const proposed = shaped(
      z.union([z.string(), z.object({ id: z.string() })]),
      await office('proposeErasure', what),
    )
    if (typeof proposed === 'string') return proposed
    const done = shaped(
      z.object({ erased: z.unknown() }),
      await office('approve', `id: "${proposed.id}"`, approver),
    )
    return structuredClone(done.erased)
  }
  const eraseRequest = (requestId: string) =>
    proposeAndApprove(`requestId: "${requestId}", reason: "ticket 4711"`)
  const erasePerson = (nationalId: string) =>
    proposeAndApprove(`nationalId: "${nationalId}", reason: "ticket 4712"`)
  const expectGone = async (caller: Caller, requestId: string) => {
    const { status, body } = await caller.results(requestId)
    expect([status, body]).toMatchObject([404, { status: 'error', code: 404, details: 'expired' }])
    const [row] = await world().rows('SELECT * FROM scoring_requests WHERE id = ?', requestId)
    expect(row).toMatchObject({ subject: null, national_id_hash: null, idempotency_key: null, due_at: null })
  }
  const auditsOf = (action: string, subject: string) =>
    world().rows('SELECT * FROM audit_log WHERE action = ? AND subject LIKE ?', action, subject)
  const kept = () => world().rows('SELECT question FROM scoring_kept_answers')

  describe('of a request', () => {
    test('removes its results, documents and addresses, and records who erased it and why', async () => {
      world().engine.current = readsAll
      const caller = await world().newClient()
      const { requestId } = await caller.uploaded(['a.pdf', 'b.pdf'])
      await world().process()
      await world().cleanUp()
      const { parsedUrls } = (await caller.results(requestId)).body
      expect((await ask(parsedUrls[0])).status).toBe(200)
      const files = (await world().files()).length

      expect(await eraseRequest(requestId.toUpperCase())).toEqual({
        requests: 1,
        objects: 2,
        bureauAnswers: 0,
      })
      await expectGone(caller, requestId)
      expect((await ask(parsedUrls[1])).status).toBe(410)
      expect(await world().files()).toHaveLength(files - 2)
      const audit = at(await auditsOf('ERASE_SCORING_REQUEST', requestId), 0)
      expect(audit).toMatchObject({ actor: approver.name })
      expect(JSON.parse(String(audit['state_after']))).toMatchObject({ objects: 2, reason: 'ticket 4711' })
      expect(Object.values(audit).join(' ')).not.toMatch(/Wanjiku|29384756|a\.pdf/)
      expect(await eraseRequest(requestId)).toEqual({ requests: 0, objects: 0, bureauAnswers: 0 })
    })

    test('that waits for documents closes its upload addresses', async () => {
      const caller = await world().newClient()
      const { requestId, uploadUrls } = await caller.accepted(['a.pdf', 'b.pdf'])
      await put(uploadUrls[0].url, pdf)
      expect(await eraseRequest(requestId)).toMatchObject({ requests: 1, objects: 1 })
      expect((await put(uploadUrls[1].url, pdf)).status).toBe(403)
      await expectGone(caller, requestId)
    })

    test('that is being read stores no result', async () => {
      const caller = await world().newClient()
      const { requestId } = await caller.uploaded()
      const files = await world().files()
      world().engine.current = async (request) => {
        expect(await eraseRequest(requestId)).toMatchObject({ requests: 1, objects: 1 })
        return readsAll(request)
      }
      await world().process()
      expect(world().engine.requests).toHaveLength(1)
      await expectGone(caller, requestId)
      await world().cleanUp()
      expect(await world().files()).toHaveLength(files.length - 1)
    })

    test('removes a cached answer of the bureau, or one that is on its way, and keeps the record of consent', async () => {
      const caller = await world().newClient()
      const submit = async () => (await caller.submit({ ...person, productCode: 'P7' })).body.requestId
      const first = await submit()
      await world().process()
      const again = await submit()
      await world().process()
      const before = (await kept()).length
      expect(await eraseRequest(again)).toMatchObject({ requests: 1, bureauAnswers: 1 })
      expect(await kept()).toHaveLength(before - 1)
      expect((await caller.results(first)).status).toBe(200)

      const pending = await submit()
      let answer = (): void => undefined
      world().bureau.current = new Promise((resolve) => {
        answer = () => resolve(noRecord)
      }) as never
      await world().scoring.process(signal)
      await eventually('the bureau is being asked', () => world().bureau.queries.length === 2)
      expect(await eraseRequest(pending)).toMatchObject({ requests: 1, bureauAnswers: 0 })
      answer()
      await world().scoring.idle()
      await expectGone(caller, pending)
      expect(await kept()).toHaveLength(before - 1)
      const uses = 'SELECT answer FROM scoring_bureau_pulls WHERE request_id = ?'
      expect(await world().rows(uses, pending)).toEqual([{ answer: 'NoRecord' }])
    })

    test('is refused for an unknown request and without a reason', async () => {
      expect(await eraseRequest('nothing')).toBe('INVALID_REFERENCE')
      const { requestId } = await (await world().caller()).accepted()
      expect(await eraseRequest(`${requestId} `)).toBe('INVALID_REFERENCE')
      expect(await office('proposeErasure', 'requestId: "x", reason: " "')).toBe('INVALID_ARGUMENT')
      expect(await erasePerson(' ')).toBe('INVALID_ARGUMENT')
    })
  })

  test('of a person removes the requests of all clients, live and in the sandbox, and of no other person', async () => {
    const callers = [await world().newClient(), await world().newClient('sandbox')]
    const p7 = async (caller: Caller, nationalId: string) =>
      textOf((await caller.submit({ ...person, productCode: 'P7', nationalId })).body.requestId)
    const theirs: [Caller, string][] = []
    for (const caller of callers) theirs.push([caller, await p7(caller, 'ERASE-ME')])
    const other = await p7(at(callers, 0), 'KEEP-ME')
    await world().process()

    expect(await erasePerson(' ERASE-ME ')).toEqual({ requests: 2, objects: 2, bureauAnswers: 2 })
    for (const [caller, requestId] of theirs) await expectGone(caller, requestId)
    expect((await at(callers, 0).results(other)).status).toBe(200)
    expect(await erasePerson('ERASE-ME')).toEqual({ requests: 0, objects: 0, bureauAnswers: 0 })
    const audits = await auditsOf('ERASE_SCORING_PERSON', '%')
    expect(audits).toHaveLength(2)
    expect(audits.flatMap(Object.values).join(' ')).not.toContain('ERASE-ME')
  })

  test('of a person finds requests in which the national id has capitals and no spaces, unlike the proposal', async () => {
    const caller = await world().newClient()
    await caller.submit({ ...person, productCode: 'P7', nationalId: 'AB12345' })
    await world().process()
    expect(await erasePerson('ab 12-345')).toEqual({ requests: 1, objects: 1, bureauAnswers: 1 })
  })

  test('of a person finds requests in which the national id is spelled in another way than in the proposal', async () => {
    const caller = await world().newClient()
    for (const nationalId of ['cd 12-345', 'Cd.12345'])
      await caller.submit({ ...person, productCode: 'P7', nationalId })
    await world().process()
    expect(await erasePerson('CD 123 45')).toEqual({ requests: 2, objects: 2, bureauAnswers: 2 })
  })

  test('of a person finds requests hashed with the previous pepper during its rotation', async () => {
    const caller = await world().newClient()
    await caller.submit({ ...person, productCode: 'P7', nationalId: 'ROTATED' })
    await world().process()
    const { erasing, database } = domain
    const now = world().clock.now()
    const call = { now, today: civilDate('UTC')(now), zone: 'UTC', language: 'en', actor: clerk } as const
    const erase = async (peppers: Peppers) => {
      const whole = { ...call, session: null, journey: null }
      const given = { nationalId: 'ROTATED', reason: 'ticket 4713' }
      const { erased } = await database.inTransaction((tx) =>
        eraseScoringPerson(tx, { ...erasing, ...peppers }, whole, given),
      )
      return erased
    }
    expect(await erase({ pepper: 'next' })).toMatchObject({ requests: 0 })
    expect(await erase({ pepper: 'next', pepperBefore: pepper })).toMatchObject({
      requests: 1,
      bureauAnswers: 1,
    })
  })

  describe('of a person', () => {
    const submitted = {
      nationalId: 'WANJA-77',
      phoneNumber: '+254799123456',
      firstName: 'Wanjawambui',
      middleName: 'Nyakairu',
      lastName: 'Kinuthiaka',
      email: 'wanjawambui@example.com',
      street: 'Moi Avenue 7',
    }
    const words = [...Object.values(submitted), 'of-wanjawambui', 'open-sesame-77', '0012300456']
    const places = (): Promise<string[]> =>
      placesOf(world().database, world().databaseUrl, [world().directory], words)
    const filled = async (): Promise<void> => {
      const caller = await world().newClient()
      const document = wallet('of-wanjawambui.pdf', {
        password: 'open-sesame-77',
        accountNumber: '0012300456',
      })
      const request = { ...submitted, productCode: 'PA', documentsDetails: [document] }
      const uploaded = async (): Promise<void> => {
        const { status, body } = await caller.submit(request, { 'idempotency-key': 'of-wanjawambui' })
        expect(status).toBe(200)
        const statement = Buffer.concat([pdf, Buffer.from(words.join(' '))])
        for (const { url } of body.uploadUrls) expect((await put(url, statement)).status).toBe(200)
      }
      world().engine.current = async (request) => {
        const { documents } = await readsAll(request)
        return { documents, bodies: [{ json: JSON.stringify({ data: submitted }) }] }
      }
      await uploaded()
      await world().process()
      const p7 = await caller.submit({ ...submitted, productCode: 'P7' })
      expect(p7.status).toBe(200)
      await world().process()
      world().engine.current = async ({ documents }) => ({
        documents: documents.map(({ documentName }) => ({
          documentName,
          state: 'FAILED',
          code: 'unsupported_layout',
          detail: `it is of ${submitted.lastName}`,
        })),
        bodies: [],
      })
      await caller.uploaded(['of-wanjawambui.pdf'], submitted)
      await world().process()
      const { status } = await caller.submit({ ...request, documentsDetails: [document] })
      expect(status).toBe(200)
    }

    test('leaves no personal data in any table or file', async () => {
      await filled()
      expect((await places()).length).toBeGreaterThan(2)
      expect(await erasePerson(submitted.nationalId)).toMatchObject({ requests: 4 })
      await world().cleanUp()
      expect(await places()).toEqual([])
    })

    test('happens by itself after the retention time', async () => {
      await filled()
      world().clock.advance(2 * 86_400_000)
      await world().cleanUp()
      world().clock.advance(31 * 86_400_000)
      await world().cleanUp()
      expect(await places()).toEqual([])
    })
  })

  test('of a person removes the traces of their documents, even of one that is being read', async () => {
    const seen = () => world().rows('SELECT trace FROM scoring_sightings')
    const before = (await seen()).length
    const caller = await world().newClient()
    const uploaded = (nationalId: string) => caller.uploaded(['a.pdf'], { nationalId })
    let bytes = 0
    let finish = (): void => undefined
    let isHeld = false
    world().engine.current = async (request) => {
      const fingerprint = { sha256: String((bytes += 1)), code: '' }
      if (isHeld) await new Promise<void>((resolve) => (finish = resolve))
      const { documents, ...result } = await readsAll(request)
      return { ...result, documents: documents.map((one) => ({ ...one, fingerprint })) }
    }
    await uploaded('SEEN-BEFORE')
    await uploaded('SEEN-STILL')
    await world().process()
    expect(await seen()).toHaveLength(before + 2)

    isHeld = true
    await uploaded('SEEN-BEFORE')
    await world().scoring.process(signal)
    await eventually('the document is being read', () => bytes === 3)
    expect(await erasePerson('SEEN-BEFORE')).toMatchObject({ requests: 2 })
    finish()
    await world().scoring.idle()
    expect(await seen()).toHaveLength(before + 1)
    world().engine.current = readsAll
  })
})
