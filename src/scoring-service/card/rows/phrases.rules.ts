/**
 * Statements write one wording in many ways (`M-PESA`, `MPesa`, `H- Fund`, `PRÉLÈVEMENT`), so all text is compared as
 * lower-case words without accents. A shortcode that is joined to its name (`300248BANK`) is split off.
 */
export const wordsOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  const plain = isAscii(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '')
  return (
    plain
      .replace(/\bm[-\s](?=pesa|shwari)/g, 'm')
      .replace(/\b(\d{5,7})(?=[a-z])/g, '$1 ')
      .match(/[\p{L}\d*]+/gu) ?? []
  )
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Words and the value that they stand for. `rank` is the place in the table: the lowest rank wins. */
interface Phrase<T> {
  readonly words: readonly string[]
  readonly value: T
  readonly rank: number
}

type Index<T> = ReadonlyMap<string, readonly Phrase<T>[]>

/** An index by the first word, since thousands of rows are compared with hundreds of wordings. */
const indexOf = <T extends { readonly words: readonly string[] }>(table: readonly T[]): Index<T> => {
  const index = new Map<string, Phrase<T>[]>()
  table.forEach((value, rank) => {
    for (const text of value.words) {
      const words = wordsOf(text)
      const first = words[0]
      if (first === undefined) throw new RangeError(`a wording without words: '${text}'`)
      const bucket = index.get(first)
      if (bucket) bucket.push({ words, value, rank })
      else index.set(first, [{ words, value, rank }])
    }
  })
  return index
}

/** If phrases have the same rank, the longest wins, so that no word of the wording is taken for part of the name after it. */
const isBetter = <T>(phrase: Phrase<T>, best: Phrase<T> | undefined): boolean =>
  best === undefined ||
  phrase.rank < best.rank ||
  (phrase.rank === best.rank && phrase.words.length > best.words.length)

/** Where `phrase` ends if it begins at `start`, skipping the words in `skipped`; -1 if it is not there. */
const endOf = (
  phrase: readonly string[],
  words: readonly string[],
  start: number,
  skipped?: ReadonlySet<string>,
): number => {
  let at = start
  for (const word of phrase) {
    while (words[at] !== word && skipped?.has(words[at] ?? '')) at++
    if (words[at] !== word) return -1
    at++
  }
  return at
}

export interface Found<T> {
  readonly value: T
  /** The index of the first word after the wording. */
  readonly end: number
}

/**
 * Finds a wording at the beginning of a text. `modifiers` may occur anywhere within it: `Pay Bill Online Fuliza M-Pesa
 * to` is a `Pay Bill to`.
 */
export const prefixFinder = <T extends { readonly words: readonly string[] }>(
  table: readonly T[],
  modifiers: ReadonlySet<string>,
): ((words: readonly string[], accepts: (value: T) => boolean) => Found<T> | undefined) => {
  const index = indexOf(table)
  return (words, accepts) => {
    let best: Phrase<T> | undefined
    let bestEnd = 0
    for (let start = 0; start < words.length; start++) {
      const first = words[start] as string
      for (const phrase of index.get(first) ?? []) {
        if (!isBetter(phrase, best) || !accepts(phrase.value)) continue
        const end = endOf(phrase.words, words, start, modifiers)
        if (end > 0) [best, bestEnd] = [phrase, end]
      }
      if (!modifiers.has(first)) break
    }
    return best && { value: best.value, end: bestEnd }
  }
}

/** Finds a wording anywhere from the word `from` on. `accepts` also gets the index of its first word in `words`. */
export const phraseFinder = <T extends { readonly words: readonly string[] }>(
  table: readonly T[],
): ((
  words: readonly string[],
  from: number,
  accepts: (value: T, at: number) => boolean,
) => Found<T> | undefined) => {
  const index = indexOf(table)
  return (words, from, accepts) => {
    let best: Phrase<T> | undefined
    let bestEnd = 0
    for (let at = from; at < words.length; at++) {
      for (const phrase of index.get(words[at] as string) ?? []) {
        if (!isBetter(phrase, best) || !accepts(phrase.value, at)) continue
        const end = endOf(phrase.words, words, at)
        if (end > 0) [best, bestEnd] = [phrase, end]
      }
    }
    return best && { value: best.value, end: bestEnd }
  }
}
