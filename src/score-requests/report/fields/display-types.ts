import type { ProductCode } from '../../../scoring-contract/words.js'
import type { DisplaySection } from '../display/display.rules.js'
import { p7 } from './bureau.js'
import { combinedSection, documentSection } from './document.js'
import { p8 } from './p8.js'
import { pars } from './pars.js'
import { scoringSection } from './scoring.js'

/**
 * How each field of a result is displayed, by product, as data for the page, the PDF and other programs. Fields are
 * shown in this order; a section is left out if the member named by `when` is missing.
 */
export const displayTypes: Readonly<Record<ProductCode, readonly DisplaySection[]>> = {
  PA: [documentSection],
  PAS: [combinedSection, scoringSection('scoring', 'Result'), documentSection],
  PARS: pars,
  P7: p7,
  P8: p8,
}
