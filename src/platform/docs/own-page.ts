import { createHash } from 'node:crypto'
import { raw, type Html } from '../html/html.js'

export interface Page {
  readonly html: string
  /** The Content-Security-Policy that the page is served under: nothing from elsewhere, no connection to elsewhere. */
  readonly policy: string
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** No blanks around the text, since the policy allows exactly these bytes, by their hash. */
export const inline = (element: 'style' | 'script', text: string): Html =>
  raw(`<${element}>${text}</${element}>`)

/** The Content-Security-Policy of a page with this style and script: it loads nothing else, and connects only to its own server. */
export const policyFor = ({ style, script }: { readonly style: string; readonly script?: string }): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
