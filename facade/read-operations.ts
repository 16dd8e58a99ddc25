import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const extension = '.graphql'

// The compiler copies no .graphql files: compiled code, in dist/facade, reads those of the source tree.
const beside = fileURLToPath(new URL('./operations', import.meta.url))
const ofSourceTree = fileURLToPath(new URL('../../facade/operations', import.meta.url))

/** Where the operation files are. */
export const operationsDirectory: string = existsSync(beside) ? beside : ofSourceTree

/** The text of every operation file of a directory, by operation name. Throws when there is none. */
export const readOperations = (directory: string): ReadonlyMap<string, string> => {
  const files = readdirSync(directory).filter((file) => file.endsWith(extension))
  if (files.length === 0) throw new Error(`No operation files in ${directory}`)
  return new Map(
    files.sort().map((file) => [basename(file, extension), readFileSync(join(directory, file), 'utf8')]),
  )
}
