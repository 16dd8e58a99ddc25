import { assert } from '../../kernel/assert.js'
import { isDefinite } from '../model/bureau.js'
import type { ScoringDeps } from '../service/deps.js'
import type { EngineBody } from '../model/engine.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'
import type { DatedAnswer } from './ask-bureau.js'

/** The value of `data.augmentation`: the `bureau` member of a P7 result; null if no bureau gave a definite answer. */
export const augmentationOf = (
  { bureauBody }: Pick<ScoringDeps, 'bureauBody'>,
  person: Person,
  { answer, pulledAt }: DatedAnswer,
): unknown => {
  if (!isDefinite(answer)) return null
  const { data } = JSON.parse(bureauBody(person, answer, pulledAt).json) as { data: { bureau?: unknown } }
  return data.bureau ?? null
}

/** How a body ends: the brace that closes `data`, and the brace that closes the body. */
const ending = '}}'

/**
 * Adds `data.augmentation` at the end of a body and changes nothing else. The text is edited and not parsed, since a
 * statement of two years is megabytes and this process also answers the gateway.
 */
export const withAugmentation = (body: EngineBody, augmentation: unknown): EngineBody => {
  const insert = `,"augmentation":${JSON.stringify(augmentation)}`
  if (!('json' in body)) {
    const at = body.bytes - ending.length
    return { ...body, edits: [...(body.edits ?? []), { at, remove: 0, insert }] }
  }
  assert(body.json.endsWith(ending), 'a result body ends with its data')
  return { json: `${body.json.slice(0, -ending.length)}${insert}${ending}` }
}
