import type { UnreadableCode } from '../../../scoring-contract/words.js'

/** A document that gives no rows, with the code that the client sees and words for its `details`. Never holds what is printed. */
export class Unreadable extends Error {
  readonly code: UnreadableCode

  constructor(code: UnreadableCode, detail: string) {
    super(detail)
    this.name = 'Unreadable'
    this.code = code
  }
}
