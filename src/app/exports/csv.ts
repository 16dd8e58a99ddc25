/** A byte order mark, so that a spreadsheet reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

const number = /^-?\d+(\.\d+)?$/
/**
 * Where a spreadsheet would see a formula: at the beginning, and after a semicolon or a line break, where a French
 * spreadsheet begins a new cell.
 */
const formula = /(^\s*|[;\r\n]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A cell that needs neither quotes nor an escape, as most do. */
const plain = /^[A-Za-z\d][^;",\r\n\t']*$/

/** A cell by RFC 4180; a text that a spreadsheet would execute is escaped. */
const cellOf = (value: unknown): string => {
  const text = textOf(value)
  if (text === '' || plain.test(text)) return text
  const harmless = number.test(text) ? text : text.replaceAll(formula, "$1'")
  return /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`
