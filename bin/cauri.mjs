#!/usr/bin/env node
// `npx cauri` in a clone: builds the service if a file has changed since the last build, and runs it.
import '../node-version.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const built = join(root, 'dist', 'cauri.js')
/** Everything that the build reads; the pages have examples of the docs. */
const inputs = 'src facade jobs web docs schema.graphql ormconfig.ts build.mjs package.json package-lock.json'
const sources = inputs
  .split(' ')
  .map((name) => join(root, name))
  .filter((path) => existsSync(path))

const changedAt = (path) => statSync(path).mtimeMs

const isFresh = () => {
  if (!existsSync(built)) return false
  const builtAt = changedAt(built)
  return sources.every(
    (path) =>
      changedAt(path) <= builtAt &&
      (!statSync(path).isDirectory() ||
        readdirSync(path, { recursive: true }).every((file) => changedAt(join(path, file)) <= builtAt)),
  )
}

// An installation without development dependencies, such as the image, contains the build already.
const canBuild = existsSync(join(root, 'node_modules', 'esbuild')) && existsSync(join(root, 'src', 'cli'))
if (canBuild && !isFresh()) {
  try {
    execFileSync(process.execPath, [join(root, 'build.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    process.exit(1)
  }
}
await import(built)
