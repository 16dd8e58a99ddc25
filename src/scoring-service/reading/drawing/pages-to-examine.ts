import type { Page } from '../text/page.js'

/** How many pages of a document are examined. In a longer document the pages in doubt come first, then others. */
export const examinedPagesMax = 40

/**
 * A move of the pen up the page by more points than this is a return: from the foot to the table, but not from a line
 * to its superscript.
 */
const returnPointsMin = 20

/** How often the pen returns up the page, as it does for text that was added to a finished page. */
const returnsOf = ({ items }: Page): number => {
  let count = 0
  for (let i = 1; i < items.length; i += 1) {
    if ((items[i - 1]?.y ?? 0) - (items[i]?.y ?? 0) > returnPointsMin) count += 1
  }
  return count
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A font with a smaller share of a document's amounts is not the one in which the issuer prints amounts. */
const rareFontShareMax = 0.02

const rareFontsIn = (pages: readonly Page[]): Set<string> => {
  const counts = new Map<string, number>()
  let amountCount = 0
  for (const { items } of pages) {
    for (const { isAmount, font } of items) {
      if (!isAmount) continue
      counts.set(font, (counts.get(font) ?? 0) + 1)
      amountCount += 1
    }
  }
  return new Set(
    [...counts].filter(([, count]) => count < rareFontShareMax * amountCount).map(([font]) => font),
  )
}

/** `sampleSize` of `count` indices, evenly spread; `shift`, from 0 to 1, moves them. */
const spread = (count: number, sampleSize: number, shift: number): number[] =>
  Array.from({ length: Math.min(count, sampleSize) }, (_, i) =>
    Math.min(count - 1, Math.floor(((i + shift) * count) / Math.min(count, sampleSize))),
  )

/**
 * The numbers of the pages whose drawing is examined, which costs about half as much as reading their text: first the
 * pages that were drawn in another order than the others, or have amounts in a font that is rare in the document; then
 * others, evenly spread. `shift` moves these. It comes from a hash of the file, so that any change of the file may move
 * them, and a forger cannot simply choose a page that is not examined.
 */
export const pagesToExamine = (pages: readonly Page[], shift: number): number[] => {
  if (pages.length <= examinedPagesMax) return pages.map(({ number }) => number)
  const returns = pages.map(returnsOf)
  const usual = medianOf(returns)
  const rareFonts = rareFontsIn(pages)
  const isInDoubt = (page: Page, i: number): boolean =>
    (returns[i] as number) > usual || page.items.some(({ isAmount, font }) => isAmount && rareFonts.has(font))
  const doubtful = pages.filter(isInDoubt).slice(0, examinedPagesMax)
  const others = pages.filter((page) => !doubtful.includes(page))
  const sample = spread(others.length, examinedPagesMax - doubtful.length, shift).map(
    (at) => others[at] as Page,
  )
  return [...doubtful, ...sample].map(({ number }) => number).sort((a, b) => a - b)
}
