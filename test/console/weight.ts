import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compiledProgram } from '../end-to-end/compile.js'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

/** 60 KB (of 1000 bytes each) for everything that a page may load. */
export const bytesMax = 60_000

export const builtAssets = (): string => join(dirname(compiledProgram('cauri')), 'web', 'assets')

const built = z.object({
  pages: z.record(
    z.string(),
    z.object({ script: z.string(), style: z.string(), preload: z.array(z.string()) }),
  ),
  operations: z.record(z.string(), z.object({ text: z.string() })),
})
export type Built = z.infer<typeof built>

export const builtPages = (): Built =>
  shaped(built, JSON.parse(readFileSync(join(builtAssets(), '..', 'pages.json'), 'utf8')))

/** The scripts and the style that a page loads at its start or later, found by following the names in each file. */
const filesOf = (name: string): string[] => {
  const assets = builtAssets()
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const { script, style, preload } = builtPages().pages[name]!
  const found = new Set([style])
  const follow = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(join(assets, file), 'utf8')
    for (const other of scripts) if (text.includes(`./${other}`)) follow(other)
  }
  for (const file of [script, ...preload]) follow(file)
  return [...found]
}

/** The bytes of everything that a page may load, as sent to a browser. */
export const weightOf = (name: string): number =>
  filesOf(name).reduce((sum, file) => sum + statSync(join(builtAssets(), `${file}.br`)).size, 0)
