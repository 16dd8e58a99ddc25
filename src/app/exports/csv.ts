/** A byte order mark, so that a spreadsheet reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

const number = /^-?\d+(\.\d+)?$/
/**
 * Texts that a spreadsheet takes for a formula because of their first character. A French one starts a new cell after a semicolon too.
 */
const formula = /(^\s*|;\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Most cells: no special character in them, before or after. */
const plain = /^[A-Za-z\d][^;",\r\n\t']*$/

/** A cell by RFC 4180; a text that a spreadsheet would execute is escaped. */
const cellOf = (value: unknown): string => {
  const text = textOf(value)
  if (text === '' || plain.test(text)) return text
  const harmless = number.test(text) ? text : text.replaceAll(formula, "$1'")
  return /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`
