import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { errorCodeOf } from '../../kernel/error-code.js'
import { parseJson } from '../../kernel/json.js'

const range = z.object({
  table: z.enum(['audit_log', 'postings']),
  /** A half-open range: of row ids, or for postings of the ids of their journals. */
  from: z.string(),
  before: z.string(),
})

/** Rows that were archived elsewhere and are not in the database any more (docs/scale.md#archive-what-is-closed). */
export type Archived = readonly z.output<typeof range>[]

const fileName = 'archived.jsonl'

/** Each line is a range of ids. Throws for an invalid line, since it must be clear which missing rows are expected. */
export const readArchived = async (directory: string): Promise<Archived> => {
  const text = await readFile(join(directory, fileName), 'utf8').catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const { data } = range.safeParse(parseJson(line))
      if (!data) throw new Error(`line ${at + 1} of ${fileName} is not {"table", "from", "before"}`)
      return data
    })
}

export const isArchived = (archived: Archived, table: Archived[number]['table'], id: string): boolean =>
  archived.some((one) => one.table === table && id >= one.from && id < one.before)
