import { describe, expect, test } from '@jest/globals'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { createExpiryWatch } from '../../src/app/watch-expiry.js'
import { createKeyRegister, type KeyRegister } from '../../src/platform/identity/keys/key-register.js'
import { hashesOfNationalId, hashesOfSecret } from '../../src/platform/identity/keys/keys.js'
import {
  createKey,
  listKeys,
  revokeKey,
  type NewApiKey,
} from '../../src/platform/identity/keys/manage-keys.js'
import { isSamePerson, nameKey, normaliseName } from '../../src/platform/identity/person.rules.js'
import type { Role } from '../../src/platform/identity/roles.js'
import { person, pseudonyms, serviceOf } from '../graphql/support.js'
import { placesOf } from '../support/everything.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { newWorldFor, type World } from '../support/world.js'
import { first, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const pepper = 'the pepper of this test'
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a name', () => {
  const spellings = [
    ' awa  NGO ',
    'Awa\u200b Ngo',
    '\u202eAwa Ngo\u202c',
    'Ａｗａ Ngo',
    'Awa\u00a0Ngo',
    'A\u00adwa Ngo',
    'Awa Ngo\ufe0f',
  ]
  test.each(spellings)('written as %j is that of Awa Ngo', (spelling) => {
    expect(isSamePerson({ name: 'Awa Ngo' }, { name: spelling })).toBe(true)
    expect(normaliseName(spelling)).toMatch(/^awa ngo$/i)
  })

  test('with other letters is another person, unless both have the same id', () => {
    expect(isSamePerson({ name: 'Awa Ngo' }, { name: 'Awa Nga' })).toBe(false)
    expect(isSamePerson({ name: 'Awa Ngo', id: null }, { name: 'Awa Nga', id: null })).toBe(false)
    expect(isSamePerson({ name: 'Awa Ngo', id: 'a' }, { name: 'A. Ngo', id: 'a' })).toBe(true)
  })

  test('has one form for all its spellings', () => {
    expect(new Set(spellings.map(nameKey)).size).toBe(1)
  })
})

test('a secret and an equal national id have different hashes; the hash that earlier versions made of either is still looked up', () => {
  const [secret, earlierSecret] = hashesOfSecret(pepper, '29384756')
  const [id, earlierId] = hashesOfNationalId(pepper, '29384756')
  expect(earlierSecret).toBe(earlierId)
  expect(new Set([secret, id, earlierId]).size).toBe(3)
})

