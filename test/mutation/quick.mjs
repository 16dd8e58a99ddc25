/**
 * A faster `npm run mutation`, with the same mutants and suites: each suite is bundled once with all mutants in it,
 * and evaluated anew for each mutant, so that no state of one reaches the next. A file takes seconds.
 *
 *   npm run mutation:quick -- [--suite <pattern>] src/kernel/calendar.ts 'src/bank/**\/*.rules.ts'
 */
import '../../node-version.mjs'
import { build } from 'esbuild'
import { createInjector } from 'typed-inject'
import { commonTokens } from '@stryker-mutator/api/plugin'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { fork } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { strykerPlugins } from './ignorers.mjs'
import jest from './jest.config.mjs'
import stryker from './stryker.config.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { suite: { type: 'string' } } })
const wanted = positionals.length > 0 ? positionals : stryker.mutate
const files = globSync(
  wanted.filter((pattern) => !pattern.startsWith('!')),
  { exclude: wanted.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)) },
)
  .map((file) => resolve(file))
  .toSorted()
const suites = globSync(jest.testMatch.map((pattern) => pattern.replace('**/', '')))
  .filter((suite) => new RegExp(values.suite ?? '').test(suite))
  .toSorted()

const silent = () => {}
const logger = { debug: silent, info: silent, warn: silent, isDebugEnabled: () => false }
const instrumented = await createInjector()
  .provideValue(commonTokens.logger, logger)
  .injectFunction(createInstrumenter)
  .instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    { plugins: null, excludedMutations: [], ignorers: strykerPlugins.map(({ value }) => value) },
  )
const withMutants = new Map(instrumented.files.map(({ name, content }) => [name, content]))
const mutants = instrumented.mutants.filter(({ status }) => status !== 'Ignored')

/** Loads sources with their mutants. The bundle is evaluated elsewhere, so the original path is written into it. */
const loader = {
  name: 'mutants',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
      const source = resolve(resolveDir, path.replace(/\.js$/, '.ts'))
      return globSync(source).length > 0 ? { path: source } : undefined
    })
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: (withMutants.get(path) ?? readFileSync(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(`file://${path}`))
        .replaceAll('import.meta.dirname', JSON.stringify(resolve(path, '..'))),
      loader: 'ts',
    }))
  },
}

const bundle = async (suite) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [suite],
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    plugins: [loader],
  })
  const loads = Object.keys(metafile.inputs).map((file) => resolve(file))
  return { name: suite, code: outputFiles[0].text, loads: new Set(loads) }
}
const bundled = await Promise.all(suites.map(bundle))

/** A mutant that takes longer than this is reported as a timeout. */
const limitMs = 60_000

/**
 * Runs the mutants of a file in a process. A mutant that takes too long is killed with its process; the others run in
 * a new one.
 */
const run = (file, ids) =>
  new Promise((done, fail) => {
    const outcomes = new Map()
    const own = bundled.filter(({ loads }) => loads.has(file)).map(({ name, code }) => ({ name, code }))
    const start = (rest) => {
      const runner = fork(new URL('quick-runner.mjs', import.meta.url), { serialization: 'advanced' })
      let current
      const timer = setInterval(() => {
        if (current !== undefined && performance.now() - current.sinceMs > limitMs) runner.kill('SIGKILL')
      }, 1000)
      runner.on('message', ({ id, outcome, isOver }) => {
        if (isOver) return
        if (outcome === undefined) current = { id, sinceMs: performance.now() }
        else outcomes.set(id, outcome)
      })
      runner.on('exit', (code, signal) => {
        clearInterval(timer)
        if (code === 0) return done(outcomes)
        if (signal !== 'SIGKILL') return fail(new Error(`the runner of ${file} ended with ${code ?? signal}`))
        outcomes.set(current.id, 'timeout')
        start(rest.slice(rest.indexOf(current.id) + 1))
      })
      runner.send({ ids: rest, suites: own })
    }
    start(ids)
  })

/** Prints the surviving mutants of a file. @returns whether the killed share is below the threshold */
const report = (file) => {
  const own = mutants.filter(({ fileName }) => fileName === file)
  const left = own.filter(({ id }) => ['survived', 'no test'].includes(outcomes.get(id)))
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const { id, location, mutatorName, replacement } of left) {
    const { start, end } = location
    const was = lines[start.line].slice(start.column, start.line === end.line ? end.column : undefined)
    const place = `${start.line + 1}:${start.column + 1}`
    console.log(
      `${place} ${outcomes.get(id)} ${mutatorName}: ${was} -> ${replacement.replaceAll(/\s+/g, ' ')}`,
    )
  }
  // Rounded down, so that 100 % means all.
  const percent = own.length === 0 ? 100 : Math.floor(((own.length - left.length) * 100) / own.length)
  console.log(`| \`${relative('.', file)}\` | ${own.length} | ${percent} % |`)
  return percent < stryker.thresholds.break
}

const outcomes = new Map()
let isBelow = false
for (const file of files) {
  const ids = mutants.filter(({ fileName }) => fileName === file).map(({ id }) => id)
  for (const [id, outcome] of await run(file, ids)) outcomes.set(id, outcome)
  if (report(file)) isBelow = true
}
process.exit(isBelow ? 1 : 0)
