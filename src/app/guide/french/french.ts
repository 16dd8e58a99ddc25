import { withFrenchSpaces } from '../../../kernel/french-spaces.js'
import { pageTexts } from './page-texts.js'
import { ofGateway } from './gateway.js'
import { ofOperations } from './operations.js'
import { ofScoring } from './scoring.js'

/**
 * The French texts of the guide by the English ones. Texts of a schema stay English, and the texts for customers are in both
 * languages on either page. A test compares this map with every text of the pages.
 */
export const french: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...pageTexts, ...ofGateway, ...ofOperations, ...ofScoring }).map(([english, text]) => [
    english,
    withFrenchSpaces(text),
  ]),
)
