import './node-version.mjs'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Prints what the service is made of, as CycloneDX, according to the lock file. `npm sbom --omit=dev` would leave out
 * packages that a development tool uses too, such as `graphql` and `zod`: so npm lists all packages, and those for
 * development only are removed here.
 */
const { name, packages } = JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8'))
const isOurs = new Set(
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
)
const listed = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const bom = JSON.parse(listed)
bom.components = bom.components.filter((component) => isOurs.has(`${component.name}@${component.version}`))
const root = bom.metadata.component
// npm takes the name of the directory.
root.name = name
const kept = new Set([root['bom-ref'], ...bom.components.map((component) => component['bom-ref'])])
bom.dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
process.stdout.write(`${JSON.stringify(bom, undefined, 2)}\n`)
