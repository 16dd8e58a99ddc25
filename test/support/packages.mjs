import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { build } from 'esbuild'

const scriptName = 'packages.js'

/**
 * Packages with many files that suites import. They are bundled together, so that a shared dependency is one module.
 */
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

/** Optional dependencies of these packages, which are not installed. */
const absent = `@google-cloud/spanner @sap/hana-client better-sqlite3 class-validator expo-sqlite ioredis mssql mysql oracledb
  pg pg-native pg-query-stream react-native-sqlite-storage redis sql.js sqlite3 typeorm-aurora-data-api-driver`

const require = createRequire(import.meta.url)
const fileOf = (specifier) => `${specifier.replaceAll('/', '+')}.mjs`

/** The exports that an `import` of this package has. */
const exportsOf = async (specifier) => {
  const module = await import(specifier)
  const commonJs = require.cache[fileURLToPath(import.meta.resolve(specifier))]
  // Of a CommonJS module esbuild exports only the default.
  return commonJs === undefined
    ? { isWhole: false, hasDefault: 'default' in module, names: Object.keys(module) }
    : { isWhole: true, hasDefault: true, names: Object.keys(commonJs.exports) }
}

/** The part of the script that exports a package, by `import`, which can resolve to other files than `require`. */
const partOf = (specifier, { isWhole, hasDefault }) =>
  isWhole
    ? `export { default } from '${specifier}'`
    : [`export * from '${specifier}'`, hasDefault && `export { default } from '${specifier}'`]
        .filter(Boolean)
        .join('\n')

/** The module that a suite imports instead of the package. */
const moduleOf = (specifier, { isWhole, hasDefault, names }) =>
  [
    `const part = globalThis[Symbol.for('packages of the tests')]('${specifier}')`,
    `const all = part${isWhole ? '.default' : ''}`,
    hasDefault && `export default part.default`,
    ...names
      .filter((name) => name !== 'default' && /^[\w$]+$/.test(name))
      .map((name, at) => `const n${at} = all.${name}; export { n${at} as ${name} }`),
  ]
    .filter(Boolean)
    .join('\n')

/**
 * Bundles the packages into one script: V8 compiles what is used of it once for a worker, while it would compile
 * modules for each suite. A package is evaluated when a suite first imports it.
 */
const bundle = async (folder) => {
  const parts = `${folder}-parts`
  await mkdir(parts, { recursive: true })
  await mkdir(folder, { recursive: true })
  for (const specifier of bundled) {
    const found = await exportsOf(specifier)
    await writeFile(join(parts, fileOf(specifier)), partOf(specifier, found))
    await writeFile(join(folder, fileOf(specifier)), moduleOf(specifier, found))
  }
  const cases = bundled.map((specifier) => `'${specifier}': () => require('./${fileOf(specifier)}')`)
  await build({
    stdin: {
      contents: `const parts = {${cases.join(',\n')}}\nmodule.exports = (specifier) => parts[specifier]()`,
      resolveDir: parts,
    },
    outfile: join(folder, scriptName),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    external: absent.split(/\s+/),
    define: { 'import.meta.url': 'urlOfPackages' },
    banner: { js: '(function (require, module, exports, __filename, __dirname, urlOfPackages) {' },
    footer: { js: '})' },
    // Names are kept: typeorm and type-graphql read those of classes.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  await rm(parts, { recursive: true })
}

const keptMs = 24 * 60 * 60 * 1000

/** Bundles the packages of this lock file, once, for `bundledFile`. Concurrent runs use the same bundle. */
export const bundlePackages = async (rootDir) => {
  const hash = createHash('sha256')
  for (const file of [fileURLToPath(import.meta.url), join(rootDir, 'package-lock.json')])
    hash.update(await readFile(file))
  const name = hash.digest('hex').slice(0, 16)
  // Because of `node_modules` in the path, Jest shows the line of a failed test, and not one of the bundle.
  const folder = join(rootDir, 'dist', 'test-packages', 'node_modules', name)
  process.env.CAURI_TEST_PACKAGES = folder
  if (existsSync(folder)) return
  const draft = `${folder}-${process.pid}`
  await bundle(draft)
  await rename(draft, folder).catch((error) => {
    if (!existsSync(folder)) throw error
  })
  // Only old bundles are removed: another run may use a recent one.
  for (const other of await readdir(dirname(folder))) {
    const path = join(dirname(folder), other)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { recursive: true, force: true })
  }
}

const specifiers = new Set(bundled)

/** @returns the file for an import of this name; undefined if it is not bundled, or if this run has no bundle */
export const bundledFile = (specifier) => {
  const folder = process.env.CAURI_TEST_PACKAGES
  return folder !== undefined && specifiers.has(specifier) ? join(folder, fileOf(specifier)) : undefined
}

let script

/**
 * Makes the packages available to the suite of this context. They are evaluated in it, as usual imports are, from
 * code that was compiled for an earlier suite.
 */
export const offerPackages = (context, global) => {
  const folder = process.env.CAURI_TEST_PACKAGES
  if (folder === undefined) return
  let find
  const offer = (specifier) => {
    if (find === undefined) {
      const filename = join(folder, scriptName)
      script ??= new Script(readFileSync(filename, 'utf8'), {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      })
      const module = { exports: {} }
      const wrapper = script.runInContext(context)
      wrapper(createRequire(filename), module, module.exports, filename, folder, pathToFileURL(filename).href)
      find = module.exports
    }
    return find(specifier)
  }
  Object.defineProperty(global, Symbol.for('packages of the tests'), { value: offer, configurable: true })
}
