import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { parseLocalDate, type LocalDate } from '../../kernel/calendar.js'
import { formatInstant, type Instant } from '../../kernel/clock.js'
import { market } from '../../kernel/market.js'
import { parseMsisdn, type Msisdn } from '../../kernel/msisdn.js'
import { formatRate, parseRate, type Ppm } from '../../kernel/rate.js'

interface ScalarSpec<T> {
  readonly name: string
  readonly description: string
  /** Ends the sentence "The argument x ...": callers read it in a 400. */
  readonly demand: string
  /** Undefined for an invalid text. */
  readonly parse: (text: string) => T | undefined
  /** Undefined for a value that no field may have, which is a bug. */
  readonly write: (value: unknown) => string | undefined
}

/** A scalar that is a text on the wire, in both directions. The message for an invalid value is `demand`. */
const textScalar = <T>({ name, description, demand, parse, write }: ScalarSpec<T>) =>
  new GraphQLScalarType<T, string>({
    name,
    description,
    parseValue: (raw) => {
      const value = typeof raw === 'string' ? parse(raw) : undefined
      if (value === undefined) throw new GraphQLError(demand)
      return value
    },
    // Throws a TypeError: validation adds the value to its message, which it does not do for a GraphQLError.
    parseLiteral: (node) => {
      const value = node.kind === Kind.STRING ? parse(node.value) : undefined
      if (value === undefined) throw new TypeError(demand)
      return value
    },
    serialize: (value) => {
      const text = write(value)
      if (text === undefined) throw new TypeError(`${name} cannot write a value of type ${typeof value}`)
      return text
    },
  })

const digits = /^-?\d+(\.\d+)?$/
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Already formatted in its currency by the mapper, which knows it; always a text, so that no digit is lost. */
export const MoneyScalar = textScalar({
  name: 'Money',
  description:
    'An amount of money as text of plain digits in the currency that stands beside it: `5000` XAF, `50.00` in a currency of two decimals. Never a number, so that no digit is lost.',
  demand: 'must be an amount in plain digits, as text',
  parse: (text) => (digits.test(text) ? text : undefined),
  write: (value) => (typeof value === 'string' && digits.test(value) ? value : undefined),
})

export const RateScalar = textScalar<Ppm>({
  name: 'Rate',
  description: 'A nominal annual rate in percent with two decimals: `5.00` is 5 % a year.',
  demand: 'must be percent with at most two decimals, as 4.50',
  parse: parseRate,
  write: (value) => (typeof value === 'number' ? formatRate(value) : undefined),
})

export const LocalDateScalar = textScalar<LocalDate>({
  name: 'LocalDate',
  description:
    'A civil date, `YYYY-MM-DD`, without a time zone: the business date of a customer or a day of a clock.',
  demand: 'must be a date YYYY-MM-DD',
  parse: parseLocalDate,
  write: asText,
})

/** A written value is not checked, since analysts see masked numbers. */
export const MsisdnScalar = textScalar<Msisdn>({
  name: 'Msisdn',
  description:
    'A mobile number, digits with the calling code: `237670000010`. Accepted with `+` or `00` before it, or as the national number. Masked for analysts: `237*******10`.',
  demand: `must be a mobile number of ${market.nationalDigits} digits, with or without +${market.callingCode}`,
  parse: parseMsisdn,
  write: asText,
})

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

const wholeSeconds = 'YYYY-MM-DDThh:mm:ss'.length

export const InstantScalar = textScalar<Instant>({
  name: 'Instant',
  description: 'A moment in UTC, ISO 8601 with milliseconds: `2026-01-31T08:15:30.000Z`.',
  demand: 'must be a UTC moment YYYY-MM-DDThh:mm:ssZ',
  parse: (text) => {
    const instant = isoInstant.test(text) ? Date.parse(text) : Number.NaN
    // 31 February would be a day in March.
    const isRealDate =
      !Number.isNaN(instant) && formatInstant(instant).startsWith(text.slice(0, wholeSeconds))
    return isRealDate ? instant : undefined
  },
  write: (value) => (typeof value === 'number' ? formatInstant(value) : undefined),
})
