import { Refusal } from '../../src/kernel/refusal.js'
import { recordOf } from './typed.js'

/**
 * The message of what a promise throws. `rejects.toThrow` will not do for SQLite: its errors are made in the realm of
 * the first suite of a jest process, and in every later one they are no `Error`.
 */
export const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => String(recordOf(error)['message']),
  )

/** The code that a use case refuses with. What else is thrown is a bug and comes through. */
export const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
