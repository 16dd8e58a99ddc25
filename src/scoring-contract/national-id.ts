/**
 * All forms in which the number of an identity card may be stored: as typed and in capitals (by earlier versions), and
 * last in capitals without spaces, dots and hyphens, as it is stored today.
 */
export const nationalIdForms = (text: string): readonly string[] => {
  const trimmed = text.trim()
  const upperCase = trimmed.toUpperCase()
  return [...new Set([trimmed, upperCase, upperCase.replace(/[\s.-]/g, '')])].filter(Boolean)
}

/** The form in which a person is stored, so that they are found again however the number is spelled. */
export const nationalIdKey = (text: string): string => nationalIdForms(text).at(-1) ?? ''
