import type { LocalDate } from '../../kernel/calendar.js'
import { toBigint, toNumber } from './columns.js'
import type { Row } from './database.js'

// The types of the columns of a hand-written statement (those of entities are in columns.ts): each row is checked and typed once, where
// it is read. A column that the statement has not selected, or an unexpected NULL, is a bug and throws.

type Cell = Row[string]
type Kind<T> = (cell: Cell, name: string) => T

const notNull =
  <T>(convert: (cell: Exclude<Cell, null>) => T): Kind<T> =>
  (cell, name) => {
    if (cell === null) throw new Error(`${name} is NULL`)
    return convert(cell)
  }

export const text: Kind<string> = notNull(String)
/** A value of a closed union; it is not checked, since only our own code writes it. */
export const word = <Word extends string>(): Kind<Word> => text as Kind<Word>
export const date: Kind<LocalDate> = word<LocalDate>()
/** Minor units; NULL, as of a sum over no rows, is 0. */
export const amount: Kind<bigint> = (cell) => toBigint(cell)
/** A count, a rate, a moment; NULL, as of a sum over no rows, is 0. */
export const integer: Kind<number> = (cell) => toNumber(cell)
/** NULL is false. */
export const flag: Kind<boolean> = (cell) => toNumber(cell) === 1
export const orNull =
  <T>(kind: Kind<T>): Kind<T | null> =>
  (cell, name) =>
    cell === null ? null : kind(cell, name)

interface Named<T> {
  readonly name: string
  readonly kind: Kind<T>
}

/** A column whose name differs from its property. */
export const column = <T>(name: string, kind: Kind<T>): Named<T> => ({ name, kind })

type Columns = Readonly<Record<string, Kind<unknown> | Named<unknown>>>
type Read<C extends Columns> = {
  readonly [P in keyof C]: C[P] extends Kind<infer T> ? T : C[P] extends Named<infer T> ? T : never
}

const snakeCase = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Reads the columns of a row. The name of a column is that of its property in snake case, unless `column` names it. */
export const columns = <C extends Columns>(kinds: C): ((row: Row) => Read<C>) => {
  const cells = Object.entries(kinds).map(([property, kind]) =>
    typeof kind === 'function' ? { property, name: snakeCase(property), kind } : { property, ...kind },
  )
  return (row) => {
    const read: Record<string, unknown> = {}
    for (const { property, name, kind } of cells) {
      const cell = row[name]
      if (cell === undefined) throw new Error(`the statement has no column ${name}`)
      read[property] = kind(cell, name)
    }
    return read as Read<C>
  }
}

/** The value of a row with one column; `kind` determines the value when there is no row. */
export const only = <T>(row: Row | undefined, kind: Kind<T>): T => {
  const cells = Object.entries(row ?? {})
  if (cells.length > 1) throw new Error(`more than one column: ${cells.map(([name]) => name).join(', ')}`)
  return kind(cells[0]?.[1] ?? null, cells[0]?.[0] ?? 'a row')
}
