import { colours, type Sheet } from '../../../platform/pdf/sheet.js'
import type { Drawing, Shape, Tone } from '../charts/shapes.rules.js'

/** The light palette of the page, for the PDF. */
export const toneColours: Readonly<Record<Tone, string>> = {
  ink: colours.ink,
  soft: colours.soft,
  line: '#e8eef0',
  panel: colours.white,
  good: '#1d6b45',
  fair: '#b3761c',
  poor: '#a3322a',
  s1: colours.deep,
  s2: '#b3761c',
  s3: '#1d6b45',
  s4: '#7a4b8c',
  s5: '#2f7fb5',
  s6: '#7b8990',
}

const drawText = (sheet: Sheet, shape: Extract<Shape, { kind: 'text' }>): void => {
  const { pdf } = sheet
  const text = printable(shape.text)
  sheet.fontFor(text, shape.bold).fontSize(shape.size).fillColor(toneColours[shape.tone])
  const width = pdf.widthOfString(text)
  const x =
    shape.anchor === 'start' ? shape.x : shape.anchor === 'end' ? shape.x - width : shape.x - width / 2
  // A text is placed by its top, which in Helvetica is this share of the font size above the base line.
  pdf.text(text, x, shape.y - shape.size * 0.718, { lineBreak: false })
}

const drawShape = (sheet: Sheet, shape: Shape): void => {
  const { pdf } = sheet
  switch (shape.kind) {
    case 'rect':
      pdf.rect(shape.x, shape.y, shape.width, shape.height).fill(toneColours[shape.tone])
      return
    case 'line':
      pdf.moveTo(shape.x1, shape.y1).lineTo(shape.x2, shape.y2).lineWidth(0.7)
      pdf.strokeColor(shape.tone === 'line' ? colours.line : toneColours[shape.tone]).stroke()
      return
    case 'text':
      drawText(sheet, shape)
      return
    case 'path':
      pdf.path(shape.d).lineWidth(1.2).fillAndStroke(toneColours[shape.tone], colours.white)
  }
}

/** Draws a drawing with its upper left corner at `x` `y`, scaled by `scale`. */
export const drawDrawing = (
  sheet: Sheet,
  { shapes }: Drawing,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
): void => {
  sheet.pdf.save().translate(x, y).scale(scale)
  for (const shape of shapes) drawShape(sheet, shape)
  sheet.pdf.restore()
}

/** The letters of the embedded fonts: all of Latin, and the additional letters of languages of the region. */
const isPrintable = (letter: string): boolean =>
  /^[\x20-\x7e\xa0-\u036f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20ac\u2122]$/.test(letter)

/** The text reduced to letters of the fonts: an unknown letter loses its accent, or becomes a question mark. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      if (isPrintable(letter)) return letter
      const [base = ''] = letter.normalize('NFD')
      return isPrintable(base) ? base : '?'
    })
    .join('')
