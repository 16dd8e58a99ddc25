import { ModernFakeTimers } from '@jest/fake-timers'
import { expect } from 'expect'
import { bind } from 'jest-each'
import { ModuleMocker } from 'jest-mock'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Script, constants } from 'node:vm'

/** Read by the code of the mutants: which one is active, and which test runs. */
const stryker = (globalThis.__stryker__ = {})

const timers = new ModernFakeTimers({
  config: { rootDir: process.cwd(), fakeTimers: {} },
  global: globalThis,
})

/** Collects the tests of a suite, with the subset of Jest's API that unit suites use. */
const collector = () => {
  const tests = []
  let scope = { hooks: {}, path: [] }
  const hook = (kind) => (run) => (scope.hooks[kind] ??= []).push(run)
  const test = (title, run) => tests.push({ title: [...scope.path, title].join(' > '), run, scope })
  const describe = (title, declare) => {
    const outer = scope
    scope = { hooks: {}, path: [...outer.path, title], outer }
    declare()
    scope = outer
  }
  test.each = bind(test)
  test.skip = () => {}
  test.skip.each = () => () => {}
  describe.each = bind(describe)
  const mocker = new ModuleMocker(globalThis)
  const globals = {
    expect,
    test,
    it: test,
    describe,
    beforeAll: hook('beforeAll'),
    afterAll: hook('afterAll'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    jest: {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
      getTimerCount: () => timers.getTimerCount(),
    },
  }
  return { globals, tests }
}

const call = (run) =>
  run.length === 0 ? run() : new Promise((done, fail) => run((error) => (error ? fail(error) : done())))

/** Outermost first. */
const scopesOf = (scope) => (scope === undefined ? [] : [...scopesOf(scope.outer), scope])

const runHooks = async (scopes, kind) => {
  for (const { hooks } of scopes) for (const run of hooks[kind] ?? []) await call(run)
}

/** Runs one test with its hooks. @returns its title and error, if it failed */
const runTest = async ({ title, run, scope }, begun) => {
  const scopes = scopesOf(scope)
  try {
    for (const each of scopes.filter((one) => !begun.has(one))) {
      begun.add(each)
      await runHooks([each], 'beforeAll')
    }
    stryker.currentTestId = title
    await runHooks(scopes, 'beforeEach')
    await call(run)
    await runHooks(scopes.toReversed(), 'afterEach')
    return undefined
  } catch (error) {
    return { title, error }
  } finally {
    stryker.currentTestId = undefined
  }
}

const prepare = ({ name, code }) => {
  const filename = resolve(name)
  const script = new Script(`(function (require, module, exports) {${code}\n})`, {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const ofPackages = createRequire(filename)
  let titles = []
  /** How long each test took in the run of all tests. */
  const tookMs = new Map()
  const costOf = ({ title }) => tookMs.get(title) ?? 0

  const load = () => {
    stryker.currentTestId = undefined
    const { globals, tests } = collector()
    const module = { exports: {} }
    const require = (id) => (id === '@jest/globals' ? globals : ofPackages(id))
    script.runInThisContext()(require, module, module.exports)
    titles = tests.map(({ title }) => title)
    // Fastest first: one row of a `test.each`, which is fast, kills most mutants.
    return tests.toSorted((one, other) => costOf(one) - costOf(other))
  }

  /** Evaluates the suite anew. Runs all tests, or those of `only` until one fails. @returns the failures */
  const run = async (only) => {
    const begun = new Set()
    const failed = []
    try {
      for (const test of load().filter(({ title }) => only?.has(title) ?? true)) {
        const startedMs = performance.now()
        const failure = await runTest(test, begun)
        if (failure) failed.push(failure)
        if (failure && only) break
        if (!only) tookMs.set(test.title, performance.now() - startedMs)
      }
    } catch (error) {
      failed.push({ title: 'loading', error })
    }
    for (const each of [...begun].toReversed()) await runHooks([each], 'afterAll').catch(() => {})
    return failed
  }

  return { name, run, titles: () => titles }
}

/** Finds which tests of a suite execute which mutant. */
const coverageOf = async (suite) => {
  stryker.activeMutant = undefined
  stryker.mutantCoverage = { static: {}, perTest: {} }
  const startedMs = performance.now()
  const failed = await suite.run()
  // A test that fails here without a mutant (because it needs a snapshot, or all of Jest) is left out.
  const failing = new Set(failed.map(({ title }) => title))
  for (const { title, error } of failed)
    console.error(`${suite.name}: left out, since it fails here: ${title}: ${error.message.split('\n')[0]}`)
  const tests = new Map()
  const hits = new Map()
  for (const [title, met] of Object.entries(stryker.mutantCoverage.perTest)) {
    if (failing.has(title)) continue
    for (const [id, times] of Object.entries(met)) {
      tests.set(id, (tests.get(id) ?? new Set()).add(title))
      hits.set(id, (hits.get(id) ?? 0) + times)
    }
  }
  // A mutant that is executed while the suite loads can affect each of its tests.
  for (const [id, times] of Object.entries(stryker.mutantCoverage.static)) {
    tests.set(id, new Set(suite.titles().filter((title) => !failing.has(title))))
    hits.set(id, (hits.get(id) ?? 0) + times)
  }
  return { ...suite, tests, hits, tookMs: performance.now() - startedMs }
}

// A mutant can leave a rejected promise that nobody awaits; the process has to continue.
process.on('unhandledRejection', () => {})

process.once('message', async ({ ids, suites }) => {
  const met = []
  for (const suite of suites) met.push(await coverageOf(prepare(suite)))
  met.sort((one, other) => one.tookMs - other.tookMs)
  for (const id of ids) {
    process.send({ id })
    let outcome = 'no test'
    for (const { run, tests, hits } of met) {
      if (!tests.has(id)) continue
      Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit: hits.get(id) * 100 + 1000 })
      const failed = await run(tests.get(id))
      outcome = failed.length > 0 ? 'killed' : 'survived'
      if (outcome === 'killed') break
    }
    stryker.activeMutant = undefined
    process.send({ id, outcome })
  }
  process.send({ isOver: true }, () => process.exit(0))
})
