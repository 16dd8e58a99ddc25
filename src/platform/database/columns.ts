import type { ColumnOptions } from 'typeorm'

// The column options of entities. For the columns of a hand-written statement see read-row.ts.

/** An integer as drivers return it: MySQL returns a BIGINT as text, SQLite as a bigint. */
type Raw = string | number | bigint

/** An integer of a hand-written statement; NULL, as of a sum over no rows, is 0. */
export const toBigint = (value: Raw | null | undefined): bigint => BigInt(value ?? 0)
export const toNumber = (value: Raw | null | undefined): number => Number(value ?? 0)

const orNull =
  <From, To>(convert: (value: From) => To) =>
  (value: From | null): To | null =>
    value === null || value === undefined ? null : convert(value)

const asBigint = { from: orNull((value: Raw) => BigInt(value)), to: (value: bigint | null) => value }
const asNumber = { from: orNull((value: Raw) => Number(value)), to: (value: number | null) => value }
const asBoolean = {
  from: orNull((value: Raw) => Number(value) === 1),
  to: orNull((value: boolean) => (value ? 1 : 0)),
}

export const id = { type: 'varchar', length: 40 } as const satisfies ColumnOptions
export const word = { type: 'varchar', length: 32 } as const satisfies ColumnOptions
export const text = { type: 'text' } as const satisfies ColumnOptions
export const varchar = (length: number) => ({ type: 'varchar', length }) as const satisfies ColumnOptions
/** An amount in minor units: bigint. */
export const money = { type: 'bigint', transformer: asBigint } as const satisfies ColumnOptions
/** A moment in milliseconds since 1970: number. */
export const instant = { type: 'bigint', transformer: asNumber } as const satisfies ColumnOptions
export const integer = { type: 'integer', transformer: asNumber } as const satisfies ColumnOptions
export const flag = { type: 'integer', transformer: asBoolean } as const satisfies ColumnOptions
/** A civil date, `YYYY-MM-DD` in both databases. */
export const date = { type: 'date' } as const satisfies ColumnOptions
