import { html, type Html } from '../../../platform/html/html.js'
import type { Drawing, Shape } from '../charts/shapes.rules.js'

const titleOf = (title: string | undefined): Html | undefined =>
  title === undefined ? undefined : html`<title>${title}</title>`

const shapeOf = (shape: Shape): Html => {
  switch (shape.kind) {
    case 'rect':
      return html`<rect
        x="${shape.x}"
        y="${shape.y}"
        width="${shape.width}"
        height="${shape.height}"
        class="f-${shape.tone}"
        >${titleOf(shape.title)}</rect
      >`
    case 'line':
      return html`<line
        x1="${shape.x1}"
        y1="${shape.y1}"
        x2="${shape.x2}"
        y2="${shape.y2}"
        class="l-${shape.tone}"
      />`
    case 'text':
      return html`<text
        x="${shape.x}"
        y="${shape.y}"
        font-size="${shape.size}"
        text-anchor="${shape.anchor}"
        class="f-${shape.tone}${shape.bold ? ' bold' : ''}"
        >${shape.text}</text
      >`
    case 'path':
      return html`<path d="${shape.d}" class="f-${shape.tone} piece">${titleOf(shape.title)}</path>`
  }
}

/**
 * A drawing as inline SVG. A screen reader reads it as one picture with this name; a drawing without a name is hidden
 * from it.
 */
export const svgOf = ({ width, height, shapes }: Drawing, name?: string): Html => {
  const ariaAttributes = name === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${name}"`
  return html`<svg viewBox="0 0 ${width} ${height}" ${ariaAttributes}>${shapes.map(shapeOf)}</svg>`
}
