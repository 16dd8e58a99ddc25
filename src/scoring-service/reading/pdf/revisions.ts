const latin = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', Math.max(0, from), to)

/** As long as any dictionary that is looked at here. */
const dictionaryBytesMax = 4096

/** Where each cross-reference section is pointed at: a word that opens a line, and never one inside a comment. */
const pointersIn = (bytes: Buffer): number[] => {
  const found: number[] = []
  for (let at = bytes.indexOf('startxref'); at >= 0; at = bytes.indexOf('startxref', at + 9)) {
    const isPointer = /^startxref\s+\d+\s/.test(latin(bytes, at, at + 40))
    if (isPointer && (at === 0 || /[\s>]/.test(latin(bytes, at - 1, at)))) found.push(at)
  }
  return found
}

/** Where the file begins: what stands in front of it moves every place in it. */
const beginningOf = (bytes: Buffer): number => Math.max(0, bytes.subarray(0, 1024).indexOf('%PDF-'))

const sectionsMax = 10_000

/** Sections that follow from one another by `/Prev`: one whose own pointer was taken away is still needed, and so still there. */
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
    const before = /\/Prev\s+(\d+)/.exec(latin(bytes, from, from + dictionaryBytesMax))
    next = before ? Number(before[1]) : undefined
  }
  return seen
}

/** Far more than the pages that are read can have. */
const placesMax = 100_000

const entry = /\b(\d{10}) \d{5} ([nf])\b|\b(\d{1,10}) \d{1,10}\b/g

/** Whether each object stands where a table says: `0 3`, the first number of some and how many, then a place for each. */
const isTrue = (bytes: Buffer, section: number): boolean => {
  const end = bytes.indexOf('trailer', section)
  if (end < 0 || end - section > 20 * placesMax) return true
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
 * Whether what the file says of the places of its objects is true. Programs that make statements count right; a file that was
 * typed over, so that all behind it moved, can still be read by looking for what is not in its place.
 */
export const hasTruePlaces = (bytes: Buffer): boolean => {
  const chain = chainOf(bytes, pointersIn(bytes).at(-1))
  const tables = [...chain]
    .map((at) => at + beginningOf(bytes))
    .filter((at) => /^\s*xref\b/.test(latin(bytes, at, at + 32)))
  return chain.size > 0 && tables.every((at) => isTrue(bytes, bytes.indexOf('xref', at)))
}

const withoutComments = (text: string): string => text.replaceAll(/%[^\r\n]*/g, ' ')

/** A line end may be added behind a file on its way. */
const addedBytesMax = 2

/** A file made for the web has two sections by nature: its first object says so, and how long the file was when it was made. */
const isLinearised = (bytes: Buffer): boolean => {
  const first = /^\s*\d+\s+\d+\s+obj\s*<<([\s\S]*?)>>/.exec(
    withoutComments(latin(bytes, beginningOf(bytes), beginningOf(bytes) + 1024)),
  )
  const length = /\/L\s+(\d+)/.exec(first?.[1] ?? '')
  if (!first || !length || !/\/Linearized\b/.test(first[1] ?? '')) return false
  const added = bytes.length - beginningOf(bytes) - Number(length[1])
  return added >= 0 && added <= addedBytesMax
}

/** How far behind the last signed byte the end of its revision may lie: a line end. */
const signedTailBytesMax = 4

/** The dictionary of an object in which a place lies; empty where it lies in none, as in a comment. */
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
 * Signatures that reach to the end of a revision: each is an update that a genuine document may have. What it leaves out is
 * its own value and nothing else. Whether it is right is not looked at.
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
 * How often a file was saved on top of itself, 0 for one that was written once, by what its own sections say: words in a
 * comment count for nothing. A linearised file has two sections by nature, and a signature is an update
 * (docs/design/statement-layouts.md#making-of-files): both are no edits.
 */
export const editsOf = (bytes: Buffer): number => {
  const pointers = pointersIn(bytes)
  const sections = Math.max(pointers.length, chainOf(bytes, pointers.at(-1)).size)
  return Math.max(0, sections - 1 - (isLinearised(bytes) ? 1 : 0) - signedRevisions(bytes))
}

/** Whether a file has more than one state in it that is no edit: made for the web, or signed. */
export const hasUpdates = (bytes: Buffer): boolean => pointersIn(bytes).length > 1
