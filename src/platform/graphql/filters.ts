import { Field, ID, InputType, Int } from 'type-graphql'
import type { GraphQLScalarType } from 'graphql'
import type { Sql } from '../database/database.js'
import { columnIn, type Condition } from '../database/keyset.js'
import { keyOfId, type PrefixedKind } from '../../kernel/ids.js'
import { market } from '../../kernel/market.js'
import { parseAmount } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import type { RequestContext } from './context.js'
import { InstantScalar, LocalDateScalar, MoneyScalar } from './scalars.js'

/** The type of a field of an input: a class, a scalar, an enum, or a list of one of these. */
type InputValue = Function | GraphQLScalarType | object | readonly [Function | GraphQLScalarType | object]

/** A field of a filter, and its condition on a column. */
export interface FilterField<Property extends string> {
  readonly property: Property
  readonly type: () => InputValue
  readonly description: string
  readonly where: (column: string, value: unknown, context: RequestContext) => Condition
}

export interface InputField {
  readonly type: () => InputValue
  readonly description: string
  readonly defaultValue?: unknown
  /** Nullable by default. */
  readonly isRequired?: boolean
}

/** A new class of an input, a payload or arguments; `addFields` adds its fields. */
export const newClass = (): Function =>
  function Made() {
    return undefined
  }

/** Adds fields to a class from data, instead of by decorators. */
export const addFields = (target: Function, fields: Readonly<Record<string, InputField>>): void => {
  for (const [name, { type, description, defaultValue, isRequired = false }] of Object.entries(fields))
    Field(type as () => Function, {
      nullable: defaultValue === undefined && !isRequired,
      description,
      ...(defaultValue !== undefined && { defaultValue }),
    })(target.prototype as object, name)
}

export const inputOf = (
  name: string,
  description: string,
  fields: Readonly<Record<string, InputField>>,
): Function => {
  const Input = newClass()
  InputType(name, { description })(Input)
  addFields(Input, fields)
  return Input
}

/** A filter by any of several words, or of several ids. */
export const anyOf = <P extends string>(
  property: P,
  type: () => object,
  description: string,
): FilterField<P> => ({
  property,
  type: () => [type()],
  description,
  where: (column, value) => columnIn(column, value as readonly string[]),
})

/** A filter by one customer or account, by the id that the reader sees. */
export const ofCustomerOrAccount = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => ID,
  description,
  where: (column, value, { personal }) => {
    const key = personal.keyOf(String(value))
    return columnIn(column, key === undefined ? [] : [key])
  },
})

/** A filter by a number, address or name. Refused for a reader who sees pseudonyms. */
export const byPersonalData = <P extends string>(
  property: P,
  type: () => GraphQLScalarType | StringConstructor,
  description: string,
): FilterField<P> => ({
  property,
  type: () => [type()],
  description: `${description} Not for analysts.`,
  where: (column, value, { personal }) => {
    if (personal.isMasked)
      throw new Refusal('FORBIDDEN', 'A reader who sees pseudonyms cannot search by number, address or name')
    return columnIn(column, value as readonly string[])
  },
})

/** A filter by any of several texts that some callers see as pseudonyms; each caller filters by what they see. */
export const anyShown = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => [ID],
  description,
  where: (column, value, { personal }) => {
    const given = value as readonly string[]
    return columnIn(column, personal.isMasked ? given.flatMap((shown) => personal.keyOf(shown) ?? []) : given)
  },
})

export const whetherSet = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => Boolean,
  description,
  where: (column, value) => ({ sql: `${column} IS ${value === true ? 'NOT ' : ''}NULL`, parameters: [] }),
})

export const atLeast = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => Int,
  description,
  where: (column, value) => ({ sql: `${column} >= ?`, parameters: [value] }),
})

type Bound = readonly [key: string, comparison: string]

const inRange =
  (bounds: readonly Bound[], valueOf: (given: unknown) => unknown) =>
  (column: string, value: unknown): Condition => {
    const given = value as Readonly<Record<string, unknown>>
    const boundsSet = bounds.filter(([key]) => given[key] !== undefined && given[key] !== null)
    return {
      sql: boundsSet.map(([, comparison]) => `${column} ${comparison} ?`).join(' AND ') || '1 = 1',
      parameters: boundsSet.map(([key]) => valueOf(given[key])),
    }
  }

const halfOpen = inRange(
  [
    ['from', '>='],
    ['before', '<'],
  ],
  (given) => given,
)

export const DateRange = inputOf(
  'DateRange',
  'A half-open range of dates: 1 to 31 March is from 03-01, before 04-01.',
  {
    from: { type: () => LocalDateScalar, description: 'The first date.' },
    before: { type: () => LocalDateScalar, description: 'The date after the last.' },
  },
)

const InstantRange = inputOf('InstantRange', 'A half-open range of moments.', {
  from: { type: () => InstantScalar, description: 'The first moment.' },
  before: { type: () => InstantScalar, description: 'The moment after the last.' },
})

const MoneyRange = inputOf('MoneyRange', `A range of amounts in ${market.currency}, including both ends.`, {
  atLeast: { type: () => MoneyScalar, description: 'The smallest amount.' },
  atMost: { type: () => MoneyScalar, description: 'The largest amount.' },
})

export const inDateRange = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => DateRange,
  description,
  where: halfOpen,
})

export const inInstantRange = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => InstantRange,
  description,
  where: halfOpen,
})

const minorOf = (given: unknown): unknown => {
  const text = String(given)
  const amount = /^0+$/.test(text) ? 0n : parseAmount(text, market.currency)
  if (amount === undefined)
    throw new Refusal('INVALID_ARGUMENT', `"${text}" is no amount in ${market.currency}, in plain digits`)
  return amount
}

const betweenAmounts = inRange(
  [
    ['atLeast', '>='],
    ['atMost', '<='],
  ],
  minorOf,
)

export const inAmountRange = <P extends string>(property: P, description: string): FilterField<P> => ({
  property,
  type: () => MoneyRange,
  description,
  where: betweenAmounts,
})

/**
 * A filter by a sum of other rows: `of` is the sum for one row, and `noMoreThan` a faster upper bound of it. The sums are computed row by
 * row, and only until the page, or the count, is full.
 */
export const sumInRange = <P extends string>(
  property: P,
  description: string,
  {
    of,
    noMoreThan,
  }: {
    readonly of: (sql: Sql, column: string) => string
    readonly noMoreThan: (column: string) => string
  },
): FilterField<P> => ({
  property,
  type: () => MoneyRange,
  description,
  where: (column, value, { read }) => {
    const { atLeast } = value as { readonly atLeast?: unknown }
    const bound = betweenAmounts(noMoreThan(column), { atLeast })
    const sum = betweenAmounts(of(read, column), value)
    return { sql: `${bound.sql} AND ${sum.sql}`, parameters: [...bound.parameters, ...sum.parameters] }
  },
})

/** A filter by any of several ids of a kind, as they are shown. */
export const anyOfKind = <P extends string>(
  property: P,
  kind: PrefixedKind,
  description: string,
): FilterField<P> => ({
  property,
  type: () => [ID],
  description,
  where: (column, value) =>
    columnIn(
      column,
      (value as readonly string[]).map((id) => keyOfId(kind, id)),
    ),
})

/** A filter by any of several ids that are never shown as pseudonyms. */
export const anyId = <P extends string>(property: P, description: string): FilterField<P> =>
  anyOf(property, () => ID, description)
