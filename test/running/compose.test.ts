import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import {
  packageRoot,
  readBureauEmulatorConfig,
  readConfig,
  readEmulatorConfig,
} from '../../src/app/config/config.js'
import { variableNames, type Environment } from '../../src/app/config/variables.js'
import { readerBytesMax, readersFor } from '../../src/scoring-service/reader/readers-for.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { scratchFolder } from '../support/scratch.js'
import { at, first, present } from '../support/present.js'
import { anyObject, shaped } from '../support/typed.js'
import { z } from 'zod'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const compose = read('docker-compose.yml').replace(/\$\{DEVELOPMENT_SECRET[^}]*\}/g, 'a-secret-of-this-test')
const dockerfile = read('Dockerfile')

interface ServiceOfCompose {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly build?: string
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly read_only?: boolean
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
}

const file = parse(compose, { merge: true }) as {
  readonly services: Readonly<Record<string, ServiceOfCompose>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const serviceOf = (name: string): ServiceOfCompose => {
  const service = file.services[name]
  if (!service) throw new Error(`there is no ${name}`)
  return service
}

const ofImage = Object.fromEntries(
  [...dockerfile.matchAll(/(?:^ENV| )([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name, value]),
)

/** The environment of a service, with the variables of the image. */
const environmentOf = (name: string): Environment => ({ ...ofImage, ...serviceOf(name).environment })

const mebibyte = 1024 * 1024
const bytesOf = (limit: string | undefined): number => {
  const [, count = '0', unit = ''] = /^(\d+)([mg])$/.exec(limit ?? '') ?? []
  return Number(count) * mebibyte * (unit === 'g' ? 1024 : 1)
}

/** The most memory that test/end-to-end/abuse.test.ts allows a serving process. */
const residentBytesMax = 450 * mebibyte

/** Read by the C library, not by our configuration. */
const ofTheRuntime = ['MALLOC_ARENA_MAX']

/** In the order of docker-compose.yml. */
const ours = ['gateway', 'staff', 'scoring', 'worker', 'reader']

describe('docker-compose.yml', () => {
  test.each([...ours, 'emulator', 'bureau'])('gives %s only variables that exist', (service) => {
    const names = Object.keys(environmentOf(service))
    expect(names.length).toBeGreaterThan(2)
    const known: readonly string[] = [...variableNames, ...ofTheRuntime]
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test('runs each role as a process, with a shared database, job store, emulators and documents', () => {
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
      // Without this address no score can be requested.
      expect(config.scores.baseUrl).toBe('http://scoring:4000/scoring')
    }
  })

  test.each(Object.keys(file.services))(
    'gives %s no privileges, limits for its resources, and a pinned image',
    (name) => {
      const service = serviceOf(name)
      expect(service).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 512,
        image:
          service.image === 'cauri'
            ? 'cauri'
            : expect.stringMatching(/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/),
      })
      expect(bytesOf(service.mem_limit)).toBeGreaterThanOrEqual(1024 * mebibyte)
      // Ports are published on this machine only, and those of the databases not at all.
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      if (name === 'mysql' || name === 'mongo') expect(service.ports).toBeUndefined()
      // The databases change the owners of their volumes, and write to other directories too.
      else expect(service.read_only).toBe(true)
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':', 1)
        expect([volume, from in file.volumes || volume.endsWith(':ro')]).toEqual([volume, true])
      }
    },
  )

  test('starts Node.js with the same memory settings as npm start', () => {
    const { scripts } = shaped(
      z.object({ scripts: z.object({ start: z.string() }) }),
      JSON.parse(read('package.json')),
    )
    const command = shaped(z.array(z.string()), JSON.parse(at(present(/^CMD (.*)$/m.exec(dockerfile)), 1)))
    expect(command.join(' ')).toMatch(/^node --max-old-space-size=\d+ --max-semi-space-size=\d+ dist/)
    expect(scripts.start.endsWith(` && ${command.join(' ')}`)).toBe(true)
  })

  test('has memory limits for the measured heap, the memory outside it, and all readers at once', () => {
    const heap = Number(/--max-old-space-size=(\d+)/.exec(dockerfile)?.[1]) * mebibyte
    for (const name of ours) expect(bytesOf(serviceOf(name).mem_limit)).toBeGreaterThanOrEqual(heap * 1.5)
    const limit = bytesOf(serviceOf('reader').mem_limit)
    for (const processors of [1, 2, 8, 64]) {
      const readers = readersFor({ processors, memoryBytes: limit }) + 1
      expect(readers).toBeGreaterThan(1)
      expect(readers * readerBytesMax + residentBytesMax).toBeLessThanOrEqual(limit)
    }
  })

  test('lets Prometheus scrape the running processes, from files that exist', () => {
    const scraped = shaped(
      z.object({
        scrape_configs: z.array(
          z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
        ),
      }),
      parse(read('ops/prometheus/prometheus.yml')),
    )
    const targets = scraped.scrape_configs.flatMap(({ static_configs: all }) =>
      all.flatMap((one) => one.targets),
    )
    expect(targets).toEqual(ours.map((name) => `${name}:${readConfig(environmentOf(name)).port}`))
    const mounts = Object.values(file.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => shaped(z.tuple([z.string(), z.string(), z.string()]), volume.split(':')))
    expect(mounts.length).toBeGreaterThan(2)
    expect(mounts.filter(([from]) => !existsSync(join(packageRoot, from)))).toEqual([])
    const inGrafana = 'ops/grafana/provisioning'
    const { datasources } = shaped(
      z.object({ datasources: z.array(z.object({ url: z.string() })) }),
      parse(read(`${inGrafana}/datasources/prometheus.yml`)),
    )
    const [, port] = present(/:(\d+)$/.exec(first(present(serviceOf('prometheus').ports))))
    expect(datasources.map(({ url }) => url)).toEqual([`http://prometheus:${port}`])
    const { providers } = shaped(
      z.object({ providers: z.array(z.object({ options: z.object({ path: z.string() }) })) }),
      parse(read(`${inGrafana}/dashboards/cauri.yml`)),
    )
    const mounted = mounts.map(([, to]) => to)
    for (const { options } of providers) expect(mounted).toContain(`${options.path}/cauri.json`)
    expect(mounted).toContain('/etc/prometheus')
  })

  test('sets a password for each database', () => {
    expect(serviceOf('mongo').environment).toMatchObject({
      MONGO_INITDB_ROOT_PASSWORD: 'a-secret-of-this-test',
    })
    expect(serviceOf('mysql').environment).toMatchObject({ MYSQL_RANDOM_ROOT_PASSWORD: 'yes' })
  })

  test('has emulators that listen at the configured addresses', () => {
    expect(readEmulatorConfig(environmentOf('emulator'))).toMatchObject({ host: '0.0.0.0', port: 4010 })
    expect(readBureauEmulatorConfig(environmentOf('bureau'))).toEqual({ host: '0.0.0.0', port: 4020 })
  })

  test('builds the image by one service only', () => {
    expect(Object.values(file.services).filter(({ build }) => build !== undefined)).toHaveLength(1)
  })
})