describeEachDatabase('keys in the database', (database) => {
  let world: World
  newWorldFor(database, (begun) => (world = begun))
  const deps = () => ({ database: world.database, pepper })
  const registers: KeyRegister[] = []
  const registerOf = (): KeyRegister => {
    const register = createKeyRegister({ database: world.database, clock: world.clock, log: quiet })
    registers.push(register)
    return register
  }
  const make = async (facts: Partial<NewApiKey> & { readonly name: string }, ...roles: readonly Role[]) => {
    const made = await createKey(deps(), world.call(), { kind: 'PERSON', expiresAt: null, ...facts, roles })
    return { ...made, text: made.text ?? '' }
  }
  const asking = (register: KeyRegister) =>
    authenticator({ production: true, keyPepper: pepper, apiClients: [] }, register)

  test('admit their holder until they expire or are revoked, and their text is in no table', async () => {
    const register = registerOf()
    const authenticate = asking(register)
    const expiresAt = world.clock.now() + 60_000
    const made = await make({ name: 'Awa Ngo', expiresAt }, 'BACK_OFFICE')
    await register.refresh()
    expect(authenticate({ 'x-api-key': made.text })).toMatchObject({ name: 'Awa Ngo', id: made.holder.id })
    world.clock.advance(60_000)
    expect(authenticate({ 'x-api-key': made.text })).toBeUndefined()

    const other = await make({ name: 'Awa Ngo' }, 'BACK_OFFICE')
    await register.refresh()
    expect(authenticate({ 'x-api-key': other.text })?.id).toBe(made.holder.id)
    await revokeKey(deps(), world.call(), other.key.id)
    await register.refresh()
    expect(authenticate({ 'x-api-key': other.text })).toBeUndefined()
    expect(await placesOf(world.database, world.url, [], [made.text, other.text])).toEqual([])
  })

  test('that expire within two weeks are logged once a day, and no others', async () => {
    const now = world.clock.now()
    const [soon] = await Promise.all([
      make({ name: 'Soon', expiresAt: now + 13 * 86_400_000 }, 'ADMIN'),
      make({ name: 'Later', expiresAt: now + 15 * 86_400_000 }, 'ADMIN'),
      make({ name: 'Never' }, 'ADMIN'),
    ])
    const warned: unknown[] = []
    const log = { ...quiet, warn: (facts: object) => warned.push(facts) }
    const watch = createExpiryWatch({ database: world.database, clock: world.clock, log })
    await watch()
    await watch()
    expect(warned).toEqual([expect.objectContaining({ key: soon.key.id })])
    world.clock.advance(86_400_000)
    await watch()
    expect(warned).toHaveLength(3)
  })

  test('that are revoked are refused by another process within two seconds', async () => {
    const elsewhere = registerOf()
    const authenticate = asking(elsewhere)
    elsewhere.keepFresh()
    const { text, key } = await make({ name: 'Awa Ngo' }, 'BACK_OFFICE')
    await eventually('the key is known', async () => authenticate({ 'x-api-key': text }) !== undefined)
    await revokeKey(deps(), world.call(), key.id)
    const isKnown = () => authenticate({ 'x-api-key': text }) !== undefined
    // Waits for two seconds in steps with a query each, so that a slow machine or database also delays the test.
    for (let turn = 0; turn < 20 && isKnown(); turn++) {
      await sleep(100)
      await world.rows('SELECT 1')
    }
    expect(isKnown()).toBe(false)
    await elsewhere.close()
  })

  test('replace the clients file once the first one is made, for good', async () => {
    const register = registerOf()
    await register.refresh()
    const [keyHash] = hashesOfSecret(pepper, 'of the file')
    const authenticate = authenticator(
      { production: true, keyPepper: pepper, apiClients: [{ name: 'Awa', roles: ['ADMIN'], keyHash }] },
      register,
    )
    expect(authenticate({ 'x-api-key': 'of the file' })?.name).toBe('Awa')
    const { key } = await make({ name: 'Paul' }, 'ADMIN')
    await revokeKey(deps(), world.call(), key.id)
    await register.refresh()
    expect(authenticate({ 'x-api-key': 'of the file' })).toBeUndefined()
  })

  test('with spellings of one name belong to one holder, who may not both propose and approve', async () => {
    const { holder } = await make({ name: 'Awa Ngo' }, 'BACK_OFFICE')
    const again = await make({ name: 'AWA\u200b  Ngo' }, 'ANALYST')
    expect(again.holder).toEqual(holder)
    await expect(make({ name: 'Ａwa Ngo' }, 'APPROVER')).rejects.toThrow('would both propose and approve')
    await expect(make({ name: 'Paul' }, 'APPROVER', 'ADMIN')).rejects.toThrow('nobody may both')
    await expect(make({ name: 'Awa Ngo', kind: 'SYSTEM' }, 'GATEWAY')).rejects.toThrow('Awa Ngo is a person')
    await expect(make({ name: 'ussd', kind: 'SYSTEM' }, 'APPROVER')).rejects.toThrow('is a role of persons')
    await expect(make({ name: '\u200b ' }, 'ADMIN')).rejects.toThrow('1 to 64 characters')
    expect(await listKeys(deps())).toHaveLength(2)
  })

  test('have the time of their last use, written once a minute', async () => {
    const register = registerOf()
    const { text } = await make({ name: 'Awa' }, 'ADMIN')
    register.keepFresh()
    const authenticate = asking(register)
    await eventually('the key is known', async () => authenticate({ 'x-api-key': text }) !== undefined)
    world.clock.advance(61_000)
    await eventually('its use is written', async () => first(await listKeys(deps())).key.lastUsedAt !== null)
    await register.close()
  })

  test('are created, listed and revoked by ADMIN over GraphQL, with effect at once', async () => {
    const register = registerOf()
    const { ask, act } = serviceOf(world, { keys: { pepper, pseudonyms, refresh: register.refresh } })
    const actor = person('ADMIN')
    const wanted = { name: 'ussd', roles: ['GATEWAY'], kind: 'SYSTEM', idempotencyKey: 'ussd' }
    const create = async () =>
      shaped(
        z.object({ text: z.string().nullable(), key: z.object({ id: z.string() }) }),
        await act('createApiKey', wanted, 'text key { id name roles kind createdBy }', { actor }),
      )
    const created = await create()
    // The key itself is shown only once.
    expect(await create()).toEqual({ ...created, text: null })
    expect(created.key).toMatchObject({
      name: 'ussd',
      roles: ['GATEWAY'],
      kind: 'SYSTEM',
      createdBy: 'ADMIN',
    })
    const authenticate = asking(register)
    expect(authenticate({ 'x-api-key': present(created.text) })?.name).toBe('ussd')
    await act('revokeApiKey', { id: created.key.id }, 'key { revokedAt }', { actor })
    expect(authenticate({ 'x-api-key': present(created.text) })).toBeUndefined()
    const { apiKeys } = shaped(
      z.object({ apiKeys: z.array(z.unknown()) }),
      await ask('{ apiKeys { revokedAt lastUsedAt } }', { actor }),
    )
    expect(apiKeys).toHaveLength(1)
  })
})
