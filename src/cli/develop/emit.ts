import 'reflect-metadata'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../app/config/config.js'
import { schemaText } from '../../app/schema.js'
import { withTables } from '../../scoring-service/card/points/scorecard-page.js'
import { scoringOpenApi } from '../../scoring-service/openapi/document.js'
import type { Perform } from '../outcome.js'

/** Files of the repository that are generated from the code. */
export type Emitted = 'schema' | 'openapi' | 'scorecard'

const contents: Readonly<Record<Emitted, { readonly file: string; text(before: () => string): string }>> = {
  schema: { file: 'schema.graphql', text: schemaText },
  openapi: {
    file: 'scoring-openapi.json',
    text: () => `${JSON.stringify(scoringOpenApi(), null, 2)}\n`,
  },
  scorecard: { file: 'docs/scorecard.md', text: (before) => withTables(before()) },
}

/** Generates a file of the repository from the code. */
export const perform: Perform<Emitted> = async (what) => {
  const { file, text } = contents[what]
  const path = join(packageRoot, file)
  writeFileSync(
    path,
    text(() => readFileSync(path, 'utf8')),
  )
  return { data: { file }, text: `wrote ${file}` }
}
