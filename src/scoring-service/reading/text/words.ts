/** The form in which headings and labels are compared: lower case, no accents, words separated by one space, nothing else. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Undoes `DDaattee`: a label made bold by writing each letter twice. */
export const withoutDoubling = (text: string): string => {
  const letters = [...text.replaceAll(' ', '')]
  const isDoubled = letters.length >= 4 && letters.every((letter, i) => letter === letters[i - (i % 2)])
  if (!isDoubled) return text
  return [...text]
    .filter((_, i, all) => all[i] === ' ' || all.slice(0, i).filter((c) => c !== ' ').length % 2 === 0)
    .join('')
}
