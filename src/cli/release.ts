import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packageRoot } from '../app/config/config.js'
import { formatInstant, systemClock } from '../kernel/clock.js'
import { Mistake } from './mistake.js'
import type { Perform } from './outcome.js'

export interface ReleaseOptions {
  /** A version like `1.2.3`, or the part to increase: `major`, `minor` or `patch`. */
  readonly version: string
  readonly clone: string | undefined
  /** False: only report what would be done. */
  readonly yes: boolean
}

const outputBytesMax = 64 * 1024 * 1024
const steps = ['major', 'minor', 'patch'] as const
const wireSnapshot = 'test/end-to-end/__snapshots__/wire-goldens.test.ts.snap'

const nextVersion = (before: string, wished: string): string => {
  const numbers = before.split('.').map(Number)
  const step = steps.indexOf(wished as (typeof steps)[number])
  if (step !== -1) return numbers.map((n, i) => (i < step ? n : i === step ? n + 1 : 0)).join('.')
  if (!/^\d+\.\d+\.\d+$/.test(wished))
    throw new Mistake(`${wished} is not a version like 1.2.3, nor major, minor or patch`)
  const wishedNumbers = wished.split('.').map(Number)
  const firstDifference = wishedNumbers.findIndex((n, i) => n !== numbers[i])
  if (firstDifference === -1 || wishedNumbers[firstDifference]! < numbers[firstDifference]!)
    throw new Mistake(`${wished} is not after ${before}`)
  return wished
}

/** What has changed since the last release, without its heading. */
const unreleasedOf = (changelog: string): string => {
  const changes = /^## Unreleased\n([^]*?)(?=^## )/m.exec(changelog)?.[1]?.trim()
  if (!changes) throw new Mistake('CHANGELOG.md has nothing under "## Unreleased"')
  return changes
}

/** The answers of the wire, from the snapshot of the test that plays them. */
const wireOf = (snapshot: string): string => {
  const answers = /= `\n"([^]*?)"\n`;/.exec(snapshot)?.[1]
  if (answers === undefined) throw new Mistake(`${wireSnapshot} has no answers`)
  return answers.replaceAll('\\`', '`').replaceAll('\\\\', '\\')
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** The packages of the service by licence, from the lock file. */
const licencesOf = (lock: string): ReadonlyMap<string, readonly string[]> => {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, LockedPackage>> }
  const ours = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version, license }]) => ({
      name: `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
      license: license ?? 'not stated',
    }))
  const byLicence = Map.groupBy(ours, ({ license }) => license)
  return new Map(
    [...byLicence]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([license, all]) => [license, all.map(({ name }) => name).toSorted()]),
  )
}

/** Sets the version in package.json or package-lock.json; the rest of the file does not change. */
const withVersion = (text: string, before: string, next: string, occurrences: number): string => {
  let left = occurrences
  return text.replaceAll(`"version": "${before}"`, (found) => (left-- > 0 ? `"version": "${next}"` : found))
}

const git = (clone: string, ...words: readonly string[]): string => {
  try {
    return execFileSync('git', words, { cwd: clone, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (error) {
    throw new Mistake(String((error as { stderr?: unknown }).stderr ?? error).trim())
  }
}

const check = (clone: string, tag: string): void => {
  const changed = git(clone, 'status', '--porcelain')
  if (changed !== '') throw new Mistake(`there are changes that are not committed:\n${changed}`)
  if (git(clone, 'tag', '--list', tag) !== '') throw new Mistake(`the tag ${tag} exists already`)
}

/** The new contents of the committed files, by path, and what the other files are made from. */
const filesOf = (clone: string, wished: string) => {
  const read = (path: string): string => {
    if (!existsSync(join(clone, path))) throw new Mistake(`${clone} is not a clone: it has no ${path}`)
    return readFileSync(join(clone, path), 'utf8')
  }
  const { version: before } = JSON.parse(read('package.json')) as { version: string }
  const version = nextVersion(before, wished)
  const changelog = read('CHANGELOG.md')
  const notes = unreleasedOf(changelog)
  const on = formatInstant(systemClock.now()).slice(0, 10)
  const licences = licencesOf(read('package-lock.json'))
  const folder = `test/released/${version}`
  const committed = {
    'package.json': withVersion(read('package.json'), before, version, 1),
    'package-lock.json': withVersion(read('package-lock.json'), before, version, 2),
    'CHANGELOG.md': changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${on})\n`),
    [`${folder}/schema.graphql`]: read('schema.graphql'),
    [`${folder}/wire.txt`]: wireOf(read(wireSnapshot)),
  }
  return { before, version, notes, licences, committed }
}

const write = (clone: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
}

/** The files that are not committed: the list of packages, their licences, and the changes of the release. */
const uncommittedFilesOf = (
  clone: string,
  { before, version, notes, licences }: ReturnType<typeof filesOf>,
) => {
  const listed = execFileSync(process.execPath, [join(clone, 'sbom.mjs')], {
    cwd: clone,
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The list is made before the new version is written, and names the old one.
  const sbom = JSON.parse(listed.replaceAll(`cauri@${before}"`, `cauri@${version}"`)) as {
    metadata: { component: { version: string } }
  }
  sbom.metadata.component.version = version
  const byLicence = [...licences].map(([licence, names]) =>
    [licence, ...names.map((name) => `  ${name}`), ''].join('\n'),
  )
  const path = `dist/release/cauri-${version}`
  return {
    [`${path}.cdx.json`]: `${JSON.stringify(sbom, undefined, 2)}\n`,
    [`${path}-licences.txt`]: byLicence.join('\n'),
    [`${path}-changes.md`]: `${notes}\n`,
  }
}

/** Makes a release: version, changelog, the snapshots for later compatibility tests, a commit and a tag, and the list of packages. */
export const perform: Perform<ReleaseOptions> = async (
  { version: wished, clone: place = packageRoot, yes },
  progress,
) => {
  // Programs are run in it, where a relative path would mean another place.
  const clone = resolve(place)
  const files = filesOf(clone, wished)
  const { before, version, licences, committed } = files
  const tag = `v${version}`
  check(clone, tag)
  progress(1, 3)
  const uncommitted = uncommittedFilesOf(clone, files)
  progress(2, 3)
  if (yes) {
    write(clone, { ...committed, ...uncommitted })
    git(clone, 'add', '--', ...Object.keys(committed))
    git(clone, 'commit', '-m', `Release ${version}`)
    git(clone, 'tag', '-a', tag, '-m', `Cauri ${version}`)
  }
  const counts = Object.fromEntries([...licences].map(([licence, names]) => [licence, names.length]))
  const changed = { committed: Object.keys(committed), beside: Object.keys(uncommitted) }
  const summed = Object.entries(counts).map(([licence, count]) => `${licence} ${count}`)
  return {
    data: { before, version, tag, done: yes, ...changed, licences: counts },
    text: [
      `${before} -> ${version}, ${tag}${yes ? '' : ': nothing is done without --yes'}`,
      ...changed.committed.map((path) => `  ${path}`),
      ...changed.beside.map((path) => `  ${path} (not committed)`),
      `licences: ${summed.join(', ')}`,
      ...(yes ? [`then: npm run check && npm test, git push && git push origin ${tag}`] : []),
    ].join('\n'),
  }
}
