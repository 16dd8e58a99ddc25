// Lets a test start a process from our sources, `node --import .../ts-loader.mjs file.ts`, so that it runs what is in
// the tree now and not what was compiled some time ago.
import { existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transformSync } from '@swc/core'

if (isMainThread) register(import.meta.url)

const isOurs = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/')

export const resolve = (specifier, context, next) => {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && isOurs(context.parentURL)) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
    if (existsSync(source)) return { url: source.href, shortCircuit: true }
  }
  return next(specifier, context)
}

export const load = (url, context, next) => {
  if (!isOurs(url)) return next(url, context)
  const filename = fileURLToPath(url)
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  })
  return { format: 'module', source: code, shortCircuit: true }
}
