import { Field, Float, Int, ObjectType, type ClassType } from 'type-graphql'
import * as z from 'zod'
import { isList, valueOf } from '../../../scoring-contract/result/kinds.js'
import { camelCase } from './camel.rules.js'

/** A section of a result as GraphQL shows it: its object type, and how it is read from a service's answer. */
export interface Shown<T> {
  readonly type: ClassType
  readonly read: z.ZodType<T>
}

/** The description of a member, and its section if it has members of its own. */
type Description = string | readonly [description: string, of: Shown<unknown>]

type ShapeOf<Schema> =
  Schema extends z.ZodArray<infer Item>
    ? ShapeOf<Item>
    : Schema extends z.ZodObject<infer Shape>
      ? Shape
      : never

type Plain<T> = T extends readonly unknown[]
  ? string[]
  : (T extends string ? string : T extends number ? number : boolean) | null

type ReadAs<T, Descriptions> = Descriptions extends readonly [string, Shown<infer Inner>]
  ? T extends readonly unknown[]
    ? Inner[]
    : Inner | null
  : Plain<T>

type Read<Shape extends z.ZodRawShape, Descriptions> = {
  -readonly [Name in keyof Descriptions & keyof Shape]: ReadAs<
    NonNullable<z.output<Shape[Name]>>,
    Descriptions[Name]
  >
}

const scalarOf = (schema: z.core.$ZodType) => {
  const value = valueOf(schema)
  if (value instanceof z.ZodBoolean) return Boolean
  if (!(value instanceof z.ZodNumber)) return String
  return value.isInt ? Int : Float
}

const readers = new Map<unknown, z.ZodType>([
  [Boolean, z.boolean()],
  [String, z.string()],
  [Int, z.int32()],
  [Float, z.number()],
])

/**
 * A value of the wrong type is read as null, and a list with such a value as an empty list: one invalid value does not
 * hide the other members.
 */
const lenient = (schema: z.ZodType, isOfMany: boolean): z.ZodType =>
  isOfMany ? z.array(schema).catch([]) : schema.nullable().catch(null)

/**
 * Shows the described members of a section of the contract, which defines their types. A service may add members and
 * leave members out.
 *
 * @param descriptions the GraphQL description of each member, by its name on the wire
 */
export const shown = <
  Schema extends z.ZodObject | z.ZodArray<z.ZodObject>,
  const Descriptions extends {
    readonly [Name in keyof Descriptions]: Name extends keyof ShapeOf<Schema> ? Description : never
  },
>(
  name: string,
  description: string,
  schema: Schema,
  descriptions: Descriptions,
): Shown<Read<ShapeOf<Schema>, Descriptions>> => {
  const { shape } = valueOf(schema) as z.ZodObject
  // type-graphql's decorators need a class; the values are plain objects.
  const type = class extends Object {}
  ObjectType(name, { simpleResolvers: true, description })(type)
  const members = Object.entries<Description>(descriptions).map(([member, described]) => {
    const memberSchema = shape[member] as z.ZodType
    const isOfMany = isList(memberSchema)
    const [description, inner] = typeof described === 'string' ? [described] : described
    const kind = inner?.type ?? scalarOf(memberSchema)
    Field(() => (isOfMany ? [kind] : kind), { nullable: !isOfMany, description })(
      type.prototype,
      camelCase(member),
    )
    return [member, lenient(inner?.read ?? readers.get(kind) ?? z.never(), isOfMany)] as const
  })
  return {
    type,
    read: z.object(Object.fromEntries(members)) as z.ZodType as z.ZodType<
      Read<ShapeOf<Schema>, Descriptions>
    >,
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same section, with members that the contract has in another place: before the section is read, the members that
 * `move` returns are added.
 */
export const movedIn = <T>(
  { type, read }: Shown<T>,
  move: (raw: Readonly<Record<string, unknown>>) => object,
): Shown<T> => ({ type, read: z.preprocess((raw) => (isObject(raw) ? { ...raw, ...move(raw) } : raw), read) })
