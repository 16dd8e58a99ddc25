import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { installCommonGlobals } from 'jest-util'
import { setFlagsFromString } from 'node:v8'
import { constants, createContext, runInContext } from 'node:vm'
import { offerPackages } from './packages.mjs'

// V8 keeps what it compiled by its text, for whoever compiles the same: no suite does, since Jest compiles each module for its
// suite. What is kept holds the callback of its `import()`, and that all of a suite that has ended: 11 to 22 MB.
setFlagsFromString('--no-compilation-cache')

/** What a context brings itself, or what is given to it in another way. */
const ownOfContext = new Set(['globalThis', 'global', 'process'])

/** Some globals of Node are loaded, or warn, when they are first read: each is taken over when a suite first asks. */
const defineLazily = (global, name, descriptor) => {
  const define = (value) =>
    Object.defineProperty(global, name, {
      configurable: true,
      enumerable: descriptor.enumerable,
      writable: true,
      value,
    })
  if ('value' in descriptor) define(descriptor.value)
  else
    Object.defineProperty(global, name, {
      configurable: true,
      enumerable: descriptor.enumerable,
      get: () => {
        const value = globalThis[name]
        define(value)
        return value
      },
      set: define,
    })
}

/**
 * What jest-environment-node is, but for its global object: that one is a proxy behind interceptors, so that whoever reads
 * `Object`, `Math` or `Map` calls into C++ and back.
 */
class PlainEnvironment {
  constructor({ projectConfig: config }) {
    this.context = createContext(constants.DONT_CONTEXTIFY)
    const global = (this.global = runInContext('globalThis', this.context))
    Object.assign(global, config.testEnvironmentOptions)
    const own = new Set(Object.getOwnPropertyNames(global))
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
      if (!own.has(name) && !ownOfContext.has(name)) defineLazily(global, name, descriptor)
    global.global = global
    // Objects that Node creates belong to its own realm.
    Object.assign(global, { Buffer, ArrayBuffer, Uint8Array })
    installCommonGlobals(global, config.globals)
    offerPackages(this.context, global)
    global.Error.stackTraceLimit = 100
    this.moduleMocker = new ModuleMocker(global)
    /** The old ones; there are none. */
    this.fakeTimers = null
    this.fakeTimersModern = new ModernFakeTimers({ config, global })
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    this.context = this.fakeTimersModern = null
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return this.context
  }
}

// oxlint-disable-next-line import/no-default-export -- Jest takes an environment in no other way.
export default PlainEnvironment
