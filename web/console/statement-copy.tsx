import { translate } from './words.js'

/** A link to a copy of a statement, for a customer at a counter. */
export const copyLink = (id: string) => (
  <a href={`/reports/statements/${encodeURIComponent(id)}.pdf`} target="_blank" rel="noreferrer">
    {translate('copy')}
  </a>
)
