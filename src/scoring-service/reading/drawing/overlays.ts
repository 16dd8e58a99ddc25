import { linesOf, type Line, type Page, type TextItem } from '../text/page.js'

/** Two texts are drawn over each other if more than this share of the shorter one (if both are amounts) or of the longer one overlaps. */
const overlapShareMin = 0.5

/**
 * Texts whose heights differ by more than this factor are not compared: a watermark in large letters may lie over a
 * table.
 */
const heightRatioMax = 2

/** Texts whose baselines are further apart than this, in heights, are on two close lines. */
const baselineShareMax = 0.35

const hasFigure = ({ text }: TextItem): boolean => /\d/.test(text)
const hasMoney = ({ text, isAmount }: TextItem): boolean => isAmount || /\d[.,]\d\d(?!\d)/.test(text)

const isDrawnOver = (a: TextItem, b: TextItem): boolean => {
  const overlap = Math.min(a.right, b.right) - Math.max(a.x, b.x)
  // Checked first, since nearly all texts are beside each other.
  if (overlap <= 0 || !hasFigure(a) || !hasFigure(b)) return false
  const [low, high] = [Math.min(a.height, b.height), Math.max(a.height, b.height)]
  if (high > heightRatioMax * low || Math.abs(a.y - b.y) > Math.max(baselineShareMax * low, 0.1)) return false
  const [narrow, wide] = [Math.min(a.right - a.x, b.right - b.x), Math.max(a.right - a.x, b.right - b.x)]
  // A long text that runs into the column of amounts does not hide an amount: unless both texts are amounts, most of
  // the longer one must overlap.
  const least = hasMoney(a) && hasMoney(b) ? narrow : wide
  return overlap > overlapShareMin * least
}

/** In the order of their left ends, each text of a line is compared with this many that follow it; later ones hardly ever overlap it. */
const neighboursMax = 3

const countInLines = (lines: readonly Line[]): number => {
  let count = 0
  lines.forEach(({ items }, at) => {
    const next = lines[at + 1]
    const isClose = next !== undefined && next.y - (lines[at]?.y ?? 0) < overlappingLinesPointsMax
    const all = isClose ? [...items, ...next.items].sort((a, b) => a.x - b.x) : items
    for (let i = 0; i < all.length; i += 1) {
      for (let j = i + 1; j <= Math.min(i + neighboursMax, all.length - 1); j += 1) {
        if (isDrawnOver(all[i] as TextItem, all[j] as TextItem)) count += 1
      }
    }
  })
  return count
}

/** Texts on two lines may overlap if their baselines are fewer points apart than this. */
const overlappingLinesPointsMax = 6

/** How many texts of a page are drawn over others. A text drawn twice for faux bold is in the lines only once. */
export const overlaysIn = (page: Page): number => countInLines(linesOf(page))
