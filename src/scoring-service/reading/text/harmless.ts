/**
 * A text that a spreadsheet would run as a formula gets a quote in front: the client may write our answer into a
 * spreadsheet.
 */
export const harmless = (text: string): string => (/^[=@]/.test(text) ? `'${text}` : text)
