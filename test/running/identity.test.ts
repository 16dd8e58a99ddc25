import { describe, expect, test } from '@jest/globals'
import { authenticator } from '../../src/identity/authenticator.js'
import { hashKey, newKey } from '../../src/identity/keys.js'
import { runProgram } from './processes.js'

const keyPepper = 'the pepper of this test'
const [oldKey, nextKey, otherKey] = [newKey(), newKey(), newKey()]
const apiClients = [
  { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: hashKey(keyPepper, oldKey) },
  { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: hashKey(keyPepper, nextKey) },
  { name: 'Paul Eto', roles: ['APPROVER', 'ADMIN'], keyHash: hashKey(keyPepper, otherKey) },
] as const
const production = authenticator({ production: true, keyPepper, apiClients })
const development = authenticator({ production: false, keyPepper, apiClients })

const seen = (caller: ReturnType<typeof production>) => caller && [caller.name, ...caller.roles]

describe('who is asking', () => {
  test.each([
    ['x-api-key', { 'x-api-key': oldKey }],
    ['Bearer', { authorization: `Bearer ${oldKey}` }],
    ['bearer, in small letters', { authorization: `bearer ${oldKey}` }],
    ['the next key of a person whose key is being rotated', { 'x-api-key': nextKey }],
  ])('is known by %s', (_name, headers) => {
    expect(seen(production(headers))).toEqual(['Awa Ngo', 'BACK_OFFICE'])
  })

  test('each key has the roles of its own entry', () => {
    expect(seen(production({ 'x-api-key': otherKey }))).toEqual(['Paul Eto', 'APPROVER', 'ADMIN'])
  })

  test.each([
    ['no header', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a wrong key', { 'x-api-key': `${oldKey}x` }],
    ['a key of another scheme', { authorization: `Basic ${oldKey}` }],
    ['the stored hash', { 'x-api-key': hashKey(keyPepper, oldKey) }],
    ['a very long key', { 'x-api-key': 'x'.repeat(10_000) }],
    ['a wrong x-api-key beside a good Bearer', { 'x-api-key': 'wrong', authorization: `Bearer ${oldKey}` }],
  ])('is nobody with %s', (_name, headers) => {
    expect(production(headers)).toBeUndefined()
  })

  test('a key hashed under another pepper is unknown', () => {
    expect(
      authenticator({ production: true, keyPepper: 'other', apiClients })({ 'x-api-key': oldKey }),
    ).toBeUndefined()
  })

  test.each([
    ['dev-gateway-key', ['GATEWAY', 'TESTER']],
    ['dev-back-office-key', ['BACK_OFFICE']],
    ['dev-approver-key', ['APPROVER']],
    ['dev-analyst-key', ['ANALYST']],
    ['dev-admin-key', ['ADMIN']],
  ])('%s exists in development only', (key, roles) => {
    expect([...(development({ 'x-api-key': key })?.roles ?? [])]).toEqual(roles)
    expect(production({ 'x-api-key': key })).toBeUndefined()
  })

  test('in development the keys of the clients file work too', () => {
    expect(seen(development({ 'x-api-key': oldKey }))).toEqual(['Awa Ngo', 'BACK_OFFICE'])
  })
})

describe('npm run api-key', () => {
  const command = 'api-key'

  test('prints a key and an entry that lets it in', async () => {
    const { code, stdout, stderr } = await runProgram(
      command,
      ['--name', 'Awa Ngo', '--roles', 'BACK_OFFICE,APPROVER'],
      { KEY_PEPPER: keyPepper },
    )
    expect([code, stderr]).toEqual([0, ''])
    const key = /: (cauri_\S{43})\n/.exec(stdout)?.[1] ?? ''
    const entry = JSON.parse(/entry: (.*)\n/.exec(stdout)?.[1] ?? '{}')
    const caller = authenticator({ production: true, keyPepper, apiClients: [entry] })({ 'x-api-key': key })
    expect(seen(caller)).toEqual(['Awa Ngo', 'BACK_OFFICE', 'APPROVER'])
    expect(JSON.stringify(entry)).not.toContain(key)
  })

  test.each<[string, string[], Record<string, string>, number, string]>([
    ['--help', ['--help'], {}, 0, 'Usage: npm run api-key'],
    ['no name', ['--roles', 'ADMIN'], {}, 2, '--name must have 1 to 64 characters'],
    [
      'no roles',
      ['--name', 'x'],
      {},
      2,
      "--roles must be of GATEWAY, TESTER, BACK_OFFICE, APPROVER, ANALYST, ADMIN, got ''",
    ],
    ['an unknown role', ['--name', 'x', '--roles', 'ADMIN,BOSS'], {}, 2, "got 'ADMIN,BOSS'"],
    ['an unknown option', ['--nmae', 'x'], {}, 2, "Unknown option '--nmae'"],
    [
      'no pepper in production',
      ['--name', 'x', '--roles', 'ADMIN'],
      { NODE_ENV: 'production' },
      2,
      'KEY_PEPPER must be set',
    ],
    ['no pepper in development', ['--name', 'x', '--roles', 'ADMIN'], {}, 0, 'this entry is for development'],
  ])('%s', async (_name, args, env, code, text) => {
    const run = await runProgram(command, args, env)
    expect(run.code).toBe(code)
    expect(run.stdout + run.stderr).toContain(text)
    if (code !== 0) expect(run.stdout).toBe('')
  })
})
