import * as z from 'zod'

export type Json = Readonly<Record<string, unknown>>

export const wireVersion = '1.0.0'

/**
 * The JSON schema of what a client sends, not of what we parse it to. The OpenAPI document names the dialect once for
 * all schemas.
 */
export const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
export const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
export const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } })

export const integerHeader = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})
export const textHeader = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** Answers to counted requests have the RateLimit fields, so that a client can slow down before it reaches a limit. */
export const headers: Json = {
  'RateLimit-Limit': integerHeader(
    'The limit; of several limits, the one with the fewest requests left',
    120,
  ),
  'RateLimit-Remaining': integerHeader('The number of requests left', 119),
  'RateLimit-Reset': integerHeader('Seconds until the whole limit is available again', 60),
  'Retry-After': integerHeader('Seconds to wait; a client that waits so long gets no 429', 2),
  'WWW-Authenticate': textHeader('How to authenticate', 'Bearer realm="scoring"'),
  Allow: textHeader('The methods of this address', 'POST'),
  Connection: textHeader(
    'Set if the connection is closed before the rest of the request has arrived',
    'close',
  ),
  'Cache-Control': textHeader('No cache on the way may store personal data', 'no-store'),
  'X-Api-Version': textHeader('The version of this document', wireVersion),
}

export const limitNames = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
export const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(['X-Api-Version', ...names].map((name) => [name, header(name)]))

export const answer = (description: string, name: string, ...headerNames: readonly string[]): Json => ({
  description,
  headers: headersOf(headerNames),
  content: json(ref(name)),
})

/** The answer to a call that counts against a limit: with the RateLimit fields. */
export const answerWithLimits = (
  description: string,
  name: string,
  ...headerNames: readonly string[]
): Json => answer(description, name, ...limitNames, ...headerNames)

/** The answers that every address may give, in the error format of the address. */
export const commonAnswers = (nameOf: (status: number) => string): Json => ({
  408: answer('The request took too long to arrive', nameOf(408), 'Connection'),
  500: answer('Something went wrong on our side', nameOf(500)),
  503: answer('We cannot answer now', nameOf(503), 'Retry-After'),
})
