const latin = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', Math.max(0, from), to)

/** Enough for every dictionary that is read here. */
const dictionaryBytesMax = 4096

/**
 * The offsets of the words that point to a cross-reference section. A word counts only after white space or `>` (or at
 * the beginning of the file) and before a number, so not in `%startxref`.
 */
const pointersIn = (bytes: Buffer): number[] => {
  const offsets: number[] = []
  for (let at = bytes.indexOf('startxref'); at >= 0; at = bytes.indexOf('startxref', at + 9)) {
    const isPointer = /^startxref\s+\d+\s/.test(latin(bytes, at, at + 40))
    if (isPointer && (at === 0 || /[\s>]/.test(latin(bytes, at - 1, at)))) offsets.push(at)
  }
  return offsets
}

/** The offset at which the PDF begins: bytes before it shift every other offset. */
const beginningOf = (bytes: Buffer): number => Math.max(0, bytes.subarray(0, 1024).indexOf('%PDF-'))

const sectionsMax = 10_000

/**
 * The offsets of the sections that are linked by `/Prev`. A section is still needed, and therefore still there, even
 * if its own `startxref` was removed.
 */
const chainOf = (bytes: Buffer, pointer: number | undefined): ReadonlySet<number> => {
  if (pointer === undefined) return new Set()
  const beginning = beginningOf(bytes)
  let next: number | undefined = Number(/\d+/.exec(latin(bytes, pointer + 9, pointer + 40))?.[0] ?? NaN)
  const seen = new Set<number>()
  while (next !== undefined && !seen.has(next) && seen.size < sectionsMax) {
    const at = next + beginning
    const head = latin(bytes, at, at + 32)
    const isTable = /^\s*xref\b/.test(head)
    if (!isTable && !/^\s*\d+\s+\d+\s+obj\b/.test(head)) break
    seen.add(next)
    const from = isTable ? bytes.indexOf('trailer', at) : at
    if (from < 0) break
    const previous = /\/Prev\s+(\d+)/.exec(latin(bytes, from, from + dictionaryBytesMax))
    next = previous ? Number(previous[1]) : undefined
  }
  return seen
}

/** Far more than the pages that we read can have. */
const objectsMax = 100_000

const entry = /\b(\d{10}) \d{5} ([nf])\b|\b(\d{1,10}) \d{1,10}\b/g

/**
 * Whether each object is where a cross-reference table says. A table has the first number and the count of some
 * objects, `0 3`, then an offset for each.
 */
const isCorrectTable = (bytes: Buffer, section: number): boolean => {
  const end = bytes.indexOf('trailer', section)
  if (end < 0 || end - section > 20 * objectsMax) return true
  let number = 0
  for (const [, place, kind, first] of latin(bytes, section + 'xref'.length, end).matchAll(entry)) {
    if (place === undefined) {
      number = Number(first)
      continue
    }
    const at = Number(place) + beginningOf(bytes)
    const isThere =
      kind === 'f' ||
      Number(place) === 0 ||
      new RegExp(`^\\s*${number}\\s+\\d+\\s+obj\\b`).test(latin(bytes, at, at + 32))
    if (!isThere) return false
    number += 1
  }
  return true
}

/**
 * Whether the offsets of the objects are correct. Programs that make statements write correct ones. A file that was
 * changed by hand, so that everything after the change moved, can still be read, since the library searches for the
 * objects.
 */
export const hasCorrectOffsets = (bytes: Buffer): boolean => {
  const chain = chainOf(bytes, pointersIn(bytes).at(-1))
  const tables = [...chain]
    .map((at) => at + beginningOf(bytes))
    .filter((at) => /^\s*xref\b/.test(latin(bytes, at, at + 32)))
  return chain.size > 0 && tables.every((at) => isCorrectTable(bytes, bytes.indexOf('xref', at)))
}

const withoutComments = (text: string): string => text.replaceAll(/%[^\r\n]*/g, ' ')

/** A transfer may add a line end to a file. */
const addedBytesMax = 2

/**
 * Whether a file was made for the web: such a file has two sections from the beginning, and its first object contains
 * the length that the file was made with.
 */
const isLinearised = (bytes: Buffer): boolean => {
  const first = /^\s*\d+\s+\d+\s+obj\s*<<([\s\S]*?)>>/.exec(
    withoutComments(latin(bytes, beginningOf(bytes), beginningOf(bytes) + 1024)),
  )
  const length = /\/L\s+(\d+)/.exec(first?.[1] ?? '')
  if (!first || !length || !/\/Linearized\b/.test(first[1] ?? '')) return false
  const added = bytes.length - beginningOf(bytes) - Number(length[1])
  return added >= 0 && added <= addedBytesMax
}

/** How many bytes may follow the last signed byte: a line end. */
const signedTailBytesMax = 4

/** The dictionary of the object around an offset; empty if there is none, as in a comment. */
const objectAround = (bytes: Buffer, at: number): string => {
  const before = withoutComments(latin(bytes, at - dictionaryBytesMax, at))
  const opened = before.slice(before.lastIndexOf('endobj') + 1).search(/\d+\s+\d+\s+obj\b/)
  const line =
    latin(bytes, at - 200, at)
      .split(/[\r\n]/)
      .at(-1) ?? ''
  if (opened < 0 || line.includes('%')) return ''
  return before.slice(before.lastIndexOf('endobj') + 1) + latin(bytes, at, at + 200)
}

/**
 * How many revisions are signed to their end: each is an update that a genuine document may have. A signature covers
 * everything except its own value. Whether it is valid is not checked.
 */
const signedRevisions = (bytes: Buffer): number => {
  const ends = new Set<number>()
  for (let at = bytes.indexOf('/ByteRange'); at >= 0; at = bytes.indexOf('/ByteRange', at + 10)) {
    const numbers = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(latin(bytes, at, at + 120))
    if (!numbers || !/\/Type\s*\/Sig\b/.test(objectAround(bytes, at))) continue
    const [from, length, rest, restLength] = numbers.slice(1).map(Number) as [number, number, number, number]
    const value = latin(bytes, from + length, rest)
    const end = rest + restLength
    const reachesEnd = latin(bytes, end - 8, end + signedTailBytesMax).includes('%%EOF')
    if (from === 0 && /^<[0-9a-fA-F\s]*>$/.test(value) && reachesEnd) ends.add(end)
  }
  return ends.size
}

/**
 * How often a file was saved incrementally, by its cross-reference sections; 0 for a file that was written once. The
 * second section of a linearised file and the update of a signature are no edits
 * (docs/design/statement-layouts.md#making-of-files).
 */
export const editsOf = (bytes: Buffer): number => {
  const pointers = pointersIn(bytes)
  const sections = Math.max(pointers.length, chainOf(bytes, pointers.at(-1)).size)
  return Math.max(0, sections - 1 - (isLinearised(bytes) ? 1 : 0) - signedRevisions(bytes))
}

/** Whether a file has more than one section. If it has no edits, it was made for the web, or signed. */
export const hasUpdates = (bytes: Buffer): boolean => pointersIn(bytes).length > 1
