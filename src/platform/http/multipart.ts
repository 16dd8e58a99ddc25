import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { parseJson } from '../../kernel/json.js'

/** A received file; `path` is where it lies until an operation moves it, or the request has been answered. */
interface TakenFile {
  readonly path: string
}

/** A fault of a multipart request, for its sender. */
export class MultipartProblem extends Error {
  override readonly name = 'MultipartProblem'
}

export const filesMax = 12
export const operationsBytesMax = 64 * 1024
export const multipartLimits = {
  fieldNameSize: 100,
  fieldSize: operationsBytesMax,
  fields: 2,
  files: filesMax,
  parts: filesMax + 2,
  headerPairs: 100,
} as const

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (text: unknown, name: string): Fields => {
  const value = typeof text === 'string' ? parseJson(text) : undefined
  if (!isObject(value)) throw new MultipartProblem(`${name} must be a JSON object, and come before the files`)
  return value
}

/** Puts a file where a path such as `variables.input.documents.0.file` names a null; nowhere else. */
const place = (operations: Fields, path: string, file: TakenFile): void => {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let parent: unknown = operations
  for (const key of keys)
    parent =
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
        ? (parent as Fields)[key]
        : undefined
  const isNull =
    keys[0] === 'variables' &&
    typeof parent === 'object' &&
    parent !== null &&
    Object.hasOwn(parent, last) &&
    (parent as Fields)[last] === null
  if (!isNull) throw new MultipartProblem('map must name variables that are null in operations')
  ;(parent as Fields)[last] = file
}

const pathOf = (map: Fields, fieldname: string): string => {
  const paths = Object.hasOwn(map, fieldname) ? map[fieldname] : undefined
  if (!Array.isArray(paths) || paths.length !== 1 || typeof paths[0] !== 'string')
    throw new MultipartProblem(`map must name one variable for the file ${fieldname}`)
  return paths[0]
}

export interface MultipartOperation {
  /** The operation as if sent as JSON, with the files as values of their variables. */
  readonly body: Fields
  /** Removes the files that no operation has moved. */
  readonly discard: () => Promise<void>
}

/**
 * The multipart reader's errors for a truncated or invalid body have no status, but they are the sender's fault: a 400.
 */
async function* withSenderFaults<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error
    throw new MultipartProblem('The request did not arrive whole')
  }
}

/**
 * Reads a request of the GraphQL multipart conventions: `operations`, `map`, then the files, each handed to `take` while it
 * arrives. Throws MultipartProblem, and whatever `take` throws; nothing is left behind then.
 */
export const readMultipart = async <File extends TakenFile>(
  request: Pick<FastifyRequest, 'parts'>,
  take: (source: AsyncIterable<Buffer>) => Promise<File>,
  fileBytesMax: number,
): Promise<MultipartOperation> => {
  const takenFiles: File[] = []
  const discard = async (): Promise<void> => {
    for (const { path } of takenFiles) await rm(path, { force: true })
  }
  const texts = new Map<string, unknown>()
  let header: { readonly operations: Fields; readonly map: Fields } | undefined
  try {
    // Reads one byte beyond the limit, so that the reader sees that the file is too long.
    const limits = { ...multipartLimits, fileSize: fileBytesMax + 1 }
    for await (const part of withSenderFaults(request.parts({ limits }))) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new MultipartProblem(`${part.fieldname} is too large`)
        texts.set(part.fieldname, part.value)
        continue
      }
      header ??= {
        operations: fieldOf(texts.get('operations'), 'operations'),
        map: fieldOf(texts.get('map'), 'map'),
      }
      const path = pathOf(header.map, part.fieldname)
      const file = await take(withSenderFaults(part.file))
      takenFiles.push(file)
      place(header.operations, path, file)
    }
    const body = header?.operations ?? fieldOf(texts.get('operations'), 'operations')
    const filesNamed = Object.keys(header?.map ?? fieldOf(texts.get('map') ?? '{}', 'map')).length
    if (filesNamed !== takenFiles.length) throw new MultipartProblem('map names a file that did not come')
    return { body, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
