// Loads our sources as they are in the tree into the processes of the tests (global-setup.mjs, native-runtime.cjs).
import { existsSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transform } from './transform.cjs'

if (isMainThread) register(import.meta.url)

const tests = new URL('..', import.meta.url).href
const isOurs = (url) => /\.ts(\?|$)/.test(url ?? '') && !url.includes('/node_modules/')

/** A suite has modules of the tests of its own, told by the query, and shares those of the service with the others. */
const suiteOf = (url) => /\?suite=\d+$/.exec(url ?? '')?.[0] ?? ''

export const resolve = (specifier, context, next) => {
  const suite = suiteOf(context.parentURL)
  if (specifier === '@jest/globals' && suite !== '')
    return { url: new URL(`jest-globals.mjs${suite}`, import.meta.url).href, shortCircuit: true }
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && isOurs(context.parentURL)) {
    const { href } = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
    if (existsSync(fileURLToPath(href)))
      return { url: href.startsWith(tests) ? href + suite : href, shortCircuit: true }
  }
  return next(specifier, context)
}

/** Each suite asks for the same files of the tests again. */
const transformed = new Map()
const codeOf = (filename) => {
  const { code } = transform(filename)
  transformed.set(filename, code)
  return code
}

export const load = (url, context, next) => {
  if (!isOurs(url)) return next(url, context)
  const filename = fileURLToPath(url)
  const source = transformed.get(filename) ?? codeOf(filename)
  return { format: 'module', source, shortCircuit: true }
}
