// Builds the pages: a folder of web with an index.tsx is a page, served under the folder's name. Every file that a
// browser loads has the hash of its content in its name, and is stored with its compressed versions.
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify } from '@swc/core'
import { build } from 'esbuild'
import { withoutUnusedCode } from './chart.mjs'
import { readDocuments } from './documents.mjs'
import { readDocExamples } from './doc-examples.mjs'

const web = join(import.meta.dirname, '..')
const compressible = new Set(['.js', '.css', '.svg', '.html'])

/** `import { Orders } from './orders.graphql'` imports the id by which the server knows the document, not its text. */
const documentsPlugin = (documents) => ({
  name: 'trusted documents',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.graphql$/ }, ({ path }) => {
      const { name, id } = documents.find(({ file }) => join(web, file) === path)
      return { contents: `export const ${name} = ${JSON.stringify({ id })}`, loader: 'js' }
    })
  },
})

/** `import { workers } from 'virtual:workers'` imports a value that the build has computed. */
const virtualPlugin = (values) => ({
  name: 'virtual',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path: path.slice(8), namespace: 'virtual' }))
    onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({
      contents: `export const ${path} = ${JSON.stringify(values[path])}`,
      loader: 'js',
    }))
  },
})

/** `import text from './some.graphql?text'` imports the text of the file. */
const textPlugin = {
  name: 'texts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\?text$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?text$/, '')),
      namespace: 'text',
    }))
    onLoad({ filter: /.*/, namespace: 'text' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }))
  },
}

/** Two thirds of GraphiQL's style are fonts; we use those of the machine instead. */
const withoutFonts = {
  name: 'without fonts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]graphiql[/\\]dist[/\\]style\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/@font-face\s*{[^}]*}/g, ''),
      loader: 'css',
    })),
}

/** The workers of GraphiQL's editor: classic workers, each built as a file of its own. */
const workers = {
  editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
  json: 'monaco-editor/esm/vs/language/json/json.worker.js',
  graphql: 'monaco-graphql/esm/graphql.worker.js',
}

const buildWorkers = async (assets) => {
  const { metafile } = await build({
    absWorkingDir: join(web, '..'),
    entryPoints: workers,
    outdir: assets,
    entryNames: '[name].worker-[hash]',
    bundle: true,
    minify: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  const names = Object.keys(metafile.outputs).map((file) => basename(file))
  const files = Object.keys(workers).map((name) => [name, names.find((file) => file.startsWith(`${name}.`))])
  return { names: Object.keys(metafile.outputs), files: Object.fromEntries(files) }
}

const ownBytesMax = 150_000

/**
 * Minifies the code of our own pages once more, which saves 3 %; for the large files of the editor it is not worth the
 * time.
 */
const shorten = async (file) => {
  const content = await readFile(file, 'utf8')
  if (extname(file) !== '.js' || content.length > ownBytesMax) return
  const { code } = await minify(content, {
    module: true,
    ecma: 2023,
    compress: { passes: 2, module: true, toplevel: true },
    mangle: { toplevel: true },
    format: { comments: false },
  })
  await writeFile(file, code)
}

const compress = async (file) => {
  if (!compressible.has(extname(file))) return
  await shorten(file)
  const content = await readFile(file)
  const quality = content.length > ownBytesMax ? 6 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content))
}

/** All files that an entry loads at its start: its own and its static imports. */
const loadedBy = (outputs, name, found = new Set()) => {
  if (found.has(name)) return found
  found.add(name)
  for (const { path, kind } of outputs[name].imports)
    if (kind === 'import-statement') loadedBy(outputs, path, found)
  return found
}

/**
 * A hash of all input of the build, under which its result is cached: bundling the explorer takes longer than the rest.
 */
const keyOf = async (documents, docExamples) => {
  const hash = createHash('sha256').update(JSON.stringify([documents, docExamples]))
  const files = (await readdir(web, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  for (const path of [join(web, '..', 'package-lock.json'), ...paths])
    hash.update(path).update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}

const builtMax = 4

/** Builds the pages into `web` of the folder; the result for the same input is copied from the cache. */
export const buildPages = async (folder) => {
  const [documents, docExamples] = [await readDocuments(), await readDocExamples()]
  const store = join(web, '..', 'dist', 'checked', 'web')
  const kept = join(store, await keyOf(documents, docExamples))
  if (!existsSync(kept)) {
    const draft = `${kept}-${process.pid}`
    await buildInto(draft, documents, docExamples)
    await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
    const older = (await readdir(store)).filter((name) => join(store, name) !== kept)
    const times = await Promise.all(
      older.map(async (name) => ({ name, at: (await stat(join(store, name))).mtimeMs })),
    )
    for (const { name } of times.sort((a, b) => b.at - a.at).slice(builtMax - 1))
      await rm(join(store, name), { recursive: true, force: true })
  }
  await rm(join(folder, 'web'), { recursive: true, force: true })
  await cp(kept, join(folder, 'web'), { recursive: true })
}

const buildInto = async (outdir, documents, docExamples) => {
  const ofWorkers = await buildWorkers(join(outdir, 'assets'))
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
    plugins: [
      textPlugin,
      withoutFonts,
      withoutUnusedCode,
      documentsPlugin(documents),
      virtualPlugin({
        // A page links to the explorer with the id of its query; the explorer looks up the text here.
        documents: Object.fromEntries(documents.map(({ id, text }) => [id, text])),
        docExamples,
        workers: ofWorkers.files,
      }),
    ],
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
  await Promise.all(
    [...ofWorkers.names, ...Object.keys(metafile.outputs)].map((file) => compress(join(web, '..', file))),
  )
}
