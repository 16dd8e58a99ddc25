import * as z from 'zod'

/** Adds to a schema what the API documents show: a description and examples. */
export const described = <T extends z.ZodType>(schema: T, description: string, ...examples: unknown[]): T =>
  schema.meta({ description, ...(examples.length > 0 && { examples }) }) as T

type Line = readonly [description: string, example: unknown]

/** Several members of one type, each with its description and an example. */
export const members = <T extends z.ZodType, const Lines extends Readonly<Record<string, Line>>>(
  schema: T,
  lines: Lines,
): { [Name in keyof Lines]: T } =>
  Object.fromEntries(
    Object.entries(lines).map(([name, [description, example]]) => [
      name,
      described(schema, description, example),
    ]),
  ) as { [Name in keyof Lines]: T }

/** A section that has these members and no other. */
export const section = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  described(z.strictObject(shape), description)

export const listOf = <T extends z.ZodType>(item: T, description: string, ...examples: unknown[]) =>
  described(z.array(item), description, ...examples)

/** Schemas that the OpenAPI document defines once and refers to. */
export const components = z.registry<{ readonly id: string }>()

/** Registers a schema under a name of its own in the OpenAPI document. */
export const component = <T extends z.ZodType>(id: string, schema: T): T => {
  components.add(schema, { id })
  return schema
}
