import { transformedBox, identity, overlapOf, combined, type Box, type Matrix } from './geometry.js'
import { openPen, type Glyphs, type Pen } from './pen.js'
import { rectanglesIn } from './rectangles.js'

export interface DrawnText {
  /** The index of the operator that drew it. */
  readonly order: number
  readonly text: string
  readonly box: Box
  /** Drawn without ink, as the text layer over a scan is; or too small, cut off, or in a layer that is switched off. */
  readonly isUnseen: boolean
  /** In the colour of the paper; a dark area below would make it visible. */
  readonly isWhite: boolean
}

/** An area that was painted opaquely. */
export interface PaintedArea {
  readonly order: number
  readonly box: Box
  readonly isWhite: boolean
}

export interface DrawnPage {
  readonly texts: readonly DrawnText[]
  readonly areas: readonly PaintedArea[]
  /** Areas painted with something curved, slanted, shaded or half transparent, which may or may not hide text. */
  readonly otherGrounds: readonly PaintedArea[]
  /** The areas of pictures. */
  readonly pictures: readonly PaintedArea[]
}

interface State {
  readonly matrix: Matrix
  readonly clip: Box
  readonly alpha: number
  /** Blended or masked: what is below can still be seen. */
  readonly isBlended: boolean
  readonly isPattern: boolean
  readonly isWhite: boolean
  readonly isStrokeWhite: boolean
}

const everywhere: Box = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 }

const startState: State = {
  matrix: identity,
  clip: everywhere,
  alpha: 1,
  isBlended: false,
  isPattern: false,
  isWhite: false,
  isStrokeWhite: false,
}

/** Letters below this height, in points, cannot be read. */
const readableHeightMin = 0.8

/** Of 255: a colour with no component below this looks like paper. */
const whiteMin = 0xe0

const isWhiteInk = (colour: unknown): boolean => {
  const parts = typeof colour === 'string' ? /^#(..)(..)(..)$/.exec(colour)?.slice(1) : undefined
  return parts?.every((part) => Number.parseInt(part, 16) >= whiteMin) ?? false
}

const isCutOff = (box: Box, clip: Box): boolean => {
  const visible = overlapOf(box, clip)
  return visible.right <= visible.left || visible.top <= visible.bottom
}

const unseenAlphaMax = 0.02
const opaqueAlphaMin = 0.98

/** Text rendering modes 3 and 7 of PDF: neither filled nor stroked. */
const inklessModes: readonly number[] = [3, 7]
/** Modes that draw only the outline of letters, and modes that also fill the letters. */
const outlineModes: readonly number[] = [1, 5]
const filledOutlineModes: readonly number[] = [2, 6]

const numbersOf = (value: unknown): number[] | undefined => {
  if (value === null || typeof value !== 'object' || !(Symbol.iterator in value)) return undefined
  const numbers = [...(value as Iterable<unknown>)]
  return numbers.every((one) => typeof one === 'number' && Number.isFinite(one))
    ? (numbers as number[])
    : undefined
}

export const matrixOf = (value: unknown): Matrix | undefined => {
  const numbers = numbersOf(value)
  return numbers?.length === 6 ? (numbers as unknown as Matrix) : undefined
}

export const boxOf = (value: unknown): Box | undefined => {
  const [left, bottom, right, top] = numbersOf(value) ?? []
  return left === undefined || bottom === undefined || right === undefined || top === undefined
    ? undefined
    : { left, bottom, right, top }
}

/** Rotated other than by right angles, so that the box around it is larger than what is painted. */
const isSlanted = ([a, b, c, d]: Matrix): boolean =>
  Math.min(Math.abs(a) + Math.abs(d), Math.abs(b) + Math.abs(c)) > 0.001

export type Pair = readonly [string, unknown]

const withGraphicsState = (state: State, pairs: readonly Pair[]): State => {
  let { alpha, isBlended } = state
  for (const [key, value] of pairs) {
    if (key === 'ca' && typeof value === 'number') alpha = value
    if (key === 'BM') isBlended = value !== 'source-over'
    if (key === 'SMask') isBlended = value !== false
  }
  return { ...state, alpha, isBlended }
}

/** A page while it is drawn: the text and graphics state, and what has been drawn so far, in points of the page. */
export class Canvas {
  readonly texts: DrawnText[] = []
  readonly areas: PaintedArea[] = []
  readonly otherGrounds: PaintedArea[] = []
  readonly pictures: PaintedArea[] = []
  pen = openPen()
  #state = startState
  #saved: { readonly state: State; readonly pen: Pen }[] = []
  /** For each open mark: null if it does not belong to a layer, else whether the layer is switched on. */
  readonly #layers: ('ON' | 'OFF' | null)[] = []
  #isClipNext = false
  #masks = 0

