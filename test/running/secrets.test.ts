import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readCommandConfig, readConfig, readKeyPepper } from '../../src/app/config/config.js'
import { forgetSecrets } from '../../src/app/config/secrets.js'

let directory: string
let file: string
let database: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'cauri-secrets-'))
  file = join(directory, 'pepper')
  writeFileSync(file, 'a pepper from a file\n')
  database = join(directory, 'database')
  writeFileSync(database, 'mysql://cauri:secret@localhost/cauri\n')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a secret can be read from a file; an empty or missing file, and a file beside a value, are refused', () => {
  expect(readConfig({ KEY_PEPPER_FILE: file }).keyPepper).toBe('a pepper from a file')
  expect(readKeyPepper({ KEY_PEPPER_FILE: file })).toBe('a pepper from a file')
  const ofCommands = {
    DATABASE_URL_FILE: database,
    MIGRATION_DATABASE_URL_FILE: database,
    KEY_PEPPER_FILE: file,
  }
  expect(readCommandConfig(ofCommands)).toMatchObject({
    databaseUrl: 'mysql://cauri:secret@localhost/cauri',
    migrationUrl: 'mysql://cauri:secret@localhost/cauri',
    keyPepper: 'a pepper from a file',
  })
  expect(() => readConfig({ KEY_PEPPER_FILE: file, KEY_PEPPER: 'another' })).toThrow(
    'KEY_PEPPER and KEY_PEPPER_FILE must not both be set',
  )
  expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere' })).toThrow(
    "DATABASE_URL_FILE must be a readable file, got '/nowhere' (ENOENT)",
  )
  const empty = join(directory, 'empty')
  writeFileSync(empty, '\n')
  expect(() => readConfig({ KEY_PEPPER_FILE: empty })).toThrow(
    `KEY_PEPPER_FILE must not be empty, got '${empty}'`,
  )
})

test('no secret stays in the environment', () => {
  const env = { KEY_PEPPER: 'x', DATABASE_URL: 'y', PORT: '1', TLS_KEY_FILE: 'a path' }
  forgetSecrets(env)
  expect(env).toEqual({ PORT: '1', TLS_KEY_FILE: 'a path' })
})
