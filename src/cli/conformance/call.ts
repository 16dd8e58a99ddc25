/** A body of the gateway: the operation and its arguments as pairs, in a session and a journey. */
export const envelopeOf = (
  operation: string,
  sent: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  arguments: pairsOf({ operation_name: operation, ...sent }),
  sessionIdentifier: 'session-1',
  journeyIdentifier: 'journey-1',
  ...fields,
})

/** Pairs of the wire, `{ key: { value }, value: { value } }`, in the order of the object. */
export const pairsOf = (sent: Readonly<Record<string, string>>): unknown[] =>
  Object.entries(sent).map(([key, value]) => pairOf(key, value))

export const pairOf = (key: unknown, value: unknown): unknown => ({ key: { value: key }, value: { value } })

/** The values of an answer's pairs by key. */
export const valuesOf = (body: string): Record<string, string> => {
  const { arguments: pairs } = JSON.parse(body) as {
    arguments: { key: { value: string }; value: { value: string } }[]
  }
  return Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value]))
}

/** The code of an error body; undefined for any other body. */
export const codeOf = (body: string): string | undefined =>
  (JSON.parse(body) as { error?: { code?: string } }).error?.code
