import { cowrie } from '../html/cowrie.js'
import { html, type Html } from '../html/html.js'

/** The head of a page: our logo, and the title of the page. */
export const brand = (title: string): Html =>
  html`<h1>
    <svg viewBox="-12 -16 24 32" aria-hidden="true">
      <path d="${cowrie.shell}" fill="${cowrie.colours.shell}" />
      <path d="${cowrie.face}" fill="${cowrie.colours.face}" />
      <g fill="none" stroke="${cowrie.colours.line}" stroke-linecap="round">
        <path d="${cowrie.mouth}" stroke-width="2.2" />
        <path d="${cowrie.teeth}" stroke-width="1.1" />
      </g>
    </svg>
    ${title}
  </h1>`
