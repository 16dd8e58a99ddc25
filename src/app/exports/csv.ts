/** So that a spreadsheet reads it as UTF-8. */
export const byteOrderMark = '\uFEFF'

const number = /^-?\d+(\.\d+)?$/
/** What a spreadsheet takes for a formula where a text begins with it; a French one begins a cell after each semicolon too. */
const formula = /(^\s*|;\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Most cells: nothing in them, before or after them, is anybody's sign. */
const plain = /^[A-Za-z\d][^;",\r\n\t']*$/

/** A cell by RFC 4180; a text that a spreadsheet would compute is one that it shows. */
const cellOf = (value: unknown): string => {
  const text = textOf(value)
  if (text === '' || plain.test(text)) return text
  const harmless = number.test(text) ? text : text.replaceAll(formula, "$1'")
  return /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`
