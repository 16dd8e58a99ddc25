import { inflateSync } from 'node:zlib'

/** Limits on what is unpacked here, whatever the file announces. */
const streamBytesMax = 1024 * 1024
const packsMax = 200
const leftBehindMax = 200
/** Far more than the pages that we read can have. */
const objectsMax = 400_000

interface Piece {
  readonly number: number
  /** Its text, up to the bytes of its stream. */
  readonly text: string
  readonly streamAt: number | null
}

const header = /(?<=^|[\s>])(\d{1,10})\s+(\d{1,5})\s+obj\b/g
const streamWord = /stream\r?\n/

/** The objects of a file one by one, found without its cross-reference table. */
const piecesIn = (file: string): Piece[] => {
  const heads: RegExpExecArray[] = []
  for (const head of file.matchAll(header)) if (heads.push(head) > objectsMax) break
  return heads.map((head, i): Piece => {
    const body = file.slice(head.index + head[0].length, heads[i + 1]?.index)
    const stream = streamWord.exec(body)
    const at = stream ? stream.index + stream[0].length : null
    return {
      number: Number(head[1]),
      text: at === null ? (body.split('endobj', 1)[0] ?? '') : body.slice(0, stream?.index),
      streamAt: at === null ? null : head.index + head[0].length + at,
    }
  })
}

const inflate = (bytes: Buffer, from: number): string => {
  try {
    return inflateSync(bytes.subarray(from), { maxOutputLength: streamBytesMax }).toString('latin1')
  } catch {
    return ''
  }
}

const contentOf = (bytes: Buffer, { text, streamAt }: Piece): string => {
  if (streamAt === null) return ''
  if (/\/FlateDecode|\/Fl\b/.test(text)) return inflate(bytes, streamAt)
  return bytes.toString('latin1', streamAt, streamAt + streamBytesMax)
}

/** The objects in a pack: a stream that begins with the number and the offset of each object, `12 0 15 345 ...`. */
const unpack = (bytes: Buffer, piece: Piece): Piece[] => {
  const first = Number(/\/First\s+(\d+)/.exec(piece.text)?.[1] ?? NaN)
  const content = contentOf(bytes, piece)
  if (Number.isNaN(first) || content === '') return []
  const numbers = content.slice(0, first).trim().split(/\s+/).map(Number)
  return numbers.flatMap((number, i): Piece[] =>
    i % 2 === 0
      ? [
          {
            number,
            text: content.slice(first + (numbers[i + 1] ?? 0), first + (numbers[i + 3] ?? content.length)),
            streamAt: null,
          },
        ]
      : [],
  )
}

const references = /(\d{1,10})\s+\d{1,5}\s+R\b/g
const numbersIn = (text: string): number[] =>
  [...text.matchAll(references)].map(([, number]) => Number(number))

const trailerBytesMax = 4096
const trailersMax = 1000

const trailersIn = (file: string): string[] => {
  const trailers: string[] = []
  for (
    let at = file.indexOf('trailer');
    at >= 0 && trailers.length < trailersMax;
    at = file.indexOf('trailer', at + 7)
  )
    trailers.push(file.slice(at, at + trailerBytesMax).split('startxref', 1)[0] ?? '')
  return trailers
}

/** All objects that can be reached from the trailers: the document information, the pages, and what these refer to. */
const reachedFrom = (file: string, objects: ReadonlyMap<number, Piece>): ReadonlySet<number> => {
  const tables = [...objects.values()]
    .filter(({ text }) => /\/Type\s*\/XRef\b/.test(text))
    .map(({ text }) => text)
  const waiting = [...trailersIn(file), ...tables].flatMap(numbersIn)
  const reached = new Set<number>()
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const object = objects.get(number)
    if (reached.has(number) || !object) continue
    reached.add(number)
    for (const next of numbersIn(object.text)) if (!reached.has(next)) waiting.push(next)
  }
  return reached
}

const isPack = ({ text }: Piece): boolean => /\/Type\s*\/ObjStm\b/.test(text)
const isPage = ({ text }: Piece): boolean => /\/Type\s*\/Page\b/.test(text)
/**
 * Whether an object is a content stream of a page. Pictures, fonts and forms do not count, since genuine files have
 * unused ones too.
 */
const isContent = ({ text, streamAt }: Piece): boolean =>
  streamAt !== null && !/\/(Type|Subtype|Length1|N|FunctionType|ShadingType|S|L)\b/.test(text)
/** Searches once, from the first `BT` (the beginning of a text): a file may have many, and a search from each takes too long. */
const drawsText = (content: string): boolean => {
  const at = content.search(/\bBT\b/)
  return at >= 0 && /\bT[jJ]\b/.test(content.slice(at))
}

/**
 * How many pages, or contents of pages, cannot be reached from the trailers. An editor leaves these behind, even when
 * it writes a new file. In a file without incremental updates (`hasUpdates`), each further object of the same number
 * counts too. Null if encryption makes it impossible to know: objects are packed and encrypted, or an unreachable
 * stream is encrypted.
 */
export const leftBehind = (bytes: Buffer, hasUpdates: boolean): number | null => {
  const file = bytes.toString('latin1')
  const ownPieces = piecesIn(file)
  if (ownPieces.length > objectsMax) return 0
  const isEncrypted = /\/Encrypt\s+\d+\s+\d+\s+R\b/.test(file)
  const packs = ownPieces.filter(isPack)
  if (isEncrypted && packs.length > 0) return null
  if (packs.length > packsMax) return 0
  const allPieces = [...ownPieces, ...packs.flatMap((piece) => unpack(bytes, piece))]
  const objects = new Map(allPieces.map((piece) => [piece.number, piece]))
  const reached = reachedFrom(file, objects)
  if (reached.size === 0) return 0
  const orphans = [...objects.values()].filter(({ number }) => !reached.has(number)).slice(0, leftBehindMax)
  const pages = orphans.filter(isPage).length
  const contents = orphans.filter(isContent)
  const withText = isEncrypted ? 0 : contents.filter((piece) => drawsText(contentOf(bytes, piece))).length
  const count = Math.max(pages, withText) + (hasUpdates ? 0 : allPieces.length - objects.size)
  return count === 0 && isEncrypted && contents.length > 0 ? null : count
}
