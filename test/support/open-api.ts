import { z } from 'zod'
import { anyObject } from './typed.js'

/** The part of a JSON schema that tests use. */
export interface Schema {
  readonly $ref?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly description?: string | undefined
  readonly examples?: readonly unknown[] | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly items?: Schema | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly additionalProperties?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
}

const jsonSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    items: jsonSchema.optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    additionalProperties: z.unknown().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
  }),
)

const answer = z.object({
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.object({ 'application/json': z.object({ schema: jsonSchema }) }),
})
const operation = z.object({ operationId: z.string(), responses: z.record(z.string(), answer) })

/** The OpenAPI document of the scoring service. */
export const scoringDocument = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    headers: z.record(z.string(), z.unknown()),
  }),
})

const row = z.object({ name: z.string(), required: z.boolean(), description: z.string(), schema: jsonSchema })
const table = z.object({
  name: z.string(),
  step: z.number(),
  description: z.string(),
  arguments: z.array(row),
  keys: z.array(row),
})

/** The OpenAPI document of the gateway's envelope. */
export const facadeDocument = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.object({ post: z.object({ 'x-operations': z.array(table) }) })),
  components: z.object({ schemas: z.record(z.string(), anyObject) }),
  'x-errors': z.unknown(),
})
