/** The colours of scoring decisions, from good to bad; a failure is no decision, and comes last. */
const colours: Readonly<Record<string, number>> = {
  APPROVE: 2,
  APPROVE_WITH_CONDITIONS: 0,
  REFER: 1,
  DECLINE: 3,
  INSUFFICIENT_DATA: 4,
}

/** The number of a decision's colour: the same in every drawing and language. */
export const colourOfDecision = (word: string): number => colours[word] ?? 5

const order = Object.keys(colours)
const rankOf = (word: string): number => (word in colours ? order.indexOf(word) : order.length)

export const byDecision = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)
