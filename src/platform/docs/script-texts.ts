import { html, raw, type Html } from '../html/html.js'
import type { Translate } from './translate.js'

/** The texts of the script. They are attributes and not in the script, whose bytes must be the same in each language: the policy allows it by its hash. */
const scriptTexts: Readonly<Record<string, string>> = {
  blocked:
    'Calls are blocked: this page comes from {here} and the selected server is {there}. Open /docs there to try it.',
  answer: 'Answer',
  none: 'No answer',
  undecided: 'No decision',
  after: 'in',
  token: 'Token',
  request: 'Request',
  upload: 'Upload',
  results: 'Results',
  body: 'Body',
  reading: 'Request {id} is being read',
  still: 'Request {id} is still being read; ask for its results below',
}

/** As attributes of the body. */
export const scriptTextAttributes = (translate: Translate): Html =>
  html`${Object.entries(scriptTexts).map(([name, text]) => html`${raw(`data-${name}`)}="${translate(text)}" `)}`
