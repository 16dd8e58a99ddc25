import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { installCommonGlobals } from 'jest-util'
import { setFlagsFromString } from 'node:v8'
import { constants, createContext, runInContext } from 'node:vm'
import { offerPackages } from './packages.mjs'

// V8's cache of compiled code is off. No suite profits from it, since Jest compiles each module for its suite; and a
// cached module keeps the callback of its `import()`, and so all memory of an ended suite: 11 to 22 MB.
setFlagsFromString('--no-compilation-cache')

/** Globals that a context has itself, or gets in another way. */
const ownOfContext = new Set(['globalThis', 'global', 'process'])

/** Some globals of Node are loaded, or warn, at the first access, so each is copied when a suite first reads it. */
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
 * Like jest-environment-node, except for the global object: there it is a proxy with interceptors, so that each
 * access to `Object`, `Math` or `Map` is a call into C++.
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
    // Node creates its objects by these classes of its own realm, so that `instanceof` needs the same ones.
    Object.assign(global, { Buffer, ArrayBuffer, Uint8Array })
    installCommonGlobals(global, config.globals)
    offerPackages(this.context, global)
    global.Error.stackTraceLimit = 100
    this.moduleMocker = new ModuleMocker(global)
    /** Jest expects this property for legacy fake timers, which are not supported. */
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
