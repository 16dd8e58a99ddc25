const dictionaryBytesMax = 4096

const levelIn = (dictionary: string): number =>
  Number(/\/R\s+(\d+)/.exec(dictionary.split('endobj', 1)[0] ?? '')?.[1] ?? NaN)

/**
 * The level of the security handler (`/R`) with which a file is encrypted: 2 and 3 are RC4, 4 AES-128, 5 and 6
 * AES-256; null if the file names none. If several dictionaries contradict each other, the highest level counts.
 */
export const encryptionLevelOf = (bytes: Buffer): number | null => {
  const file = bytes.toString('latin1')
  const levels = [...file.matchAll(/\/Encrypt\s*(?:(\d+)\s+(\d+)\s+R\b|<<)/g)].flatMap(
    ({ 1: number, index }) =>
      number === undefined
        ? [levelIn(file.slice(index, index + dictionaryBytesMax))]
        : [...file.matchAll(new RegExp(`(?<!\\d)${number}\\s+\\d+\\s+obj\\b`, 'g'))].map((head) =>
            levelIn(file.slice(head.index, head.index + dictionaryBytesMax)),
          ),
  )
  const known = levels.filter((level) => !Number.isNaN(level))
  return known.length === 0 ? null : Math.max(...known)
}
