// Checks the sizes of our code. The lengths of files and functions and the number of parameters are limited in
// .oxlint-limits.json; the number of files in a folder of src, and that joined rows are read by a typed reader
// (src/platform/database/read-row.ts), are limited here. Code that exceeded a limit when its rule was added is listed in
// limits.json with its count, which may only decrease.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const list = 'limits.json'
const named = JSON.parse(readFileSync(list, 'utf8'))

const found = {}
for (const [config, ...places] of [
  ['.oxlint-limits.json', 'src', 'facade', 'jobs'],
  ['.oxlint-limits-of-tests.json', 'test'],
]) {
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', config, '-f', 'json', ...places], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const { code, filename } of JSON.parse(stdout).diagnostics) {
    const rule = code.replace(/^.+\((.+)\)$/, '$1')
    // Casts are counted for all tests together, so that they can move between files.
    const place = rule === 'consistent-type-assertions' ? 'test' : filename
    found[rule] ??= {}
    found[rule][place] = (found[rule][place] ?? 0) + 1
  }
}

const folderFilesMax = 20
/** Migrations are never removed, so their folder only grows. */
const migrations = join('src', 'platform', 'database', 'migrations')
const add = (rule, place, count) => {
  if (count === 0) return
  found[rule] ??= {}
  found[rule][place] = (found[rule][place] ?? 0) + count
}
for (const entry of readdirSync('src', { withFileTypes: true, recursive: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isDirectory()) {
    const count = readdirSync(path, { withFileTypes: true }).filter((one) => one.isFile()).length
    if (path !== migrations) add('files-in-a-folder', path, Math.max(0, count - folderFilesMax))
  } else add('untyped-rows', 'src', readFileSync(path, 'utf8').match(/\brow\['/g)?.length ?? 0)
}

const rules = [...new Set([...Object.keys(named), ...Object.keys(found)])].toSorted()
const compared = rules.flatMap((rule) =>
  [...new Set([...Object.keys(named[rule] ?? {}), ...Object.keys(found[rule] ?? {})])]
    .toSorted()
    .map((file) => ({ rule, file, was: named[rule]?.[file] ?? 0, is: found[rule]?.[file] ?? 0 })),
)

const more = compared.filter(({ was, is }) => is > was)
for (const { rule, file, was, is } of more)
  console.error(`${file}: ${rule} ${is} times, and ${was} in ${list}`)
if (more.length > 0) console.error('Split it; a file that was moved takes its line in limits.json along.')

if (process.argv.includes('--write')) {
  const kept = (rule) =>
    compared
      .filter((one) => one.rule === rule && Math.min(one.was, one.is) > 0)
      .map(({ file, was, is }) => [file, Math.min(was, is)])
  const less = Object.fromEntries(rules.map((rule) => [rule, Object.fromEntries(kept(rule))]))
  writeFileSync(list, `${JSON.stringify(less, null, 2)}\n`)
} else {
  const less = compared.filter(({ was, is }) => is < was)
  for (const { rule, file, was, is } of less)
    console.error(`${file}: ${rule} ${is} times, and still ${was} in ${list}`)
  if (less.length > 0) {
    console.error('It became less: npm run limits -- --write')
    process.exitCode = 1
  }
}
if (more.length > 0) process.exitCode = 1
