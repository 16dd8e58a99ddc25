/** The forms in which the number of an identity card may have been stored: as typed, and in capitals without spaces. */
export const nationalIdForms = (text: string): readonly string[] => {
  const trimmed = text.trim()
  const upperCase = trimmed.toUpperCase()
  return [...new Set([trimmed, upperCase, upperCase.replace(/[\s.-]/g, '')])].filter(Boolean)
}
