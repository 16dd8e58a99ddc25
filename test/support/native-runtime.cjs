'use strict'
// Jest's own runtime loads every module anew for each suite, in a context of its own: seconds of each suite, and its
// modules are slower than Node's. Here Node loads them, so that a worker reads the service once for all its suites.
// Jest keeps what it is good at: hooks, time limits, reports, workers. Modules of the tests are still new to each suite.
const { findSourceMap, register } = require('node:module')
const { pathToFileURL } = require('node:url')
const { ModernFakeTimers } = require('@jest/fake-timers')
const { default: Runtime } = require('jest-runtime')

register(pathToFileURL(`${__dirname}/ts-loader.mjs`))
process.setSourceMapsEnabled(true)

/** Jest's matchers run in a context of their own: `expect.any(Number)` must mean the Number that the tests have. */
const shared =
  `Array BigInt Boolean Date Error Function Map Number Object Promise RangeError RegExp Set String Symbol
  SyntaxError TypeError`.split(/\s+/)

/** Where Jest looks for the source map of a frame: Node has read it with the module. */
class SourceMapsOfNode extends Map {
  get(url) {
    const payload = findSourceMap(url)?.payload
    if (payload === undefined) return undefined
    return `data:application/json;base64,${Buffer.from(JSON.stringify(payload)).toString('base64')}`
  }
}

let suites = 0

class NativeRuntime extends Runtime {
  #suite = (suites += 1)

  constructor(config, environment, ...rest) {
    for (const name of shared) environment.global[name] = globalThis[name]
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis })
    super(config, environment, ...rest)
  }

  getSourceMaps() {
    return new SourceMapsOfNode()
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals)
    const jest = this.jestGlobals.jestObjectFor(this._testPath)
    globalThis[Symbol.for('cauri.test.globals')] = { ...globals, jest }
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path)}?suite=${this.#suite}`)
  }
}

module.exports = NativeRuntime
