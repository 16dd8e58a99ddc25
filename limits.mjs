// How long a file and a function may be, and how many parameters a function may take, is in .oxlint-limits.json. What went
// beyond that when the rule came is named in limits.json with how often: it may become less, and never more.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

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
    // A test that casts more than before is told by the whole: its casts move with it.
    const place = rule === 'consistent-type-assertions' ? 'test' : filename
    found[rule] ??= {}
    found[rule][place] = (found[rule][place] ?? 0) + 1
  }
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
