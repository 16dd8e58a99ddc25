interface Wrapping {
  readonly originalError?: unknown
  readonly cause?: unknown
}

const causesMax = 5

/** An error and its causes. */
export const withCauses = (error: unknown): object[] => {
  const found: object[] = []
  let current = error
  while (typeof current === 'object' && current !== null && found.length < causesMax) {
    found.push(current)
    const { originalError, cause } = current as Wrapping
    current = originalError ?? cause
  }
  return found
}

/** Errors that the log already reports as a state (an outage). */
const markedErrors = new WeakSet<object>()

/** Marks an error as one of the many of an outage that is logged once. */
export const markLoggedAsState = (error: unknown): void => {
  for (const one of withCauses(error)) markedErrors.add(one)
}

/** Whether the log reports an error as a state, so that it needs no line of its own. */
export const isLoggedAsState = (error: unknown): boolean =>
  withCauses(error).some((one) => markedErrors.has(one))
