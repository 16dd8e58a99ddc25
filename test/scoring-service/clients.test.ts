import { describe, expect, test } from '@jest/globals'
import type { Row } from '../../src/platform/database/database.js'
import { clientsCommand } from '../../src/cli/registers/clients-command.js'
import {
  createClient,
  listClients,
  revokeClient,
  rotateClient,
  setClientOptions,
} from '../../src/scoring-service/clients/manage-clients.js'
import { findClient, findCredential } from '../../src/scoring-service/clients/find-client.js'
import type { Peppers } from '../../src/platform/identity/keys/keys.js'
import { resultOptionsDefault } from '../../src/scoring-service/model/engine.js'
import { revokeDevelopmentClients } from '../../src/scoring-service/clients/development-clients.js'
import { developmentKeyRing, parseKeyRing } from '../../src/platform/crypto/key-ring.js'
import { seal, unseal } from '../../src/platform/crypto/sealing.js'
import { parsedCommand } from '../cli/parsed-command.js'
import { describeEachDatabase } from '../support/services.js'
import { ask, createCaller, pdf, person, put, tokenOf } from './caller.js'
import { openScoringWorld, pepper, readsAll, scoringWorldFor } from './world.js'
import { first, last, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

describeEachDatabase('clients', (database) => {
  const world = scoringWorldFor(database)
  const deps = () => ({ database: world().database, pepper, now: world().clock.now() })
  const facts = (clientId: string) =>
    ({ clientId, name: 'Awa', environment: 'live', products: ['PA'] }) as const

  test('are created with a secret and a key, neither of which is stored in any table', async () => {
    const { secret, apiKey } = await createClient(deps(), facts('fresh'))
    const caller = await createCaller(world().url, 'live', { clientId: 'fresh', secret, apiKey })
    expect((await caller.submit({ ...person, productCode: 'PAS' })).status).toBe(400)
    const tables = ['scoring_clients', 'scoring_credentials', 'audit_log']
    const rows = await Promise.all(tables.map((table) => world().rows(`SELECT * FROM ${table}`)))
    const stored = rows.flat().flatMap(Object.values).join(' ')
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(apiKey)
    await expect(createClient(deps(), facts('fresh'))).rejects.toThrow('exists already')
  })

  test('are accepted with both peppers during the rotation of a pepper, then only with the new one', async () => {
    const before = await createClient(deps(), facts('peppered'))
    const client = await findClient(world().database.read, 'live', 'peppered')
    const { database, clock } = world()
    const isKnown = async (given: string, peppers: Peppers) =>
      (await findCredential({ database, clock, ...peppers }, client, { kind: 'SECRET', text: given })) !==
      undefined
    const both = { pepper: 'the next pepper', pepperBefore: pepper }
    expect(await isKnown(before.secret, both)).toBe(true)
    const next = await rotateClient(
      { ...deps(), pepper: both.pepper },
      { clientId: 'peppered', overlapMs: 3_600_000 },
    )
    expect([await isKnown(before.secret, both), await isKnown(next.secret, both)]).toEqual([true, true])
    const alone = { pepper: both.pepper }
    expect([await isKnown(before.secret, alone), await isKnown(next.secret, alone)]).toEqual([false, true])
  })

  test('are rotated: the old credentials end after the overlap, or at once without one', async () => {
    const old = { clientId: 'rotating', ...(await createClient(deps(), facts('rotating'))) }
    const { base } = await createCaller(world().url, 'live', old)
    const fresh = {
      clientId: 'rotating',
      ...(await rotateClient(deps(), { clientId: 'rotating', overlapMs: 3_600_000 })),
    }
    const statusOf = async (pair: typeof old) => (await tokenOf(base, pair)).status
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])
    world().clock.advance(3_601_000)
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([400, 200])
    await rotateClient(deps(), { clientId: 'rotating', overlapMs: 0 })
    expect(await statusOf(fresh)).toBe(400)
  })

  test('get a 403 for the key from before a rotation, and cannot use the secret as key or the key as secret', async () => {
    const pair = { clientId: 'keyed', ...(await createClient(deps(), facts('keyed'))) }
    const caller = await createCaller(world().url, 'live', pair)
    expect((await caller.submit({}, { 'x-api-key': pair.secret })).status).toBe(403)
    expect((await tokenOf(caller.base, { ...pair, secret: pair.apiKey })).status).toBe(400)
    const fresh = await rotateClient(deps(), { clientId: 'keyed', overlapMs: 0 })
    const { token } = (await tokenOf(caller.base, { clientId: 'keyed', secret: fresh.secret })).body
    expect((await caller.submit({}, { authorization: token })).status).toBe(403)
  })

  test('are rotated: tokens of the old secret stay valid if there is an overlap, and end at once if there is none', async () => {
    const pair = { clientId: 'hurried', ...(await createClient(deps(), facts('hurried'))) }
    const caller = await createCaller(world().url, 'live', pair)
    const { requestId, token: ofResults } = await caller.accepted()
    const fresh = await rotateClient(deps(), { clientId: 'hurried', overlapMs: 3_600_000 })
    const asked = { 'x-api-key': fresh.apiKey }
    expect((await caller.submit({}, asked)).status).toBe(400)
    await rotateClient(deps(), { clientId: 'hurried', overlapMs: 0 })
    expect((await caller.submit({}, asked)).status).toBe(401)
    expect((await caller.results(requestId, { authorization: ofResults })).status).toBe(401)
  })

  test('are revoked: their tokens and addresses end at once, and they cannot be revoked again', async () => {
    const pair = { clientId: 'leaving', ...(await createClient(deps(), facts('leaving'))) }
    const caller = await createCaller(world().url, 'live', pair)
    world().engine.current = readsAll
    const { requestId } = await caller.uploaded()
    await world().process()
    const result = first(shaped(z.array(z.string()), (await caller.results(requestId)).body.parsedUrls))
    const { uploadUrls } = await caller.accepted()
    const expectNoAddress = async () => {
      expect((await put(uploadUrls[0].url, pdf)).status).toBe(403)
      expect((await ask(result)).status).toBe(410)
    }
    await revokeClient(deps(), 'leaving')
    await expectNoAddress()
    expect((await caller.submit({})).status).toBe(401)
    expect((await tokenOf(caller.base, pair)).status).toBe(400)
    await expect(revokeClient(deps(), 'leaving')).rejects.toThrow('is revoked')
    await expect(rotateClient(deps(), { clientId: 'nobody', overlapMs: 0 })).rejects.toThrow(
      'there is no client',
    )
    const listed = present((await listClients(deps())).find(({ clientId }) => clientId === 'leaving'))
    expect(listed.revokedAt).not.toBeNull()
  })

  test('have options; a change applies to their next results, and has an audit row', async () => {
    const pair = { clientId: 'choosing', ...(await createClient(deps(), facts('choosing'))) }
    const caller = await createCaller(world().url, 'live', pair)
    world().engine.current = readsAll
    const optionsOfNext = async () => {
      await caller.uploaded()
      await world().process()
      return last(world().engine.requests).options
    }
    expect(await optionsOfNext()).toEqual(resultOptionsDefault)
    await setClientOptions(deps(), { clientId: 'choosing', options: { masksContacts: false } })
    await setClientOptions(deps(), { clientId: 'choosing', options: { withChecks: true } })
    expect(await optionsOfNext()).toEqual({ masksContacts: false, withChecks: true, acceptsCsv: false })
    const changes = await world().rows(
      `SELECT state_before, state_after FROM audit_log WHERE action = 'CHANGE_SCORING_CLIENT'`,
    )
    const said = (row: Row) =>
      [row['state_before'], row['state_after']].map((text) => JSON.parse(String(text)))
    const [before, between, after] = [
      resultOptionsDefault,
      { ...resultOptionsDefault, masksContacts: false },
      { ...resultOptionsDefault, masksContacts: false, withChecks: true },
    ]
    expect(changes.map(said)).toEqual(
      expect.arrayContaining([
        [before, between],
        [between, after],
      ]),
    )
    await expect(setClientOptions(deps(), { clientId: 'nobody', options: {} })).rejects.toThrow('no client')
  })

  test('have an audit row for each change', async () => {
    const actions = await world().rows(
      `SELECT action FROM audit_log WHERE actor = 'operator' AND action LIKE '%SCORING_CLIENT' ORDER BY id`,
    )
    const found = new Set(actions.map((row) => row['action']))
    expect(found).toEqual(
      new Set(['CREATE', 'CHANGE', 'ROTATE', 'REVOKE'].map((act) => `${act}_SCORING_CLIENT`)),
    )
  })

  test('of development are not accepted in production, even in a database that served development', async () => {
    const other = await openScoringWorld(database, { settings: { developmentClients: false } })
    try {
      const credentials = { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret' }
      expect((await tokenOf(`${other.url}/scoring`, credentials)).status).toBe(400)
    } finally {
      await other.close()
    }
    const caller = await world().caller()
    await world().database.inTransaction((tx) => revokeDevelopmentClients(tx, 1))
    expect((await caller.submit({})).status).toBe(401)
  })
})

