import { describe, expect, test } from '@jest/globals'
import { parseValue, type GraphQLScalarType } from 'graphql'
import {
  InstantScalar,
  LocalDateScalar,
  MoneyScalar,
  MsisdnScalar,
  RateScalar,
} from '../../src/platform/graphql/scalars.js'

/** A scalar of any value; ours all serialise to text. */
type AnyScalar = Pick<GraphQLScalarType, 'parseValue' | 'parseLiteral' | 'serialize'>

const parse = (scalar: AnyScalar, raw: unknown): unknown => scalar.parseValue(raw)
const literal = (scalar: AnyScalar, text: string): unknown => scalar.parseLiteral(parseValue(text))
const say = (scalar: AnyScalar, value: unknown): unknown => scalar.serialize(value)

describe('the input of scalars', () => {
  test.each([
    [MsisdnScalar, '+237670000010', '237670000010'],
    [MsisdnScalar, '00237670000010', '237670000010'],
    [MsisdnScalar, '237670000010', '237670000010'],
    [MsisdnScalar, '670000010', '237670000010'],
    [LocalDateScalar, '2028-02-29', '2028-02-29'],
    [RateScalar, '4.50', 45_000],
    [MoneyScalar, '9007199254740993', '9007199254740993'],
    [InstantScalar, '2026-01-31T08:15:30.250Z', Date.UTC(2026, 0, 31, 8, 15, 30, 250)],
  ])('%s parses %s', (scalar, raw, value) => {
    expect(parse(scalar, raw)).toBe(value)
    expect(literal(scalar, JSON.stringify(raw))).toBe(value)
  })
})

describe('the refusals of scalars, with their messages', () => {
  const number = 'must be a mobile number of 9 digits, with or without +237'
  const date = 'must be a date YYYY-MM-DD'
  test.each([
    [MsisdnScalar, '12345', number],
    [MsisdnScalar, '', number],
    [MsisdnScalar, 237670000010, number],
    [LocalDateScalar, '2026-02-30', date],
    [LocalDateScalar, '26-02-01', date],
    [LocalDateScalar, null, date],
    [RateScalar, '4.505', 'must be percent with at most two decimals, as 4.50'],
    [MoneyScalar, '1e3', 'must be an amount in plain digits, as text'],
    [MoneyScalar, 1000, 'must be an amount in plain digits, as text'],
    [InstantScalar, '2026-01-31T08:15:30+01:00', 'must be a UTC moment YYYY-MM-DDThh:mm:ssZ'],
    [InstantScalar, '2026-02-31T08:15:30Z', 'must be a UTC moment YYYY-MM-DDThh:mm:ssZ'],
    [InstantScalar, '2026-13-31T08:15:30Z', 'must be a UTC moment YYYY-MM-DDThh:mm:ssZ'],
  ])('%s refuses %p', (scalar, raw, message) => {
    expect(() => parse(scalar, raw)).toThrow(message)
  })

  test('a number literal in a query is not a mobile number', () => {
    expect(() => literal(MsisdnScalar, '237670000010')).toThrow(number)
  })
})

describe('the output of scalars', () => {
  test.each([
    [MoneyScalar, '5000', '5000'],
    [MoneyScalar, '50.00', '50.00'],
    [RateScalar, 50_000, '5.00'],
    [RateScalar, 45_000, '4.50'],
    [RateScalar, 0, '0.00'],
    [MsisdnScalar, '237*******10', '237*******10'],
    [LocalDateScalar, '2026-01-31', '2026-01-31'],
    [InstantScalar, 0, '1970-01-01T00:00:00.000Z'],
  ])('%s serialises %p', (scalar, value, text) => {
    expect(say(scalar, value)).toBe(text)
  })

  test.each([
    [MoneyScalar, 5000],
    [MoneyScalar, 5000n],
    [MoneyScalar, '5 000'],
    [RateScalar, '5.00'],
    [RateScalar, 33],
    [InstantScalar, '2026-01-31'],
  ])('%s throws for %p, which only a bug can give it', (scalar, value) => {
    expect(() => say(scalar, value)).toThrow()
  })
})
