import { colours, type Sheet } from '../../../platform/pdf/sheet.js'
import type { Drawing, Tone } from '../charts/shapes.rules.js'
import { drawDrawing, printable, toneColours } from './draw-shapes.js'

/** A part of the PDF with a known height, whose upper left corner is drawn at `x` `y`. */
export interface Block {
  readonly height: number
  readonly draw: (x: number, y: number) => void
}

export interface TextStyle {
  readonly size: number
  readonly colour?: string
  readonly bold?: boolean
  readonly spaceBelow?: number
}

/** Text on as many lines as it needs. */
export const paragraph = (sheet: Sheet, text: string, width: number, style: TextStyle): Block => {
  const { size, colour = colours.ink, bold = false, spaceBelow = 2 } = style
  const shown = printable(text)
  const set = () => sheet.fontFor(shown, bold).fontSize(size)
  const options = { width, lineGap: 0.8 }
  return {
    height: set().heightOfString(shown, options) + spaceBelow,
    draw: (x, y) => set().fillColor(colour).text(shown, x, y, options),
  }
}

/** A label at the left, and its value at the right. */
export const pair = (
  sheet: Sheet,
  [label, value]: readonly [string, string],
  width: number,
  { size, colour = colours.ink, bold = true }: TextStyle,
): Block => {
  const right = paragraph(sheet, value, width * 0.6, { size, colour, bold, spaceBelow: 0 })
  const left = paragraph(sheet, label, width * 0.5, { size: 7.5, colour: colours.soft, spaceBelow: 0 })
  return {
    height: Math.max(left.height, right.height) + 2,
    draw: (x, y) => {
      const shown = printable(value)
      sheet.fontFor(shown, bold).fontSize(size)
      const needed = sheet.pdf.widthOfString(shown)
      if (needed < width * 0.6) sheet.text(shown, x + width, y, { size, bold, colour, align: 'right' })
      else right.draw(x + width * 0.4, y)
      left.draw(x, y + (size - 7.5) * 0.6)
    },
  }
}

export const picture = (sheet: Sheet, drawing: Drawing, width: number): Block => {
  const scale = width / drawing.width
  return {
    height: drawing.height * scale + 4,
    draw: (x, y) => drawDrawing(sheet, drawing, { x, y, scale }),
  }
}

export const swatch = (sheet: Sheet, tone: Tone, x: number, y: number): void => {
  sheet.pdf.rect(x, y, 6, 6).fill(toneColours[tone])
}

const chipGrounds: Partial<Readonly<Record<Tone, string>>> = {
  good: '#e3f1e9',
  fair: '#fbefd8',
  poor: '#fae6e3',
}
const chipInks: Partial<Readonly<Record<Tone, string>>> = {
  good: '#1d6b45',
  fair: '#8a5a00',
  poor: '#a3322a',
}

export interface Chip {
  readonly text: string
  readonly tone: Tone | undefined
  readonly isSoft: boolean
}

const chipHeight = 13
const chipSize = 7.8

/** Words on coloured backgrounds, in as many rows as they need. */
export const chips = (sheet: Sheet, all: readonly Chip[], width: number): Block => {
  const { pdf } = sheet
  let x = 0
  let y = 0
  const places = all.map((chip) => {
    sheet.fontFor(printable(chip.text), true).fontSize(chipSize)
    const chipWidth = Math.min(width, pdf.widthOfString(printable(chip.text)) + 10)
    if (x > 0 && x + chipWidth > width) {
      x = 0
      y += chipHeight + 3
    }
    const place = { chip, x, y, chipWidth }
    x += chipWidth + 4
    return place
  })
  return {
    height: y + chipHeight + 4,
    draw: (left, top) => {
      for (const { chip, x: dx, y: dy, chipWidth } of places) {
        const ground = (chip.tone && chipGrounds[chip.tone]) ?? (chip.isSoft ? colours.paper : '#dde7ea')
        pdf.roundedRect(left + dx, top + dy, chipWidth, chipHeight, 3).fill(ground)
        const colour = (chip.tone && chipInks[chip.tone]) ?? (chip.isSoft ? colours.soft : colours.ink)
        const text = printable(chip.text)
        sheet.text(text, left + dx + 5, top + dy + 3.2, {
          size: chipSize,
          bold: !chip.isSoft,
          colour,
          width: chipWidth - 9,
        })
      }
    },
  }
}

/** Blocks one below the other. */
export const stack = (blocks: readonly Block[]): Block => ({
  height: blocks.reduce((total, { height }) => total + height, 0),
  draw: (x, y) => {
    let at = y
    for (const block of blocks) {
      block.draw(x, at)
      at += block.height
    }
  },
})

/** Two blocks side by side, the second one beginning at `at`. */
export const beside = (first: Block, second: Block, at: number): Block => ({
  height: Math.max(first.height, second.height),
  draw: (x, y) => {
    first.draw(x, y)
    second.draw(x + at, y)
  },
})
