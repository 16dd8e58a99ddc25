import * as z from 'zod'

/**
 * How a value is displayed. `money` is in units of the currency, `share` from 0 to 1, `score` from 0 to 1000 or -1,
 * `word` a code that never changes, `text` as it is.
 */
export type Unit = 'money' | 'count' | 'number' | 'share' | 'score' | 'word' | 'text' | 'flag'

/** The units that the Zod type of a schema does not imply. A schema that is derived from another inherits its unit. */
const units = z.registry<{ readonly unit: Unit }>()

const inUnit = <T extends z.ZodType>(unit: Unit, schema: T): T => {
  units.add(schema, { unit })
  return schema
}

export const text = z.string()
export const textOrNull = text.nullable()
export const code = inUnit('word', z.string())
export const flag = z.boolean()
export const figure = z.number()
export const figureOrNull = figure.nullable()
export const money = inUnit('money', z.number())
export const moneyOrNull = money.nullable()
export const count = inUnit('count', z.int().min(0))
export const countOrNull = count.nullable()
export const share = inUnit('share', z.number().min(0).max(1))
/** A ratio that is displayed like a share, although it may be above 1. */
export const ratioOrNull = inUnit('share', z.number()).nullable()
export const score = inUnit('score', z.int().min(-1).max(1000))

/** The schema itself, without `nullable` and `optional`. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema

export const isList = (schema: z.core.$ZodType): boolean => unwrapped(schema) instanceof z.ZodArray

/** The schema of a value; for a list, the schema of its entries. */
export const valueOf = (schema: z.core.$ZodType): z.core.$ZodType => {
  const value = unwrapped(schema)
  return value instanceof z.ZodArray ? valueOf(value.element) : value
}

export const unitOf = (schema: z.core.$ZodType): Unit => {
  const value = valueOf(schema)
  const unit = units.get(value as z.ZodType)?.unit
  if (unit !== undefined) return unit
  if (value instanceof z.ZodBoolean) return 'flag'
  if (value instanceof z.ZodEnum || value instanceof z.ZodLiteral) return 'word'
  return value instanceof z.ZodNumber ? 'number' : 'text'
}

/** The schema of the member at a path, which may lead through lists; undefined when there is no such member. */
export const memberAt = (schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined =>
  path.reduce<z.core.$ZodType | undefined>((at, name) => {
    const value = at && valueOf(at)
    return value instanceof z.ZodObject ? value.shape[name] : undefined
  }, schema)
