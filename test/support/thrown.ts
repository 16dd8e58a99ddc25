import { Refusal } from '../../src/kernel/refusal.js'
import { recordOf } from './typed.js'

/**
 * The message of the error that a promise rejects with. `rejects.toThrow` cannot be used for SQLite: Node creates its
 * errors in the realm of the first suite of a Jest process, so that in later suites they are not instances of
 * `Error`.
 */
export const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => String(recordOf(error)['message']),
  )

/** The code of the refusal of a use case, or 'accepted'. Any other error is thrown again. */
export const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
