/** What was asked for cannot be done so. The message is for the person who asked. */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}
