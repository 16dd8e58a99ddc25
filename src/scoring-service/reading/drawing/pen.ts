import { identity, combined, type Box, type Matrix } from './geometry.js'

interface Glyph {
  readonly width?: number
  readonly unicode?: string
  readonly isSpace?: boolean
}

/** Glyphs, and between them numbers: how far the next glyph moves back, in thousandths of the font size. */
export type Glyphs = readonly (Glyph | number | null)[]

interface Settings {
  size: number
  charSpacing: number
  wordSpacing: number
  /** Horizontal scaling, in percent. */
  percent: number
  /** Negative, since lines go down the page. */
  leading: number
  rise: number
  mode: number
}

interface ShownText {
  readonly text: string
  /** The box in the pen's coordinates, and the matrix that converts them to the page's. */
  readonly box: Box
  readonly matrix: Matrix
}

/** The text state of PDF (PDF 32000-1, 9.3 and 9.4). */
export interface Pen {
  begin(): void
  set(key: keyof Settings, value: unknown): void
  place(matrix: Matrix | undefined): void
  move(x: number, y: number): void
  nextLine(): void
  mode(): number
  show(glyphs: Glyphs): ShownText
  copy(): Pen
}

/** The height of digits as a share of the font size. Digits do not go below the baseline. */
const heightShare = 0.7

const startSettings: Settings = {
  size: 1,
  charSpacing: 0,
  wordSpacing: 0,
  percent: 100,
  leading: 0,
  rise: 0,
  mode: 0,
}

/** How far the glyphs move the pen. */
const advanceOf = (glyphs: Glyphs, settings: Settings): number =>
  glyphs.reduce<number>((sum, glyph) => {
    if (glyph === null) return sum
    if (typeof glyph === 'number') return sum - (glyph / 1000) * settings.size
    const spacing = settings.charSpacing + (glyph.isSpace ? settings.wordSpacing : 0)
    return sum + ((glyph.width ?? 0) / 1000) * settings.size + spacing
  }, 0) *
  (settings.percent / 100)

export const openPen = (start?: { settings: Settings; line: Matrix; at: Matrix }): Pen => {
  const settings: Settings = start?.settings ?? { ...startSettings }
  let line = start?.line ?? identity
  let at = start?.at ?? identity
  const move = (x: number, y: number): void => {
    line = combined(line, [1, 0, 0, 1, x, y])
    at = line
  }
  return {
    begin: () => {
      line = identity
      at = identity
    },
    set: (key, value) => {
      if (typeof value === 'number' && Number.isFinite(value)) settings[key] = value
    },
    place: (matrix) => {
      line = matrix ?? line
      at = line
    },
    move,
    nextLine: () => move(0, settings.leading),
    mode: () => settings.mode,
    show: (glyphs) => {
      const width = advanceOf(glyphs, settings)
      const text = glyphs
        .map((glyph) => (glyph === null || typeof glyph === 'number' ? '' : (glyph.unicode ?? '')))
        .join('')
      const box = {
        left: Math.min(0, width),
        right: Math.max(0, width),
        bottom: settings.rise,
        top: settings.rise + heightShare * settings.size,
      }
      const matrix = at
      at = combined(at, [1, 0, 0, 1, width, 0])
      return { text, box, matrix }
    },
    copy: () => openPen({ settings: { ...settings }, line, at }),
  }
}
