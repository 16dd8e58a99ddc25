import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const extension = '.graphql'

/** The text of every operation file of a directory, by operation name. Throws when there is none. */
export const readOperations = (directory: string): ReadonlyMap<string, string> => {
  const files = readdirSync(directory).filter((file) => file.endsWith(extension))
  if (files.length === 0) throw new Error(`No operation files in ${directory}`)
  return new Map(
    files.sort().map((file) => [basename(file, extension), readFileSync(join(directory, file), 'utf8')]),
  )
}
