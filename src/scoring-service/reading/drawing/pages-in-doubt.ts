import type { Page } from '../text/page.js'

/** Up to here all pages of a document are looked at; of a longer one those in doubt, and others up to here. */
export const lookedPagesMax = 40

/** Points that the pen goes back up the page: from the foot to the table, not from a line to its superscript. */
const returnPointsMin = 20

/** What is added to a finished page is drawn behind all of it, and the pen has to come back for it. */
const returnsOf = ({ items }: Page): number => {
  let count = 0
  for (let i = 1; i < items.length; i += 1) {
    if ((items[i - 1]?.y ?? 0) - (items[i]?.y ?? 0) > returnPointsMin) count += 1
  }
  return count
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Below this share of a document's amounts, a font is not the one that its issuer prints amounts with. */
const strangeFontShareMax = 0.02

const strangeFonts = (pages: readonly Page[]): Set<string> => {
  const counts = new Map<string, number>()
  let all = 0
  for (const { items } of pages) {
    for (const { isAmount, font } of items) {
      if (!isAmount) continue
      counts.set(font, (counts.get(font) ?? 0) + 1)
      all += 1
    }
  }
  return new Set([...counts].filter(([, count]) => count < strangeFontShareMax * all).map(([font]) => font))
}

/** Of `count` things `wanted`, evenly spread; `shift`, from 0 to 1, says where the first one lies. */
const spread = (count: number, wanted: number, shift: number): number[] =>
  Array.from({ length: Math.min(count, wanted) }, (_, i) =>
    Math.min(count - 1, Math.floor(((i + shift) * count) / Math.min(count, wanted))),
  )

/**
 * The numbers of the pages whose drawing is worth its price, which is about half of that of the page's text: those that
 * were drawn in another order than the others, or have amounts in a font that is rare in the document; then others, evenly
 * spread. `shift` moves the spread, so that nobody knows the pages of a document before it is made.
 */
export const pagesInDoubt = (pages: readonly Page[], shift: number): number[] => {
  if (pages.length <= lookedPagesMax) return pages.map(({ number }) => number)
  const returns = pages.map(returnsOf)
  const usual = medianOf(returns)
  const strange = strangeFonts(pages)
  const isInDoubt = (page: Page, i: number): boolean =>
    (returns[i] as number) > usual || page.items.some(({ isAmount, font }) => isAmount && strange.has(font))
  const doubtful = pages.filter(isInDoubt).slice(0, lookedPagesMax)
  const others = pages.filter((page) => !doubtful.includes(page))
  const sample = spread(others.length, lookedPagesMax - doubtful.length, shift).map(
    (at) => others[at] as Page,
  )
  return [...doubtful, ...sample].map(({ number }) => number).sort((a, b) => a - b)
}
