'use strict'
// Jest's own runtime loads every module anew for each suite, in a context of its own: seconds of each suite, and its
// modules are slower than Node's. Here Node loads them, so that a worker reads the service once for all its suites.
// Jest keeps what it is good at: hooks, time limits, reports, workers. Modules of the tests are still new to each suite,
// and so is the state of the framework that runs them.
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join, relative } = require('node:path')
const { pathToFileURL } = require('node:url')
const { compileFunction } = require('node:vm')
const { ModernFakeTimers } = require('@jest/fake-timers')
const { default: Runtime } = require('jest-runtime')

/**
 * Tells the framework which test it is in, as its `AsyncLocalStorage` would. That is never off again, once for each suite,
 * and node then follows every promise of the worker for all of them. Of tests that run beside each other it is the one
 * that began last: to it goes an error that no test throws.
 */
class LastBegun {
  #store
  getStore() {
    return this.#store
  }
  run(store, work) {
    this.#store = store
    return work()
  }
}

const compiled = new Map()
const compile = (file) => {
  const made = compileFunction(readFileSync(file, 'utf8'), ['exports', 'require', 'module'], {
    filename: file,
  })
  compiled.set(file, made)
  return made
}

let suites = 0

class NativeRuntime extends Runtime {
  #suite = (suites += 1)
  #root

  constructor(config, environment, ...rest) {
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis })
    super(config, environment, ...rest)
    this.#root = config.rootDir
  }

  /** The framework, new to each suite; what it requires is not. */
  requireInternalModule(file) {
    // Its state and its listeners are in globals, which are those of one suite only in a context of its own.
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (/^(JEST_STATE_SYMBOL|EVENT_HANDLERS)$/.test(key.description)) delete globalThis[key]
    const load = createRequire(file)
    const module = { exports: {} }
    const standIn = (name) => (name === 'node:async_hooks' ? { AsyncLocalStorage: LastBegun } : load(name))
    const evaluate = compiled.get(file) ?? compile(file)
    evaluate(module.exports, Object.assign(standIn, load), module)
    return module.exports
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals)
    const jest = this.jestGlobals.jestObjectFor(this._testPath)
    globalThis[Symbol.for('cauri.test.globals')] = { ...globals, jest }
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  /** A suite as `build-tests.mjs` built it; anew even where a worker has run it before. */
  unstable_importModule(path) {
    const built = join(this.#root, 'dist/tests', relative(this.#root, path)).replace(/\.ts$/, '.js')
    return import(`${pathToFileURL(built)}?suite=${this.#suite}`)
  }
}

module.exports = NativeRuntime
