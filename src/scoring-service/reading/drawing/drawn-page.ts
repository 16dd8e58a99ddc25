import { boxBehind, identity, overlapOf, within, type Box, type Matrix } from './geometry.js'
import { openPen, type Glyphs, type Pen } from './pen.js'
import { rectanglesIn } from './rectangles.js'

/** What a page is drawn with, in the order of drawing, as the PDF library lists it. */
export interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** The numbers of the library's operators, by name. */
export type OperatorNames = Readonly<Record<string, number>>

export interface DrawnText {
  /** Its place in the order of drawing. */
  readonly order: number
  readonly text: string
  readonly box: Box
  /** Drawn with no ink, as the invisible layer over a picture is; too small, cut off, or in a layer that is switched off. */
  readonly isUnseen: boolean
  /** In the colour of the paper, which a dark ground below makes visible. */
  readonly isWhite: boolean
}

/** An area painted over so that nothing shines through. */
export interface PaintedArea {
  readonly order: number
  readonly box: Box
  readonly isWhite: boolean
}

export interface DrawnPage {
  readonly texts: readonly DrawnText[]
  readonly areas: readonly PaintedArea[]
  /** Where something bent, slanted, shaded or half transparent is painted: what lies on it cannot be measured. */
  readonly otherGrounds: readonly PaintedArea[]
  /** Where pictures are. */
  readonly pictures: readonly PaintedArea[]
}

interface State {
  readonly matrix: Matrix
  readonly clip: Box
  readonly alpha: number
  /** Blended or masked: what is below shines through. */
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

/** Points below which nobody reads a letter. */
const readableHeightMin = 0.8

/** Of 255, from which on a colour is that of the paper to whoever looks at it. */
const whiteMin = 0xe0

const isWhiteInk = (colour: unknown): boolean => {
  const parts = typeof colour === 'string' ? /^#(..)(..)(..)$/.exec(colour)?.slice(1) : undefined
  return parts?.every((part) => Number.parseInt(part, 16) >= whiteMin) ?? false
}

const isCutOff = (box: Box, clip: Box): boolean => {
  const left = overlapOf(box, clip)
  return left.right <= left.left || left.top <= left.bottom
}

const unseenAlphaMax = 0.02
const opaqueAlphaMin = 0.98

/** What PDF numbers 3 and 7: neither filled nor stroked. */
const inklessModes: readonly number[] = [3, 7]
/** Drawn as an outline alone, and as an outline around what is filled. */
const outlineModes: readonly number[] = [1, 5]
const outlinedModes: readonly number[] = [2, 6]

const numbersOf = (value: unknown): number[] | undefined => {
  if (value === null || typeof value !== 'object' || !(Symbol.iterator in value)) return undefined
  const numbers = [...(value as Iterable<unknown>)]
  return numbers.every((one) => typeof one === 'number' && Number.isFinite(one))
    ? (numbers as number[])
    : undefined
}

const matrixOf = (value: unknown): Matrix | undefined => {
  const numbers = numbersOf(value)
  return numbers?.length === 6 ? (numbers as unknown as Matrix) : undefined
}

const boxOf = (value: unknown): Box | undefined => {
  const [left, bottom, right, top] = numbersOf(value) ?? []
  return left === undefined || bottom === undefined || right === undefined || top === undefined
    ? undefined
    : { left, bottom, right, top }
}

/** Turned by other than right angles: a box around it covers more than what is painted. */
const isSlanted = ([a, b, c, d]: Matrix): boolean =>
  Math.min(Math.abs(a) + Math.abs(d), Math.abs(b) + Math.abs(c)) > 0.001

type Pair = readonly [string, unknown]

const withGraphicsState = (state: State, pairs: readonly Pair[]): State => {
  let { alpha, isBlended } = state
  for (const [key, value] of pairs) {
    if (key === 'ca' && typeof value === 'number') alpha = value
    if (key === 'BM') isBlended = value !== 'source-over'
    if (key === 'SMask') isBlended = value !== false
  }
  return { ...state, alpha, isBlended }
}

/**
 * Follows the operators of a page and says what text and what opaque areas it leaves, in points of the page. An image is no
 * area: stamps and signatures lie over genuine tables. What belongs to a layer that can be switched off covers nothing.
 *
 * @param isShown whether a layer is switched on, by what its marks name
 */
export const drawnPageOf = (
  { fnArray, argsArray }: Operators,
  ops: OperatorNames,
  isShown: (layer: unknown) => boolean = () => true,
): DrawnPage => {
  const texts: DrawnText[] = []
  const areas: PaintedArea[] = []
  const fills = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'].map(
    (name) => ops[name],
  )
  const saved: { state: State; pen: Pen }[] = []
  const layers: ('ON' | 'OFF' | null)[] = []
  let state = startState
  let pen = openPen()
  let isClipNext = false
  let masks = 0
  const otherGrounds: PaintedArea[] = []
  const pictures: PaintedArea[] = []

