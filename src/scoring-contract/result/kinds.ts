import * as z from 'zod'

/**
 * How a value reads. `money` is in units of the currency, `share` from 0 to 1, `score` from 0 to 1000 or -1, `word` a stable
 * code, `text` as it is.
 */
export type Unit = 'money' | 'count' | 'number' | 'share' | 'score' | 'word' | 'text' | 'flag'

/** The unit of a schema whose type does not tell it. A schema that is derived from another has the unit of that one. */
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
/** A ratio that may be above 1 and reads as a share all the same. */
export const ratioOrNull = inUnit('share', z.number()).nullable()
export const score = inUnit('score', z.int().min(-1).max(1000))

/** The schema itself, without `nullable` and `optional`. */
const given = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? given(schema.unwrap()) : schema

export const isList = (schema: z.core.$ZodType): boolean => given(schema) instanceof z.ZodArray

/** The schema of the value; for a list, that of its entries. */
export const valueOf = (schema: z.core.$ZodType): z.core.$ZodType => {
  const value = given(schema)
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

/** The member of a path, through lists; undefined where there is none. */
export const memberAt = (schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined =>
  path.reduce<z.core.$ZodType | undefined>((at, name) => {
    const value = at && valueOf(at)
    return value instanceof z.ZodObject ? value.shape[name] : undefined
  }, schema)
