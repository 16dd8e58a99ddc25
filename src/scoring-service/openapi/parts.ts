import * as z from 'zod'

export type Json = Readonly<Record<string, unknown>>

export const wireVersion = '1.0.0'

/** What is sent, not what it becomes. Our OpenAPI names its dialect once, for all. */
export const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
export const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
export const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } })

export const count = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})
export const words = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** The RateLimit fields stand on answers to what was counted, so that nobody must run into a limit to learn of it. */
export const headers: Json = {
  'RateLimit-Limit': count('What is counted in all; of several limits the one that ends first', 120),
  'RateLimit-Remaining': count('What is left of it', 119),
  'RateLimit-Reset': count('Seconds until all of it is there again', 60),
  'Retry-After': count('Seconds to wait; who does is not told 429', 2),
  'WWW-Authenticate': words('How to authenticate', 'Bearer realm="scoring"'),
  Allow: words('What this address takes', 'POST'),
  Connection: words('The line is closed: the rest is not waited for', 'close'),
  'Cache-Control': words('Nothing of a person is kept on the way', 'no-store'),
  'X-Api-Version': words('The version of this document', wireVersion),
}

export const limitNames = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
export const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(['X-Api-Version', ...names].map((name) => [name, header(name)]))

export const answer = (description: string, name: string, ...headerNames: readonly string[]): Json => ({
  description,
  headers: headersOf(headerNames),
  content: json(ref(name)),
})

/** Of answers that were counted. */
export const counted = (description: string, name: string, ...headerNames: readonly string[]): Json =>
  answer(description, name, ...limitNames, ...headerNames)

/** What every address can answer, in the body of its family. */
export const commonNos = (nameOf: (status: number) => string): Json => ({
  408: answer('The request took too long to arrive', nameOf(408), 'Connection'),
  500: answer('Something went wrong on our side', nameOf(500)),
  503: answer('We cannot answer now', nameOf(503), 'Retry-After'),
})
