/** A list in a GraphQL answer as a table: a column for each leaf of its rows. */
export interface Table {
  readonly path: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Found {
  readonly path: string
  readonly list: readonly Node[]
}

/** Searches breadth first, so that outer lists come first; lists inside rows are not searched. */
const listsIn = (data: unknown): Found[] => {
  const found: Found[] = []
  const left: { path: string; value: unknown }[] = [{ path: '', value: data }]
  for (let next = left.shift(); next; next = left.shift()) {
    const { path, value } = next
    if (Array.isArray(value) && value.length > 0 && value.every(isNode)) found.push({ path, list: value })
    if (!isNode(value)) continue
    for (const [name, inner] of Object.entries(value))
      left.push({ path: path === '' ? name : `${path}.${name}`, value: inner })
  }
  return found
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

const leavesOf = (node: Node, prefix = ''): [string, string][] =>
  Object.entries(node).flatMap(([name, value]) =>
    isNode(value) ? leavesOf(value, `${prefix}${name}.`) : [[prefix + name, textOf(value)]],
  )

const flat = ({ path, list }: Found): Table => {
  const rows = list.map((node) => new Map(leavesOf(node)))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return {
    path,
    columns,
    rows: rows.map((row) => columns.map((column) => row.get(column) ?? '')),
  }
}

/** Every list of an answer that has rows, the outermost first. */
export const tablesOf = (data: unknown): Table[] => listsIn(data).map(flat)

/**
 * Escapes a text that a spreadsheet would take for a formula, so that nothing that customers write is executed on a
 * clerk's machine. The rule of the service's files (src/app/exports/csv.ts) is the same: test/console/cells.test.ts
 * compares the two.
 */
const cellOf = (text: string): string => {
  const harmless = /^-?\d+([.,]\d+)?$/.test(text)
    ? text
    : text.replace(/(^\s*|[;\r\n]\s*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g, "$1'")
  return /[",;\n\r\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Begins with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvOf = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string =>
  `\u{feff}${[columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
