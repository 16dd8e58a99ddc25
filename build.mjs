// Bundles each program into a folder, `dist` by default, so that a process reads a dozen files when it starts instead
// of 2,400 (docs/decisions/0016). Further arguments are files to bundle too, under their names; with --only nothing
// else is bundled. --bench also bundles the benchmark. The pages are built into `web` in the folder. `npm run
// check:types` checks the types.
import './node-version.mjs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { buildPages } from './web/build/pages.mjs'

/**
 * Each program's file, by its name in the folder. The readers' `child` must be beside `cauri`
 * (src/scoring-service/reader/create-engine.ts).
 */
const programs = {
  cauri: 'src/cli/cauri.ts',
  child: 'src/scoring-service/reader/child.ts',
  ormconfig: 'ormconfig.ts',
}

const programsOfBench = {
  main: 'bench/main.ts',
  peer: 'bench/peer.ts',
  generator: 'bench/generator/main.ts',
  'bare-extraction': 'bench/bare-extraction/main.ts',
  faults: 'bench/faults/main.ts',
  fuzz: 'bench/fuzz/main.ts',
  cluster: 'bench/cluster/main.ts',
  simulate: 'test/simulation/simulate.ts',
  player: 'test/simulation/player.ts',
}

/** Packages that are not bundled: they need files of their own, or are large and seldom used. */
const installed = ['pdfjs-dist', 'pdfkit', 'mongodb', 'mysql2', '@aws-sdk/client-s3']

/** Optional packages of typeorm and type-graphql, which are not installed. */
const absent = `@google-cloud/spanner @sap/hana-client class-validator expo-sqlite ioredis mssql mysql oracledb pg
  pg-native pg-query-stream react-native-sqlite-storage redis sql.js sqlite3 typeorm-aurora-data-api-driver`

// Bundled CommonJS packages load others with `require`, which a module does not have.
const banner = `import { createRequire as requireOf } from 'node:module'
const require = requireOf(import.meta.url)`

const firstLineOnly = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')

/**
 * Replaces the source maps of packages. Node keeps the map of every loaded file, which would be 40 MB, nine tenths of
 * it for packages. A stack trace then shows only the file of a package, or the place in the bundle.
 */
const mapOnlyOurs = {
  name: 'map only ours',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${firstLineOnly}`,
      loader: 'default',
    })),
}

/**
 * Escapes every character beyond ASCII: V8 stores a file that contains such a character in two bytes for each
 * character, 4 MB in all. esbuild escapes them itself, except in regular expressions, where the escape means the same
 * as the character unless a backslash precedes it.
 */
const escapeBeyondAscii = async (path) => {
  const text = await readFile(path, 'utf8')
  // eslint-disable-next-line no-control-regex -- the range of ASCII
  const escaped = text.replaceAll(/(\\?)([^\x00-\x7f])/g, (_, backslash, character) => {
    if (backslash !== '')
      throw new Error(`${path} has a backslash before ${character}, which cannot be escaped`)
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  if (escaped !== text) await writeFile(path, escaped)
}

const bundle = async (entryPoints, outdir) => {
  const { metafile } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints,
    outdir,
    // All files are in one folder, so that a path relative to a file is the same in each.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: [...installed, ...absent.split(/\s+/)],
    banner: { js: banner },
    sourcemap: true,
    sourcesContent: false,
    // Saves V8 reading time and memory at each start; source maps still show our lines. Names are kept, since class
    // names are data.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    // For an uncaught error Node prints the whole line, so lines are short.
    lineLimit: 200,
    plugins: [mapOnlyOurs],
    metafile: true,
    logLevel: 'warning',
  })
  const written = Object.keys(metafile.outputs).map((path) => resolve(import.meta.dirname, path))
  await Promise.all(written.filter((path) => path.endsWith('.js')).map(escapeBeyondAscii))
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { bench: { type: 'boolean' }, only: { type: 'boolean' } },
})
const [folder = 'dist', ...files] = positionals
const others = Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
if (values.only) await bundle(others, folder)
else
  await Promise.all([
    bundle({ ...programs, ...others }, folder),
    buildPages(resolve(import.meta.dirname, folder)),
  ])
if (values.bench) await bundle(programsOfBench, join(folder, 'bench'))
