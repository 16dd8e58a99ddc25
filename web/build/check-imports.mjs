// Checks what a page imports: only its own folder, `shared`, `design` and packages. A page calls the service through
// its API, and knows no other page. esbuild finds the imports, since dependency-cruiser does not read TSX.
import '../../node-version.mjs'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const web = join(import.meta.dirname, '..')
const names = (await readdir(web)).filter((name) => existsSync(join(web, name, 'index.tsx')))
const { metafile } = await build({
  absWorkingDir: join(web, '..'),
  entryPoints: names.map((name) => join(web, name, 'index.tsx')),
  outdir: 'dist',
  write: false,
  bundle: true,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  packages: 'external',
  external: ['*.graphql', '*?text', 'virtual:*'],
  loader: { '.svg': 'text' },
})
/** The only imports from src: the code that plays a scenario, which the page shares with a command and a test. */
const isPlayer = (path) => /^src\/simulator\/scenario\/(scenario|play-scenario|http-world)\.ts$/.test(path)
const folderOf = (path) => /^web\/([^/]+)\//.exec(path)?.[1]
const problems = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
  imports
    .filter(
      ({ path, external }) =>
        !external && !isPlayer(path) && ![folderOf(file), 'shared', 'design'].includes(folderOf(path)),
    )
    .map(({ path }) => `${file} imports ${path}`),
)
if (names.length === 0 || Object.keys(metafile.inputs).length < names.length)
  problems.push('no page was read')
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
