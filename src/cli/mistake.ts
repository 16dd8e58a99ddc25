/** Exit codes: the command line, or the configuration, is wrong; 0 is done; 1 is a check that failed. */
export const exitCodeOfMistake = 2

/** An error that the operator can fix, with a message for them. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}