  save(): void {
    this.#saved.push({ state: this.#state, pen: this.pen.copy() })
  }

  restore(): void {
    const before = this.#saved.pop()
    if (!before) return
    this.#state = before.state
    this.pen = before.pen
  }

  /** Applies to everything that is drawn afterwards. */
  transform(matrix: Matrix): void {
    this.#state = { ...this.#state, matrix: combined(this.#state.matrix, matrix) }
  }

  setGraphicsState(pairs: readonly Pair[]): void {
    this.#state = withGraphicsState(this.#state, pairs)
  }

  fillWith(colour: unknown): void {
    this.#state = { ...this.#state, isPattern: false, isWhite: isWhiteInk(colour) }
  }

  fillWithPattern(): void {
    this.#state = { ...this.#state, isPattern: true }
  }

  strokeWith(colour: unknown): void {
    this.#state = { ...this.#state, isStrokeWhite: isWhiteInk(colour) }
  }

  /** The next path clips what is drawn afterwards. */
  clipNext(): void {
    this.#isClipNext = true
  }

  /** Hides what is drawn outside of a box, given in the present coordinates. */
  clipTo(box: Box): void {
    this.#state = { ...this.#state, clip: this.#placed(box) }
  }

  /** What is drawn until the end of the mask is not visible itself. */
  beginMask(): void {
    this.#masks += 1
  }

  endMask(): void {
    this.#masks -= 1
  }

  beginMark(layer: 'ON' | 'OFF' | null): void {
    this.#layers.push(layer)
  }

  endMark(): void {
    this.#layers.pop()
  }

  shade(order: number): void {
    this.otherGrounds.push({ order, box: this.#state.clip, isWhite: false })
  }

  picture(order: number): void {
    this.pictures.push({
      order,
      box: this.#placed({ left: 0, bottom: 0, right: 1, top: 1 }),
      isWhite: false,
    })
  }

  path(order: number, isFilled: boolean, [steps]: readonly unknown[], minMax: unknown): void {
    const bounds = boxOf(minMax)
    if (isFilled) this.#paint(order, steps, bounds)
    if (bounds && this.#isClipNext) this.clipTo(bounds)
    this.#isClipNext = false
  }

  show(order: number, glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return
    const shown = this.pen.show(glyphs as Glyphs)
    const { matrix: outer, alpha, clip } = this.#state
    const matrix = combined(outer, shown.matrix)
    if (this.#masks > 0 || shown.text.trim() === '' || isSlanted(matrix)) return
    const box = transformedBox(matrix, shown.box)
    const isUnseen =
      inklessModes.includes(this.pen.mode()) ||
      alpha <= unseenAlphaMax ||
      this.#layers.includes('OFF') ||
      box.top - box.bottom < readableHeightMin ||
      isCutOff(box, clip)
    this.texts.push({ order, text: shown.text, box, isUnseen, isWhite: this.#isInWhite() })
  }

  #placed(box: Box): Box {
    return overlapOf(transformedBox(this.#state.matrix, box), this.#state.clip)
  }

  #paint(order: number, steps: unknown, bounds: Box | undefined): void {
    const { alpha, isBlended, isPattern, isWhite, matrix } = this.#state
    const other = { order, box: this.#placed(bounds ?? everywhere), isWhite: false }
    if (alpha < opaqueAlphaMin || isBlended || isPattern) {
      this.otherGrounds.push(other)
      return
    }
    if (this.#masks > 0 || this.#layers.some((layer) => layer !== null)) return
    const boxes = isSlanted(matrix) ? [] : rectanglesIn(numbersOf(steps) ?? [])
    if (boxes.length === 0) this.otherGrounds.push(other)
    for (const box of boxes.map((one) => this.#placed(one))) {
      if (box.right > box.left && box.top > box.bottom) this.areas.push({ order, box, isWhite })
    }
  }

  #isInWhite(): boolean {
    const { isWhite, isStrokeWhite, isPattern } = this.#state
    const mode = this.pen.mode()
    if (outlineModes.includes(mode)) return isStrokeWhite
    const isFilledWhite = isWhite && !isPattern
    return filledOutlineModes.includes(mode) ? isFilledWhite && isStrokeWhite : isFilledWhite
  }
}
