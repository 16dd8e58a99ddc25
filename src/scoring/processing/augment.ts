import { assert } from '../../shared/assert.js'
import { isDefinite } from '../bureau.js'
import type { ScoringDeps } from '../deps.js'
import type { ResultBody } from '../engine.js'
import type { Person } from '../requests/score-request.schema.js'
import type { Told } from './ask-bureau.js'

/** What the bureau says, as `data.augmentation` shows it: the bureau's part of a P7 result, or null without a record. */
export const augmentationOf = (
  { bureauBody }: Pick<ScoringDeps, 'bureauBody'>,
  person: Person,
  { answer, pulledAt }: Told,
): unknown => {
  if (!isDefinite(answer)) return null
  const { data } = JSON.parse(bureauBody(person, answer, pulledAt).json) as { data: { bureau?: unknown } }
  return data.bureau ?? null
}

/**
 * Adds `data.augmentation` at the end of a body and changes nothing else. On the text, since a statement of two years is
 * megabytes, and this process also answers the gateway.
 */
export const withAugmentation = ({ json }: ResultBody, augmentation: unknown): ResultBody => {
  assert(json.endsWith('}}'), 'a result body ends with its data')
  return { json: `${json.slice(0, -2)},"augmentation":${JSON.stringify(augmentation)}}}` }
}
