interface Wrapping {
  readonly originalError?: unknown
  readonly cause?: unknown
}

const causesMax = 5

/** An error and what it was wrapped around. */
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

/** Errors of which the log has been told as a state. */
const told = new WeakSet<object>()

/** Says that the log tells of an error as one of the many of a state. */
export const markLoggedAsState = (error: unknown): void => {
  for (const one of withCauses(error)) told.add(one)
}

/** Whether the log tells of an error by its state, so that no line need be written for it alone. */
export const isLoggedAsState = (error: unknown): boolean => withCauses(error).some((one) => told.has(one))
