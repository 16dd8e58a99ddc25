/** The decisions of scoring from good to bad, each in the colour of its meaning; a failure, which is none, comes last. */
const colours: Readonly<Record<string, number>> = {
  APPROVE: 2,
  APPROVE_WITH_CONDITIONS: 0,
  REFER: 1,
  DECLINE: 3,
  INSUFFICIENT_DATA: 4,
}

/** The number of its colour, whatever else is drawn beside it and in whatever language. */
export const colourOfDecision = (word: string): number => colours[word] ?? 5

const order = Object.keys(colours)
const rankOf = (word: string): number => (word in colours ? order.indexOf(word) : order.length)

export const byDecision = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)
