interface Glyph {
  readonly id: number
  readonly advanceWidth: number
}

interface Position {
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

interface Run {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly Position[]
  readonly advanceWidth: number
}

/** The layout of pdfkit's embedded fonts: it lays out one word with the character after it, and caches every word for ever. */
export interface FontLayout {
  layoutCached(word: string): Run
}

interface FontCache {
  readonly letters: Map<string, { readonly glyph: Glyph; readonly position: Position } | undefined>
  /** Where the first letter of a pair puts the second. */
  readonly pairs: Map<string, Position | undefined>
}

/** The maximum number of cached pairs, since names may be in any script; beyond it the cache is emptied. */
const pairsMax = 20_000

/** By font: the same for every document of this process. */
const caches = new Map<string, FontCache>()

const cacheOf = (name: string): FontCache => {
  const known = caches.get(name)
  if (known && known.pairs.size <= pairsMax) return known
  const fresh: FontCache = { letters: new Map(), pairs: new Map() }
  caches.set(name, fresh)
  return fresh
}

/**
 * Invisible characters such as the soft hyphen, which has the glyph of a hyphen. The font remembers for each glyph whether it is
 * hidden, so that after a soft hyphen every hyphen would be invisible, even the minus sign of an amount.
 */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const isSame = (a: Position, b: Position): boolean =>
  a.xAdvance === b.xAdvance && a.yAdvance === b.yAdvance && a.xOffset === b.xOffset && a.yOffset === b.yOffset

/**
 * Lets a font lay out a word letter by letter, from the cached layout of each letter and each pair of letters. Shaping and caching whole
 * words is slow in a long statement, where each row has new amounts and references.
 * It is correct only where a letter changes nothing but the distance to the next one; other words, for example with a ligature, are
 * left to the font.
 */
export const layOutByPairs = (name: string, font: FontLayout): void => {
  const cache = cacheOf(name)
  const shape = font.layoutCached.bind(font)

  const letterOf = (letter: string) => {
    if (cache.letters.has(letter)) return cache.letters.get(letter)
    const { glyphs, positions } = shape(letter)
    const [glyph, position] = [glyphs[0], positions[0]]
    const cached = glyphs.length === 1 && glyph && position ? { glyph, position } : undefined
    cache.letters.set(letter, cached)
    return cached
  }
  const firstOfPair = (letter: string, next: string): Position | undefined => {
    const pair = letter + next
    if (cache.pairs.has(pair)) return cache.pairs.get(pair)
    const [one, other, { glyphs, positions }] = [letterOf(letter), letterOf(next), shape(pair)]
    const [first, second] = positions
    const isPair =
      glyphs.length === 2 &&
      glyphs[0]?.id === one?.glyph.id &&
      glyphs[1]?.id === other?.glyph.id &&
      second !== undefined &&
      other !== undefined &&
      isSame(second, other.position)
    const cached = isPair ? first : undefined
    cache.pairs.set(pair, cached)
    return cached
  }

  font.layoutCached = (text) => {
    const word = text.replaceAll(invisible, '')
    const letters = [...word]
    const glyphs: Glyph[] = []
    const positions: Position[] = []
    let advanceWidth = 0
    for (const [at, letter] of letters.entries()) {
      const next = letters[at + 1]
      const known = letterOf(letter)
      const position = next === undefined ? known?.position : firstOfPair(letter, next)
      if (!known || !position) return shape(word)
      glyphs.push(known.glyph)
      positions.push(position)
      advanceWidth += position.xAdvance
    }
    return { glyphs, positions, advanceWidth }
  }
}
