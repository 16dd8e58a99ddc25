/**
 * Puts a quote before a text that a spreadsheet would run as a formula, since the client may export our answer to a
 * spreadsheet.
 */
export const harmless = (text: string): string => (/^[=@]/.test(text) ? `'${text}` : text)
