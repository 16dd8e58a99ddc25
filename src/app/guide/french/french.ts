import { withFrenchSpaces } from '../../../kernel/french-spaces.js'
import { around } from './around.js'
import { ofGateway } from './gateway.js'
import { ofOperations } from './operations.js'
import { ofScoring } from './scoring.js'

/**
 * The guide in French, by what it says in English. What a schema says is English for everybody, and the texts of customers are in both
 * languages on either page. A test compares it with all that the pages say.
 */
export const french: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...around, ...ofGateway, ...ofOperations, ...ofScoring }).map(([english, text]) => [
    english,
    withFrenchSpaces(text),
  ]),
)
