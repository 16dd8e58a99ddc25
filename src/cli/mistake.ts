/** The exit code when the command line or the configuration is wrong. 0 means done, 1 that a check failed. */
export const exitCodeOfMistake = 2

/** An error that the operator can fix, with a message for them. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}
