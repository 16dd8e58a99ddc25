/** A mistake of the operator. The message is for them. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}
