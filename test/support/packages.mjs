import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** What suites load that has many files. All of them are bundled at once, so that what they share remains one module. */
const bundled = [
  '@agendajs/mongo-backend',
  '@apollo/server',
  '@apollo/server/errors',
  '@apollo/server/plugin/disabled',
  '@apollo/server/plugin/landingPage/default',
  '@aws-sdk/client-s3',
  '@fastify/multipart',
  '@fastify/rate-limit',
  '@fastify/static',
  '@graphql-inspector/core',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/semantic-conventions',
  'agenda',
  'axios',
  'commander',
  'csv-parse/sync',
  'dataloader',
  'fast-check',
  'fastify',
  'graphql',
  'graphql-jit',
  'graphql-query-complexity',
  'graphql-scalars',
  'graphql/jsutils/suggestionList.js',
  'jose',
  'libphonenumber-js/core',
  'mongodb',
  'mysql2',
  'mysql2/promise',
  'nodemailer',
  'openid-client',
  'p-limit',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'type-graphql',
  'typeorm',
  'yaml',
  'zod',
]

/** What these would load if it were installed. */
const absent = `@google-cloud/spanner @sap/hana-client better-sqlite3 class-validator expo-sqlite ioredis mssql mysql oracledb
  pg pg-native pg-query-stream react-native-sqlite-storage redis sql.js sqlite3 typeorm-aurora-data-api-driver`

const require = createRequire(import.meta.url)
const fileOf = (specifier) => `${specifier.replaceAll('/', '+')}.mjs`

/** A module with the exports that an `import` of this package finds; of CommonJS esbuild knows none but the whole. */
const reexport = async (specifier) => {
  const module = await import(specifier)
  const commonJs = require.cache[fileURLToPath(import.meta.resolve(specifier))]
  if (commonJs === undefined)
    return [`export * from '${specifier}'`, 'default' in module && `export { default } from '${specifier}'`]
      .filter(Boolean)
      .join('\n')
  const names = Object.keys(commonJs.exports).filter((name) => name !== 'default' && /^[\w$]+$/.test(name))
  return [
    `import all from '${specifier}'`,
    'export default all',
    ...names.map((name, at) => `const n${at} = all.${name}; export { n${at} as ${name} }`),
  ].join('\n')
}

// A CommonJS package asks for others with `require`, which a module does not have.
const banner = `import { createRequire as requireOf } from 'node:module'
const require = requireOf(import.meta.url)`

const bundle = async (folder) => {
  const entries = `${folder}-entries`
  await mkdir(entries, { recursive: true })
  for (const specifier of bundled)
    await writeFile(join(entries, fileOf(specifier)), await reexport(specifier))
  await build({
    entryPoints: bundled.map((specifier) => join(entries, fileOf(specifier))),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: absent.split(/\s+/),
    banner: { js: banner },
    // V8 reads it again for every suite. Names stay: those of classes are data to typeorm and type-graphql.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  await rm(entries, { recursive: true })
}

const keptMs = 24 * 60 * 60 * 1000

/** Bundles the packages of this lock file, once, and lets `bundledFile` know. Runs that come at the same time find the same. */
export const bundlePackages = async (rootDir) => {
  const hash = createHash('sha256')
  for (const file of [fileURLToPath(import.meta.url), join(rootDir, 'package-lock.json')])
    hash.update(await readFile(file))
  const name = hash.digest('hex').slice(0, 16)
  // By this name Jest knows whose code it is not: it shows the line of the test that failed, and not one of the bundle.
  const folder = join(rootDir, 'dist', 'test-packages', 'node_modules', name)
  process.env.CAURI_TEST_PACKAGES = folder
  if (existsSync(folder)) return
  const draft = `${folder}-${process.pid}`
  await bundle(draft)
  await rename(draft, folder).catch((error) => {
    if (!existsSync(folder)) throw error
  })
  // Not those of today: another run may be at work with them.
  for (const other of await readdir(dirname(folder))) {
    const path = join(dirname(folder), other)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { recursive: true, force: true })
  }
}

const specifiers = new Set(bundled)

/** @returns where a suite finds what it imports by this name; undefined when that is not bundled, or not in this run */
export const bundledFile = (specifier) => {
  const folder = process.env.CAURI_TEST_PACKAGES
  return folder !== undefined && specifiers.has(specifier) ? join(folder, fileOf(specifier)) : undefined
}
