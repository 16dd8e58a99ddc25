import { Canvas, boxOf, matrixOf, type DrawnPage, type Pair } from './canvas.js'
import { identity } from './geometry.js'

export type { DrawnPage, DrawnText, PaintedArea } from './canvas.js'

/** The drawing operators of a page, in the order of drawing, as the PDF library lists them. */
export interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** The numbers of the library's operators, by name. */
export type OperatorNames = Readonly<Record<string, number>>

type Handler = (canvas: Canvas, args: readonly unknown[], order: number) => void
type Handlers = Readonly<Record<string, Handler>>

const fillNames = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']

const isMask = (group: unknown): boolean => Boolean((group as { smask?: unknown } | undefined)?.smask)

const graphicsHandlers = (fills: ReadonlySet<unknown>): Handlers => ({
  save: (canvas) => canvas.save(),
  restore: (canvas) => canvas.restore(),
  transform: (canvas, args) => {
    const matrix = matrixOf(args)
    if (matrix) canvas.transform(matrix)
  },
  setGState: (canvas, [pairs]) => canvas.setGraphicsState(pairs as readonly Pair[]),
  setFillRGBColor: (canvas, [colour]) => canvas.fillWith(colour),
  setStrokeRGBColor: (canvas, [colour]) => canvas.strokeWith(colour),
  setFillColorN: (canvas) => canvas.fillWithPattern(),
  setFillTransparent: (canvas) => canvas.fillWithPattern(),
  shadingFill: (canvas, _args, order) => canvas.shade(order),
  paintImageXObject: (canvas, _args, order) => canvas.picture(order),
  paintInlineImageXObject: (canvas, _args, order) => canvas.picture(order),
  paintImageMaskXObject: (canvas, _args, order) => canvas.picture(order),
  clip: (canvas) => canvas.clipNext(),
  eoClip: (canvas) => canvas.clipNext(),
  constructPath: (canvas, [painting, data, minMax], order) =>
    canvas.path(order, fills.has(painting), data as readonly unknown[], minMax),
})

const groupHandlers = (isShown: (layer: unknown) => boolean): Handlers => ({
  paintFormXObjectBegin: (canvas, [matrix, bounds]) => {
    canvas.save()
    canvas.transform(matrixOf(matrix) ?? identity)
    const clip = boxOf(bounds)
    if (clip) canvas.clipTo(clip)
  },
  paintFormXObjectEnd: (canvas) => canvas.restore(),
  beginGroup: (canvas, [group]) => isMask(group) && canvas.beginMask(),
  endGroup: (canvas, [group]) => isMask(group) && canvas.endMask(),
  beginMarkedContent: (canvas) => canvas.beginMark(null),
  beginMarkedContentProps: (canvas, [tag, layer]) =>
    canvas.beginMark(tag !== 'OC' ? null : isShown(layer) ? 'ON' : 'OFF'),
  endMarkedContent: (canvas) => canvas.endMark(),
})

const textHandlers: Handlers = {
  beginText: ({ pen }) => pen.begin(),
  setFont: ({ pen }, [, size]) => pen.set('size', size),
  setCharSpacing: ({ pen }, [value]) => pen.set('charSpacing', value),
  setWordSpacing: ({ pen }, [value]) => pen.set('wordSpacing', value),
  setHScale: ({ pen }, [value]) => pen.set('percent', value),
  setLeading: ({ pen }, [value]) => pen.set('leading', -Number(value)),
  setTextRise: ({ pen }, [value]) => pen.set('rise', value),
  setTextRenderingMode: ({ pen }, [value]) => pen.set('mode', value),
  setTextMatrix: ({ pen }, [value]) => pen.place(matrixOf(value)),
  moveText: ({ pen }, [x, y]) => pen.move(Number(x), Number(y)),
  setLeadingMoveText: ({ pen }, [x, y]) => {
    pen.set('leading', Number(y))
    pen.move(Number(x), Number(y))
  },
  nextLine: ({ pen }) => pen.nextLine(),
  showText: (canvas, [glyphs], order) => canvas.show(order, glyphs),
}

/**
 * Follows the drawing operators of a page and returns the texts and areas that they draw, in points of the page.
 * Pictures are listed apart: stamps and signatures lie over genuine tables. What belongs to a layer that can be
 * switched off does not cover anything.
 *
 * @param isShown whether a layer, as named in its marks, is switched on
 */
export const drawnPageOf = (
  { fnArray, argsArray }: Operators,
  ops: OperatorNames,
  isShown: (layer: unknown) => boolean = () => true,
): DrawnPage => {
  const fills = new Set(fillNames.map((name) => ops[name]))
  const byName: Handlers = { ...graphicsHandlers(fills), ...groupHandlers(isShown), ...textHandlers }
  const handlers = new Map(Object.entries(byName).map(([name, handle]) => [ops[name], handle]))
  const canvas = new Canvas()
  fnArray.forEach((fn, order) =>
    handlers.get(fn)?.(canvas, (argsArray[order] ?? []) as readonly unknown[], order),
  )
  const { texts, areas, otherGrounds, pictures } = canvas
  return { texts, areas, otherGrounds, pictures }
}
