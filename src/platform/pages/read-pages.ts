import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const pagesFile = z.object({
  pages: z.record(
    z.string(),
    z.object({ script: z.string(), style: z.string(), preload: z.array(z.string()) }),
  ),
  operations: z.record(z.string(), z.object({ name: z.string(), text: z.string() })),
})

/** The pages as `npm run build` made them. */
export interface Pages {
  /** The directory of the files that browsers load; their names contain hashes. */
  readonly assets: string
  readonly byName: ReadonlyMap<
    string,
    { readonly script: string; readonly style: string; readonly preload: readonly string[] }
  >
  /** Operations of the pages by the hash of their text. */
  readonly operations: ReadonlyMap<string, { readonly name: string; readonly text: string }>
}

/** Throws if they were not built. */
export const readPages = (folder: string): Pages => {
  const { pages, operations } = pagesFile.parse(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')))
  return {
    assets: join(folder, 'assets'),
    byName: new Map(Object.entries(pages)),
    operations: new Map(Object.entries(operations)),
  }
}