  const save = (): void => void saved.push({ state, pen: pen.copy() })
  const restore = (): void => {
    const before = saved.pop()
    if (before) ({ state, pen } = before)
  }
  const placed = (box: Box): Box => overlapOf(boxBehind(state.matrix, box), state.clip)
  const paint = (order: number, steps: unknown, bounds: Box | undefined): void => {
    const other = { order, box: placed(bounds ?? everywhere), isWhite: false }
    if (state.alpha < opaqueAlphaMin || state.isBlended || state.isPattern) {
      otherGrounds.push(other)
      return
    }
    if (masks > 0 || layers.some((layer) => layer !== null)) return
    const boxes = isSlanted(state.matrix) ? [] : rectanglesIn(numbersOf(steps) ?? [])
    if (boxes.length === 0) otherGrounds.push(other)
    for (const box of boxes.map(placed)) {
      if (box.right > box.left && box.top > box.bottom) areas.push({ order, box, isWhite: state.isWhite })
    }
  }
  const path = (order: number, painting: unknown, [steps]: readonly unknown[], minMax: unknown): void => {
    const bounds = boxOf(minMax)
    if (fills.includes(painting as number)) paint(order, steps, bounds)
    if (bounds && isClipNext) state = { ...state, clip: placed(bounds) }
    isClipNext = false
  }
  const isInWhite = (): boolean => {
    if (outlineModes.includes(pen.mode())) return state.isStrokeWhite
    const isFilledWhite = state.isWhite && !state.isPattern
    return outlinedModes.includes(pen.mode()) ? isFilledWhite && state.isStrokeWhite : isFilledWhite
  }
  const picture = (_args: readonly unknown[], order: number): void =>
    void pictures.push({ order, box: placed({ left: 0, bottom: 0, right: 1, top: 1 }), isWhite: false })
  const show = (order: number, glyphs: unknown): void => {
    if (!Array.isArray(glyphs)) return
    const shown = pen.show(glyphs as Glyphs)
    const matrix = within(state.matrix, shown.matrix)
    if (masks > 0 || shown.text.trim() === '' || isSlanted(matrix)) return
    const box = boxBehind(matrix, shown.box)
    const isUnseen =
      inklessModes.includes(pen.mode()) ||
      state.alpha <= unseenAlphaMax ||
      layers.includes('OFF') ||
      box.top - box.bottom < readableHeightMin ||
      isCutOff(box, state.clip)
    texts.push({ order, text: shown.text, box, isUnseen, isWhite: isInWhite() })
  }

  const byName: Readonly<Record<string, (args: readonly unknown[], order: number) => void>> = {
    save,
    restore,
    transform: (args) => {
      const matrix = matrixOf(args)
      if (matrix) state = { ...state, matrix: within(state.matrix, matrix) }
    },
    setGState: ([pairs]) => void (state = withGraphicsState(state, pairs as readonly Pair[])),
    setFillRGBColor: ([colour]) => void (state = { ...state, isPattern: false, isWhite: isWhiteInk(colour) }),
    setStrokeRGBColor: ([colour]) => void (state = { ...state, isStrokeWhite: isWhiteInk(colour) }),
    setFillColorN: () => void (state = { ...state, isPattern: true }),
    setFillTransparent: () => void (state = { ...state, isPattern: true }),
    shadingFill: (_args, order) => void otherGrounds.push({ order, box: state.clip, isWhite: false }),
    paintImageXObject: picture,
    paintInlineImageXObject: picture,
    paintImageMaskXObject: picture,
    clip: () => void (isClipNext = true),
    eoClip: () => void (isClipNext = true),
    constructPath: ([painting, data, minMax], order) =>
      path(order, painting, data as readonly unknown[], minMax),
    paintFormXObjectBegin: ([matrix, bounds]) => {
      save()
      state = { ...state, matrix: within(state.matrix, matrixOf(matrix) ?? identity) }
      const clip = boxOf(bounds)
      if (clip) state = { ...state, clip: overlapOf(state.clip, boxBehind(state.matrix, clip)) }
    },
    paintFormXObjectEnd: restore,
    beginGroup: ([group]) => void (masks += (group as { smask?: unknown } | undefined)?.smask ? 1 : 0),
    endGroup: ([group]) => void (masks -= (group as { smask?: unknown } | undefined)?.smask ? 1 : 0),
    beginMarkedContent: () => void layers.push(null),
    beginMarkedContentProps: ([tag, layer]) =>
      void layers.push(tag !== 'OC' ? null : isShown(layer) ? 'ON' : 'OFF'),
    endMarkedContent: () => void layers.pop(),
    beginText: () => pen.begin(),
    setFont: ([, size]) => pen.set('size', size),
    setCharSpacing: ([value]) => pen.set('charSpacing', value),
    setWordSpacing: ([value]) => pen.set('wordSpacing', value),
    setHScale: ([value]) => pen.set('percent', value),
    setLeading: ([value]) => pen.set('leading', -Number(value)),
    setTextRise: ([value]) => pen.set('rise', value),
    setTextRenderingMode: ([value]) => pen.set('mode', value),
    setTextMatrix: ([value]) => pen.place(matrixOf(value)),
    moveText: ([x, y]) => pen.move(Number(x), Number(y)),
    setLeadingMoveText: ([x, y]) => {
      pen.set('leading', Number(y))
      pen.move(Number(x), Number(y))
    },
    nextLine: () => pen.nextLine(),
    showText: ([glyphs], order) => show(order, glyphs),
  }
  const handlers = new Map(Object.entries(byName).map(([name, handle]) => [ops[name], handle]))
  fnArray.forEach((fn, order) => handlers.get(fn)?.((argsArray[order] ?? []) as readonly unknown[], order))
  return { texts, areas, otherGrounds, pictures }
}
