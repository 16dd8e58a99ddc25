import { html, raw, type Html } from '../html/html.js'
import type { Say } from './say.js'

/** What the script says, which is the same for every reader: it may be run by its hash alone. */
const scriptSays: Readonly<Record<string, string>> = {
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
export const saidByScript = (say: Say): Html =>
  html`${Object.entries(scriptSays).map(([name, text]) => html`${raw(`data-${name}`)}="${say(text)}" `)}`
