/** An error that the operator can fix, with a message for them. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}
