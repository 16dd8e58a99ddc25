import { isAmountText } from './amounts.js'

/** A piece of text on a page. Positions are points from the left and from the top; `y` is the baseline. */
export interface TextItem {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly height: number
  readonly font: string
  /** Whether the text looks like an amount; stored, since it is used several times. */
  readonly isAmount: boolean
}

export interface Page {
  /** From 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly items: readonly TextItem[]
}

/** The texts at one height, from left to right. */
export interface Line {
  readonly page: number
  readonly y: number
  readonly items: readonly TextItem[]
  readonly text: string
}

/**
 * Texts whose baselines differ by at most this are on one line. This covers superscripts and rounding by producers, but
 * never the next line of a cell.
 */
const bandPointsMax = 2

/** A text that is drawn again within this distance is faux bold. */
const boldShiftPointsMax = 1.5

const isDrawnTwice = (a: TextItem, b: TextItem): boolean =>
  a.text === b.text &&
  Math.abs(a.x - b.x) < boldShiftPointsMax &&
  Math.abs(a.right - b.right) < boldShiftPointsMax

/** The largest gap between groups of thousands, in heights, for programs that draw each word by itself. */
const thousandsGapMax = 0.7

/** Whether two texts side by side are one amount that was cut at its space, as `12` and `345.00`. */
const isCut = (before: TextItem | undefined, item: TextItem): before is TextItem =>
  before !== undefined &&
  (/^[-+(]?\d{1,3}( \d{3})*$/.test(before.text) ||
    (before.isAmount && /^[a-z]{2,4}\.? \d{1,3}( \d{3})*$/i.test(before.text))) &&
  /^\d{3}(?: \d{3})*(?:[.,]\d\d)?(?:\)|-|\s?[cd]r\.?)?$/i.test(item.text) &&
  item.x - before.right <= thousandsGapMax * item.height &&
  item.x >= before.right - 1

/** The largest gap between an amount and its side, in heights. */
const sideGapMax = 1

/** Whether a text is the side of the amount before it, as `Dr` after `12,345.00`. */
const isSideOf = (before: TextItem, item: TextItem): boolean =>
  before.isAmount && /^(?:dr|cr)\.?$/i.test(item.text) && item.x - before.right <= sideGapMax * item.height

const withoutCuts = (items: readonly TextItem[]): TextItem[] => {
  const joined: TextItem[] = []
  for (const item of items) {
    const before = joined.at(-1)
    if (before && isSideOf(before, item)) {
      joined[joined.length - 1] = { ...before, text: `${before.text} ${item.text}`, right: item.right }
      continue
    }
    if (!isCut(before, item)) {
      joined.push(item)
      continue
    }
    const text = `${before.text} ${item.text}`
    joined[joined.length - 1] = { ...before, text, right: item.right, isAmount: isAmountText(text) }
  }
  return joined
}

const lineOf = (page: number, items: TextItem[]): Line => {
  items.sort((a, b) => a.x - b.x)
  const once = items.filter((item, i) => i === 0 || !isDrawnTwice(items[i - 1] as TextItem, item))
  const kept = withoutCuts(once)
  return { page, y: (kept[0] as TextItem).y, items: kept, text: kept.map((item) => item.text).join(' ') }
}

const linesByPage = new WeakMap<Page, readonly Line[]>()

/** The lines of a page from top to bottom. Cached, since several layouts and checks use the same page. */
export const linesOf = (page: Page): readonly Line[] => {
  const known = linesByPage.get(page)
  if (known) return known
  const lines = bandsOf(page)
  linesByPage.set(page, lines)
  return lines
}

const bandsOf = (page: Page): Line[] => {
  const ordered = [...page.items].sort((a, b) => a.y - b.y || a.x - b.x)
  const lines: Line[] = []
  let band: TextItem[] = []
  for (const item of ordered) {
    const first = band[0]
    if (first && item.y - first.y > bandPointsMax) {
      lines.push(lineOf(page.number, band))
      band = []
    }
    band.push(item)
  }
  if (band.length > 0) lines.push(lineOf(page.number, band))
  return lines
}
