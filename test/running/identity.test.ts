import { describe, expect, test } from '@jest/globals'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { hashText, hashSecret, newKey } from '../../src/platform/identity/keys/keys.js'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysCommand } from '../../src/cli/registers/keys-command.js'
import { parsedCommand } from '../cli/parsed-command.js'
import { runProgram } from './processes.js'

const keyPepper = 'the pepper of this test'
const [oldKey, nextKey, otherKey] = [newKey(), newKey(), newKey()]
const apiClients = [
  // Hashed with the pepper itself, and not with a key derived from it, as in earlier releases.
  { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: hashText(keyPepper, oldKey) },
  { name: 'Awa Ngo', roles: ['BACK_OFFICE'], keyHash: hashSecret(keyPepper, nextKey) },
  { name: 'Paul Eto', roles: ['APPROVER', 'ANALYST'], keyHash: hashSecret(keyPepper, otherKey) },
] as const
const production = authenticator({ production: true, keyPepper, apiClients })
const development = authenticator({ production: false, keyPepper, apiClients })

const seen = (caller: ReturnType<typeof production>) => caller && [caller.name, ...caller.roles]

describe('a caller', () => {
  test.each([
    ['x-api-key', { 'x-api-key': oldKey }],
    ['Bearer', { authorization: `Bearer ${oldKey}` }],
    ['bearer, in small letters', { authorization: `bearer ${oldKey}` }],
    ['the next key of a person whose key is being rotated', { 'x-api-key': nextKey }],
  ])('is known by %s', (_name, headers) => {
    expect(seen(production(headers))).toEqual(['Awa Ngo', 'BACK_OFFICE'])
  })

  test('has the roles of the entry of the key', () => {
    expect(seen(production({ 'x-api-key': otherKey }))).toEqual(['Paul Eto', 'APPROVER', 'ANALYST'])
  })

  test.each([
    ['no header', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a wrong key', { 'x-api-key': `${oldKey}x` }],
    ['a key of another scheme', { authorization: `Basic ${oldKey}` }],
    ['the stored hash', { 'x-api-key': hashText(keyPepper, oldKey) }],
    ['the other stored hash', { 'x-api-key': hashSecret(keyPepper, nextKey) }],
    ['a very long key', { 'x-api-key': 'x'.repeat(10_000) }],
    ['a wrong x-api-key beside a good Bearer', { 'x-api-key': 'wrong', authorization: `Bearer ${oldKey}` }],
  ])('is unknown with %s', (_name, headers) => {
    expect(production(headers)).toBeUndefined()
  })

  test('is known by keys of both peppers during a rotation, and afterwards only by those of the new one', () => {
    const next = newKey()
    const rotated = [
      ...apiClients,
      { name: 'Nadège', roles: ['ANALYST'], keyHash: hashSecret('next', next) },
    ] as const
    const known = (changes: { keyPepper: string; keyPepperBefore?: string }) => {
      const who = authenticator({ production: true, apiClients: rotated, ...changes })
      return [oldKey, nextKey, next].map((key) => who({ 'x-api-key': key })?.name)
    }
    expect(known({ keyPepper })).toEqual(['Awa Ngo', 'Awa Ngo', undefined])
    expect(known({ keyPepper: 'next', keyPepperBefore: keyPepper })).toEqual(['Awa Ngo', 'Awa Ngo', 'Nadège'])
    expect(known({ keyPepper: 'next' })).toEqual([undefined, undefined, 'Nadège'])
  })

  test('is unknown with a key that was hashed under another pepper', () => {
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
  ])('is known by %s in development only', (key, roles) => {
    expect([...(development({ 'x-api-key': key })?.roles ?? [])]).toEqual(roles)
    expect(production({ 'x-api-key': key })).toBeUndefined()
  })

  test('is known in development by the keys of the clients file too', () => {
    expect(seen(development({ 'x-api-key': oldKey }))).toEqual(['Awa Ngo', 'BACK_OFFICE'])
  })
})

describe('cauri keys', () => {
  const keys = (args: string[], env: Record<string, string>) => runProgram('cauri', ['keys', ...args], env)
  const directory = mkdtempSync(join(tmpdir(), 'cauri-keys-'))
  const ofDatabase = () => ({ KEY_PEPPER: keyPepper, DATA_DIR: directory })

  test('shows a new key once, lists it without its secret, and revokes it', async () => {
    const create = ['create', '--name', 'Awa Ngo', '--roles', 'BACK_OFFICE', '--days', '30']
    const made = await keys(create, ofDatabase())
    expect([made.code, made.stderr]).toEqual([0, ''])
    const [, id = '', key = ''] = /^id: {2}(\S+)\nkey: (cauri_\S{43})\n/.exec(made.stdout) ?? []
    const listed = await keys(['list'], ofDatabase())
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}\tPERSON\tBACK_OFFICE\tmade .*\tnot used\tvalid until .*\tAwa Ngo\n$`),
    )
    expect(listed.stdout).not.toContain(key)
    expect((await keys(['revoke', '--id', id], ofDatabase())).stdout).toBe(`revoked ${id} of Awa Ngo\n`)
    expect((await keys(['list'], ofDatabase())).stdout).toContain('\trevoked 20')
  })

  test('refuses to run in production without a pepper', async () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'mysql://h/d' }
    const { code, stdout, stderr } = await keys(['create', '--name', 'x', '--roles', 'ADMIN'], env)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('KEY_PEPPER must be set')
  })

  test.each<[string, string[], string]>([
    ['--help', ['--help'], 'Usage: keys [options] [command]'],
    ['no name', ['create', '--roles', 'ADMIN'], "required option '--name <name>' not specified"],
    ['a name of spaces', ['create', '--roles', 'ADMIN', '--name', ' '], 'It must have 1 to 64 characters'],
    ['no roles', ['create', '--name', 'x'], "required option '--roles <roles>' not specified"],
    [
      'an unknown role',
      ['create', '--name', 'x', '--roles', 'ADMIN,BOSS'],
      "'ADMIN,BOSS' is invalid. It must be of GATEWAY, TESTER, BACK_OFFICE, APPROVER, ANALYST, AUDITOR, ADMIN",
    ],
    [
      'a person who proposes and approves',
      ['create', '--name', 'x', '--roles', 'BACK_OFFICE,APPROVER'],
      'nobody may both propose and approve',
    ],
    [
      'a system that approves',
      ['create', '--name', 'x', '--roles', 'APPROVER', '--system'],
      'APPROVER is a role of persons',
    ],
    [
      'an unknown option',
      ['create', '--name', 'x', '--roles', 'ADMIN', '--dyas', '1'],
      "unknown option '--dyas'",
    ],
    ['no id', ['revoke'], "required option '--id <id>' not specified"],
    ['a word too many', ['list', 'x'], 'too many arguments'],
  ])('answers for %s', async (_name, args, text) => {
    expect(await parsedCommand(keysCommand, args)).toContain(text)
  })
})
