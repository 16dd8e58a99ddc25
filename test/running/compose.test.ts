import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import {
  packageRoot,
  readBureauEmulatorConfig,
  readConfig,
  readEmulatorConfig,
} from '../../src/app/config/config.js'
import { variableNames, type Environment } from '../../src/app/config/variables.js'
import { compiledProgram } from '../end-to-end/compile.js'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const compose = read('docker-compose.yml').replace(/\$\{DEVELOPMENT_SECRET[^}]*\}/g, 'a-secret-of-this-test')
const dockerfile = read('Dockerfile')

const pairsIn = (text: string): Environment =>
  Object.fromEntries(
    [...text.matchAll(/\b([A-Z][A-Z0-9_]*): '?([^\s,'}]+)/g)].map(([, name, value]) => [name, value]),
  )

/** What the file says below a key at this indentation. */
const below = (text: string, key: string, indent: string): string =>
  new RegExp(`^${indent}${key}:(.*\n(?:${indent} +.*\n)*)`, 'm').exec(text)?.[1] ?? ''

const ofImage = Object.fromEntries(
  [...dockerfile.matchAll(/(?:^ENV| )([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name, value]),
)
const shared = below(compose, 'x-environment', '')

/** The variables that a service of ours runs with. */
const environmentOf = (service: string): Environment => {
  const own = below(below(compose, service, '  '), 'environment', '    ')
  return { ...ofImage, ...(own.includes('*environment') ? pairsIn(shared) : {}), ...pairsIn(own) }
}

/** In the order of the file. */
const ours = ['gateway', 'staff', 'scoring', 'worker', 'reader']

describe('docker-compose.yml', () => {
  test.each([...ours, 'emulator', 'bureau'])('the variables of %s exist', (service) => {
    const names = Object.keys(environmentOf(service))
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !variableNames.includes(name as never))).toEqual([])
  })

  test('what must not fall together is apart, on one database, one job store, emulators and documents', () => {
    const configs = ours.map((service) => readConfig(environmentOf(service)))
    expect(configs.map(({ roles }) => [...roles])).toEqual(ours.map((service) => [service]))
    for (const config of configs) {
      expect(config).toMatchObject({
        host: '0.0.0.0',
        databaseUrl: 'mysql://cauri:cauri@mysql:3306/cauri',
        mongoUrl: 'mongodb://cauri:a-secret-of-this-test@mongo:27017/cauri?authSource=admin',
        provider: { kind: 'emulator', baseUrl: 'http://emulator:4010' },
        bureau: { emulator: { baseUrl: 'http://bureau:4020' } },
        smtpUrl: 'smtp://mail:1025',
        scoring: { objects: { kind: 'files', directory: '/documents' } },
      })
      // Without this address no score would ever be asked for.
      expect(config.scores.baseUrl).toBe('http://scoring:4000/scoring')
    }
  })

  test('nothing gains rights, and everything has bounds', () => {
    const hardened = below(compose, 'x-hardened', '')
    expect(hardened).toContain('cap_drop: [ALL]')
    expect(hardened).toContain("security_opt: ['no-new-privileges:true']")
    for (const service of [...ours, 'emulator', 'bureau', 'mysql', 'mongo', 'mail']) {
      const text = below(compose, service, '  ')
      expect([service, /<<: \*(service|hardened|emulator)/.test(text)]).toEqual([service, true])
      expect([service, /mem_limit:/.test(`${text}${hardened}`)]).toEqual([service, true])
    }
    expect(below(compose, 'x-service', '')).toContain('*hardened]')
    expect(below(compose, 'x-emulator', '')).toContain('*hardened]')
  })

  test('the emulators listen where they are looked for', () => {
    expect(readEmulatorConfig(environmentOf('emulator'))).toMatchObject({ host: '0.0.0.0', port: 4010 })
    expect(readBureauEmulatorConfig(environmentOf('bureau'))).toEqual({ host: '0.0.0.0', port: 4020 })
  })

  test('one service alone builds the image', () => {
    expect(compose.match(/^\s+build:/gm)).toHaveLength(1)
  })
})

test('each program that a container or a script starts is built', async () => {
  const scripts = JSON.stringify((JSON.parse(read('package.json')) as { scripts: object }).scripts)
  const programs = [...(compose + dockerfile + scripts).matchAll(/dist\/([\w/-]+\.js)/g)].map(
    ([, file]) => file!,
  )
  expect(programs.length).toBeGreaterThan(5)
  const built = dirname(compiledProgram('cauri'))
  expect(programs.filter((file) => !existsSync(join(built, file)))).toEqual([])
})

test('what the image copies from the tree goes to its builder', () => {
  const sent = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path!)
  const made = ['node_modules', 'dist']
  const fromTree = copied.filter((path) => !made.includes(path))
  expect(fromTree.length).toBeGreaterThan(2)
  for (const path of fromTree) {
    expect(sent).toContain(path.split('/', 1)[0])
    expect(existsSync(join(packageRoot, path))).toBe(true)
  }
})

test('every variable is explained', () => {
  const docs = readdirSync(join(packageRoot, 'docs')).filter((name) => name.endsWith('.md'))
  const text = docs.map((name) => read(`docs/${name}`)).join('\n')
  const isExplained = (name: string): boolean =>
    text.includes(`\`${name}\``) || /^MOMO_(COLLECTION|DISBURSEMENT)_/.test(name)
  expect(variableNames.filter((name) => !isExplained(name))).toEqual([])
})
