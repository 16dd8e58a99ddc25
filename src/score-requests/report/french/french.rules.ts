import { withFrenchSpaces } from '../../../kernel/french-spaces.js'
import { pageTexts } from './page-texts.rules.js'
import { ofDocuments } from './documents.rules.js'
import { ofPerson } from './person.rules.js'
import { reasons } from './reasons.rules.js'
import { ofResult } from './result.rules.js'
import { values } from './values.rules.js'

/**
 * The French texts of the report by their English ones: our own texts, words of results, and the fixed sentences of the
 * scoring service. A test checks that none is missing.
 */
export const french: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    ...pageTexts,
    ...values,
    ...ofResult,
    ...ofPerson,
    ...ofDocuments,
    ...reasons,
  }).map(([english, text]) => [english, withFrenchSpaces(text)]),
)
