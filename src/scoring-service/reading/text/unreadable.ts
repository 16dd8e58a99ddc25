import type { UnreadableCode } from '../../../scoring-contract/words.js'

/** A document that cannot be read, with the code and the text for the client. The text never contains printed values. */
export class Unreadable extends Error {
  readonly code: UnreadableCode

  constructor(code: UnreadableCode, detail: string) {
    super(detail)
    this.name = 'Unreadable'
    this.code = code
  }
}