test('each program that a container or a script starts is built', async () => {
  const scripts = JSON.stringify(
    shaped(z.object({ scripts: anyObject }), JSON.parse(read('package.json'))).scripts,
  )
  const programs = [...(compose + dockerfile + scripts).matchAll(/dist\/([\w/-]+\.js)/g)].map(([, file]) =>
    present(file),
  )
  expect(programs.length).toBeGreaterThan(5)
  const built = dirname(compiledProgram('cauri'))
  expect(programs.filter((file) => !existsSync(join(built, file)))).toEqual([])
})

test('.dockerignore lets all files through that the image copies', () => {
  const sent = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) =>
    present(path),
  )
  const made = ['node_modules', 'dist']
  const fromTree = copied.filter((path) => !made.includes(path))
  expect(fromTree.length).toBeGreaterThan(2)
  for (const path of fromTree) {
    expect(sent).toContain(path.split('/', 1)[0])
    expect(existsSync(join(packageRoot, path))).toBe(true)
  }
})

test('.dockerignore lets all files through that the build of the image reads', async () => {
  const sent: readonly string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
  const named = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    present(paths).split(' '),
  )
  expect(named).toContain('package.json')
  expect(named.filter((path) => path !== '.' && !sent.includes(path))).toEqual([])
  const context = await scratchFolder('cauri-image-')
  try {
    for (const path of sent) cpSync(join(packageRoot, path), join(context, path), { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules'), join(context, 'node_modules'))
    const built = spawnSync(process.execPath, ['build.mjs'], { cwd: context, encoding: 'utf8' })
    expect([built.stderr, built.status]).toEqual(['', 0])
    expect(existsSync(join(context, 'dist', 'cauri.js'))).toBe(true)
  } finally {
    rmSync(context, { recursive: true })
  }
})

test('every variable is explained in docs', () => {
  const docs = readdirSync(join(packageRoot, 'docs')).filter((name) => name.endsWith('.md'))
  const text = docs.map((name) => read(`docs/${name}`)).join('\n')
  const isExplained = (name: string): boolean =>
    text.includes(`\`${name}\``) || /^MOMO_(COLLECTION|DISBURSEMENT)_/.test(name)
  expect(variableNames.filter((name) => !isExplained(name))).toEqual([])
})

test('all stages of the image have the same pinned base image', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => present(base))
  expect(new Set(bases).size).toBe(1)
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-trixie-slim@sha256:[\da-f]{64}$/)
})
