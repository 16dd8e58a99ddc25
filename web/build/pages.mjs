// Builds the pages: a folder of web with an index.tsx is one, served at its name. Everything that a browser loads has the hash
// of its content in its name, and lies beside what it becomes compressed.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { readDocuments } from './documents.mjs'

const web = join(import.meta.dirname, '..')
const compressible = new Set(['.js', '.css', '.svg', '.html'])

/** `import { Orders } from './orders.graphql'` gives the id by which the server knows the document, and not its text. */
const documentsPlugin = (documents) => ({
  name: 'trusted documents',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.graphql$/ }, ({ path }) => {
      const { name, id, kind } = documents.find(({ file }) => join(web, file) === path)
      return { contents: `export const ${name} = ${JSON.stringify({ name, id, kind })}`, loader: 'js' }
    }),
})

const compress = async (file) => {
  if (!compressible.has(extname(file))) return
  const content = await readFile(file)
  const quality = content.length > 1_000_000 ? 5 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content))
}

/** All that an entry loads at its start: itself, and what it imports without being asked. */
const loadedBy = (outputs, name, found = new Set()) => {
  if (found.has(name)) return found
  found.add(name)
  for (const { path, kind } of outputs[name].imports)
    if (kind === 'import-statement') loadedBy(outputs, path, found)
  return found
}

export const buildPages = async (folder) => {
  const documents = await readDocuments()
  const outdir = join(folder, 'web')
  await rm(outdir, { recursive: true, force: true })
  const names = (await readdir(web)).filter((name) => existsSync(join(web, name, 'index.tsx')))
  const { metafile } = await build({
    absWorkingDir: join(web, '..'),
    entryPoints: Object.fromEntries(names.map((name) => [name, join(web, name, 'index.tsx')])),
    outdir: join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'file', '.ttf': 'file', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    legalComments: 'none',
    plugins: [documentsPlugin(documents)],
    logLevel: 'warning',
  })
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) =>
    entryPoint?.endsWith('/index.tsx'),
  )
  const pages = Object.fromEntries(
    entries.map(([output, { entryPoint, cssBundle }]) => [
      entryPoint.split('/').at(-2),
      {
        script: basename(output),
        style: basename(cssBundle),
        preload: [...loadedBy(metafile.outputs, output)]
          .filter((name) => name !== output)
          .map((name) => basename(name)),
      },
    ]),
  )
  await mkdir(outdir, { recursive: true })
  const operations = Object.fromEntries(documents.map(({ id, name, text }) => [id, { name, text }]))
  await writeFile(join(outdir, 'pages.json'), JSON.stringify({ pages, operations }))
  await Promise.all(Object.keys(metafile.outputs).map((file) => compress(join(web, '..', file))))
}
