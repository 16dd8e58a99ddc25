import { linesOf, type Line, type Page, type TextItem } from '../text/page.js'

/** Two texts are drawn over each other if more than this share of the smaller one overlaps. */
const overlapShareMin = 0.5

/** A watermark in large letters may lie over a table. */
const heightRatioMax = 2

/** Baselines further apart than this, in heights, belong to two close lines. */
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
  // A long text that runs into the column of amounts does not cover an amount of its own: it counts only if it is
  // covered as a whole.
  const least = hasMoney(a) && hasMoney(b) ? narrow : wide
  return overlap > overlapShareMin * least
}

/** The texts of a line are sorted by where they begin, so that overlapping ones are at most this many places apart. */
const neighboursMax = 3

const inLines = (lines: readonly Line[]): number => {
  let count = 0
  lines.forEach(({ items }, at) => {
    const near = lines[at + 1]
    const isClose = near !== undefined && near.y - (lines[at]?.y ?? 0) < overlappingLinesMax
    const all = isClose ? [...items, ...near.items].sort((a, b) => a.x - b.x) : items
    for (let i = 0; i < all.length; i += 1) {
      for (let j = i + 1; j <= Math.min(i + neighboursMax, all.length - 1); j += 1) {
        if (isDrawnOver(all[i] as TextItem, all[j] as TextItem)) count += 1
      }
    }
  })
  return count
}

/** Points between two baselines below which the texts on them may overlap. */
const overlappingLinesMax = 6

/** How many texts of a page are drawn over others. Faux bold is the same text twice, and was taken out of the lines. */
export const overlaysIn = (page: Page): number => inLines(linesOf(page))
