/** Text that is safe to put into a page unescaped. */
export interface Html {
  readonly html: string
}

type Piece = Html | string | number | undefined | readonly Html[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const write = (piece: Piece): string => {
  if (piece === undefined) return ''
  if (typeof piece === 'string' || typeof piece === 'number')
    return String(piece).replace(/[&<>"']/g, (sign) => entities[sign]!)
  return 'html' in piece ? piece.html : piece.map(({ html }) => html).join('')
}

/** A template whose values are escaped unless they are Html themselves. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: texts.map((text, index) => text + write(pieces[index])).join(''),
})

/** Trusted text of our own files. */
export const raw = (text: string): Html => ({ html: text })

/** Text with `code` in back quotes, as the descriptions of our schemas have it. */
export const prose = (text: string): Html => raw(write(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