describe('cauri clients', () => {
  test('describes its subcommands', async () => {
    expect(await parsedCommand(clientsCommand, ['--help'])).toMatch(/create[^]*list[^]*rotate[^]*revoke/)
  })

  test.each<[string[], object]>([
    [['list'], { act: 'list' }],
    [
      ['create', '--id', 'abc', '--name', 'A', '--products', 'PA,P7', '--environment', 'sandbox'],
      { act: 'create', clientId: 'abc', name: 'A', environment: 'sandbox', products: ['PA', 'P7'] },
    ],
    [['rotate', '--id', 'abc'], { act: 'rotate', clientId: 'abc', overlapHours: 24 }],
    [['revoke', '--id', 'abc'], { act: 'revoke', clientId: 'abc' }],
    [
      ['set', '--id', 'abc', '--masking', 'off', '--checks', 'on'],
      { act: 'set', clientId: 'abc', options: { masksContacts: false, withChecks: true } },
    ],
    [
      ['create', '--id', 'abc', '--name', 'A', '--checks', 'on'],
      { act: 'create', options: { withChecks: true } },
    ],
    [
      ['set', '--id', 'abc', '--accept-csv', 'on'],
      { act: 'set', clientId: 'abc', options: { acceptsCsv: true } },
    ],
  ])('reads %j', async (args, wish) => expect(await parsedCommand(clientsCommand, args)).toMatchObject(wish))

  test.each<[string[], string]>([
    [['dance'], "unknown command 'dance'"],
    [['list', 'x'], 'too many arguments'],
    [['list', '--odd'], "unknown option '--odd'"],
    [['create', '--id', 'ab'], 'It must have 3 to 64 letters, digits, dots, - or _'],
    [['create', '--id', 'abc'], "required option '--name <name>' not specified"],
    [['create', '--id', 'abc', '--name', 'A', '--environment', 'moon'], 'It must be one of live, sandbox'],
    [['create', '--id', 'abc', '--name', 'A', '--products', 'PA,XX'], 'It must be of '],
    [['rotate', '--id', 'abc', '--overlap-hours', 'x'], 'It must be a number from 0 to 720'],
    [['set', '--id', 'abc', '--masking', 'maybe'], 'It must be on or off'],
    [['set', '--id', 'abc'], 'name what to set: --masking, --checks or --accept-csv'],
  ])('refuses %j', async (args, text) => expect(await parsedCommand(clientsCommand, args)).toContain(text))
})

describe('sealed values', () => {
  const ring = developmentKeyRing('sealing')
  const other = present(parseKeyRing(`other:${'A'.repeat(43)}`))

  test('open only in their own place, and are different each time', () => {
    const sealed = seal(ring, 'table.column 1', 'sésame')
    expect(sealed).not.toContain('same')
    expect(unseal(ring, 'table.column 1', sealed)).toBe('sésame')
    expect(() => unseal(ring, 'table.column 2', sealed)).toThrow()
    expect(() => unseal(ring, 'table.column 1', `${sealed.slice(0, -4)}AAAA`)).toThrow()
    expect(() => unseal(other, 'table.column 1', sealed)).toThrow('is not among the settings')
    expect(seal(ring, 'table.column 1', 'sésame')).not.toBe(sealed)
  })

  test('open after the rotation of their key, as long as the settings have it', () => {
    const sealed = seal(ring, 'p', 'x')
    const byId = new Map([...other.byId, ...ring.byId])
    const rotated = { current: other.current, byId }
    expect(unseal(rotated, 'p', sealed)).toBe('x')
    expect(seal(rotated, 'p', 'x')).toMatch(/^other\./)
  })
})
