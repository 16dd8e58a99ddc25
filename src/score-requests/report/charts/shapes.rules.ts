/** What a shape means; its colour is in the palettes of the page and of the PDF. */
export type Tone =
  'ink' | 'soft' | 'line' | 'panel' | 'good' | 'fair' | 'poor' | 's1' | 's2' | 's3' | 's4' | 's5' | 's6'

export type Shape =
  | {
      readonly kind: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly tone: Tone
      /** The text of the tooltip. */
      readonly title?: string
    }
  | {
      readonly kind: 'line'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly tone: Tone
    }
  | {
      readonly kind: 'text'
      readonly x: number
      /** The base line of the text. */
      readonly y: number
      readonly text: string
      readonly size: number
      readonly tone: Tone
      readonly anchor: 'start' | 'middle' | 'end'
      readonly bold?: true
    }
  | { readonly kind: 'path'; readonly d: string; readonly tone: Tone; readonly title?: string }

/** A chart in its own units, measured from the upper left corner. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** The width of charts in their own units: that of a phone, so that they are readable there and grow with the space. */
export const drawingWidth = 360

export const seriesTones = ['s1', 's2', 's3', 's4', 's5', 's6'] as const satisfies readonly Tone[]

export const toneOf = (index: number): Tone => seriesTones[index % seriesTones.length] ?? 's1'

/** Two decimals: more is not visible, and makes the page longer. */
export const toHundredths = (value: number): number => Math.round(value * 100) / 100

/** Cuts a text so that it about fits into `width` at the font size `size`. */
export const cutTo = (text: string, width: number, size: number): string => {
  const most = Math.max(1, Math.floor(width / (size * 0.56)))
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}\u2026`
}
