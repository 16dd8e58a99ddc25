import { coveredShare, type Box } from './geometry.js'
import type { DrawnPage, DrawnText, PaintedArea } from './drawn-page.js'

/** Figures of one page that somebody who looks at the page does not see. */
export interface HiddenFigures {
  /** Painted over. */
  readonly covered: readonly string[]
  /** Drawn without ink, too small, cut off, in a layer that is switched off, or white on white. */
  readonly unseen: readonly string[]
  /** All invisible words, with and without figures. */
  readonly unseenWords: readonly string[]
  /** Whether a word is visible on the page. */
  readonly isSeen: (word: string) => boolean
}

const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\d]+/gu, '')

const wordLengthMin = 4

/** The words of a text that are long enough to be recognised. */
export const wordsIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word.length >= wordLengthMin)

/** The largest gap within one figure, in heights of its letters, for programs that draw letter by letter. */
const gapMax = 0.45

const continues = (before: DrawnText, next: DrawnText): boolean => {
  const height = before.box.top - before.box.bottom
  const gap = next.box.left - before.box.right
  return (
    before.isUnseen === next.isUnseen &&
    before.isWhite === next.isWhite &&
    Math.abs(next.box.bottom - before.box.bottom) < 0.1 * height &&
    Math.abs(gap) <= gapMax * height
  )
}

const joined = (a: DrawnText, b: DrawnText): DrawnText => ({
  ...a,
  text: a.text + b.text,
  box: {
    left: Math.min(a.box.left, b.box.left),
    bottom: Math.min(a.box.bottom, b.box.bottom),
    right: Math.max(a.box.right, b.box.right),
    top: Math.max(a.box.top, b.box.top),
  },
})

/** Joins letters that were drawn one by one; a word counts as drawn when its first letter was. */
const words = (texts: readonly DrawnText[]): DrawnText[] => {
  const joinedTexts: DrawnText[] = []
  for (const text of texts) {
    const before = joinedTexts.at(-1)
    if (before && continues(before, text)) joinedTexts[joinedTexts.length - 1] = joined(before, text)
    else joinedTexts.push(text)
  }
  return joinedTexts
}

/**
 * The share of a figure that must be covered: the background of a neighbouring row and letters that reach below their
 * line cover less.
 */
const coverMin = 0.6

const isCovered = (box: Box, order: number, areas: readonly PaintedArea[]): boolean =>
  areas.some((area) => area.order > order && coveredShare(box, area.box) >= coverMin)

/** Only amounts of money with decimals count: a printing house may add invisible numbers for its sorting and folding machines. */
const money = /\d[.,]\d\d$/

const isOnDarkArea = ({ box, order }: DrawnText, areas: readonly PaintedArea[]): boolean =>
  areas.some((area) => area.order < order && !area.isWhite && coveredShare(box, area.box) >= coverMin)

/** The white amounts with no dark area below them; none unless they are more than half of the amounts of the page. */
const whiteOnWhite = (
  figures: readonly DrawnText[],
  grounds: readonly PaintedArea[],
): readonly DrawnText[] => {
  const amounts = figures.filter(({ text }) => money.test(text.trim()))
  const amountsOnWhite = amounts.filter((text) => text.isWhite && !isOnDarkArea(text, grounds))
  return amountsOnWhite.length > amounts.length / 2 ? amountsOnWhite : []
}

/** White letters at least this many times as high as a usual figure cover it like paint. */
const paintHeights = 3

/** White letters that are so large that they cover what is below them. */
const whitePaint = (texts: readonly DrawnText[], figures: readonly DrawnText[]): readonly PaintedArea[] => {
  const heightOf = ({ box }: DrawnText): number => box.top - box.bottom
  const usual = figures.map(heightOf).sort((a, b) => a - b)[figures.length >> 1] ?? Infinity
  return texts.filter((text) => text.isWhite && !text.isUnseen && heightOf(text) >= paintHeights * usual)
}

/**
 * The figures of a page that are covered by something drawn later, or were drawn without ink. A genuine table never
 * covers its own figures: the background of a row, a heading or the page is painted before the text.
 */
export const hiddenFigures = ({ texts, areas, otherGrounds, pictures }: DrawnPage): HiddenFigures => {
  const allWords = words(texts)
  const figures = allWords.filter(({ text }) => /\d/.test(text))
  const covers = [...areas, ...whitePaint(allWords, figures)]
  const grounds = [...areas, ...otherGrounds]
  const isWithoutInk = (text: DrawnText): boolean =>
    text.isUnseen || (text.isWhite && !isOnDarkArea(text, [...grounds, ...pictures]))
  const withoutInk = new Set(allWords.filter(isWithoutInk))
  let visibleText: string | undefined
  return {
    covered: figures.filter(({ box, order }) => isCovered(box, order, covers)).map(({ text }) => text),
    unseen: [
      ...figures.filter(({ text, isUnseen }) => isUnseen && money.test(text.trim())),
      ...whiteOnWhite(figures, grounds),
    ].map(({ text }) => text),
    unseenWords: [...withoutInk].flatMap(({ text }) => wordsIn(text)),
    isSeen: (word) => {
      visibleText ??= allWords
        .filter((text) => !withoutInk.has(text))
        .map(({ text }) => lettersOf(text))
        .join('')
      return visibleText.includes(word)
    },
  }
}
