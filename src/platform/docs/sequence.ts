import { html, type Html } from '../html/html.js'
import type { Translate } from './translate.js'

/** A message from one actor to another, by their places; `-` before the text is an answer. */
export type Message = readonly [from: number, to: number, text: string]

export interface Sequence {
  readonly title: string
  readonly actors: readonly string[]
  readonly messages: readonly Message[]
}

const columnWidth = 190
const rowHeight = 46
const headHeight = 44
const margin = 12

const xOf = (actor: number): number => margin + columnWidth / 2 + actor * columnWidth

const textOf = (label: string): string => label.replace(/^-\s*/, '')

const arrowOf = (translate: Translate, [from, to, label]: Message, index: number): Html => {
  const isAnswer = label.startsWith('-')
  const text = translate(textOf(label))
  const y = headHeight + rowHeight * (index + 1)
  const [start, end] = [xOf(from), xOf(to)]
  if (from === to)
    return html`<text x="${start + 10}" y="${y - 8}" class="said">${text}</text>
      <path d="M ${start} ${y - 18} h 6 v 14 h -6" class="arrow" />`
  const tip = end > start ? -7 : 7
  return html`<text x="${(start + end) / 2}" y="${y - 8}" text-anchor="middle" class="said">${text}</text>
    <path d="M ${start} ${y} H ${end}" class="arrow${isAnswer ? ' answer' : ''}" />
    <path d="M ${end} ${y} l ${tip} -4 v 8 Z" class="tip" />`
}

/** A sequence diagram as inline SVG, with classes of the page's style and a text alternative for screen readers. */
export const sequenceDiagram = (translate: Translate, { title, actors, messages }: Sequence): Html => {
  const width = margin * 2 + columnWidth * actors.length
  const height = headHeight + rowHeight * messages.length + 24
  const words = messages
    .map(([from, to, label]) => {
      const [sender, receiver] = [actors[from] ?? '', actors[to] ?? '']
      return `${translate(sender)} ${translate('to')} ${translate(receiver)}: ${translate(textOf(label))}`
    })
    .join('. ')
  return html`<figure class="sequence">
    <figcaption>${translate(title)}</figcaption>
    <div class="scroll" tabindex="0" role="group" aria-label="${translate(title)}">
      <svg
        viewBox="0 0 ${width} ${height}"
        width="${width}"
        height="${height}"
        role="img"
        aria-label="${words}"
      >
        ${actors.map(
          (actor, index) =>
            html`<path d="M ${xOf(index)} ${headHeight} V ${height - 8}" class="life" />
              <rect x="${xOf(index) - 76}" y="6" width="152" height="30" rx="6" class="actor" />
              <text x="${xOf(index)}" y="26" text-anchor="middle" class="name">${translate(actor)}</text>`,
        )}
        ${messages.map((message, index) => arrowOf(translate, message, index))}
      </svg>
    </div>
  </figure>`
}
