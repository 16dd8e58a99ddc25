import { createHash } from 'node:crypto'
import { raw, type Html } from '../html/html.js'

export interface Page {
  readonly html: string
  /** The Content-Security-Policy that the page is served under: nothing from elsewhere, no connection to elsewhere. */
  readonly policy: string
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Without a blank around the text: the policy allows exactly these bytes. */
export const inline = (element: 'style' | 'script', text: string): Html =>
  raw(`<${element}>${text}</${element}>`)

/** Of a page that is these bytes and takes nothing from elsewhere. */
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
