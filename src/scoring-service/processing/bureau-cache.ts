import type { Tx } from '../../platform/database/database.js'
import { insertOrKeep, selectOne, update } from '../../platform/database/rows.js'
import { hashKey, hashNationalId } from '../../platform/identity/keys/keys.js'
import type { Instant } from '../../kernel/clock.js'
import type { BureauQuery, DefiniteAnswer } from '../model/bureau.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { seal, unseal } from '../../platform/crypto/sealing.js'
import { KeptAnswer } from '../model/bureau.entity.js'

/** For so long a bureau's word about a person is as good as new. */
const keptMs = 24 * 3_600_000
/** Sealed, it still fits into a column of text; a person of whom there is more to say is asked about again. */
const answerBytesMax = 45_000
/** What is kept in another form is not found. */
const form = 'bureau answer 1'

/** The question that an answer is the answer to. */
export interface Question {
  readonly environment: Environment
  readonly place: string
  readonly query: BureauQuery
}

export interface Kept {
  /** Of the pull that brought it. */
  readonly pull: string
  readonly answer: DefiniteAnswer
  readonly pulledAt: Instant
}

/**
 * Names a question without saying whom it is about. All that a bureau's answer may depend on is in it, since a bureau also
 * judges the name; and whose consent for what, so that no client learns what another one was allowed to ask.
 */
const nameOf = (pepper: string, { environment, place, query }: Question): string => {
  const { consent, correlationId: _repeats, ...asked } = query
  return hashKey(pepper, JSON.stringify([form, environment, place, consent.by, Object.entries(asked)]))
}

const sealedPlace = (question: string): string => `scoring_kept_answers.answer ${question}`

/** What the bureau said to this very question within a day; undefined when it must be asked. */
export const findCached = async (deps: ScoringDeps, asked: Question): Promise<Kept | undefined> => {
  const question = nameOf(deps.pepper, asked)
  const fresh = 'WHERE question = ? AND remove_at > ?'
  const row = await selectOne(deps.database.read, KeptAnswer, fresh, [question, deps.clock.now()])
  if (!row) return undefined
  try {
    const answer = JSON.parse(unseal(deps.sealing, sealedPlace(question), row.answer)) as DefiniteAnswer
    return { pull: row.pull, answer, pulledAt: row.pulledAt }
  } catch (err) {
    // Its key may have been taken away: that the bureau is asked again harms nobody.
    deps.log.warn({ err }, 'a cached bureau answer cannot be decrypted; the bureau is asked again')
    return undefined
  }
}

/**
 * Keeps an answer in place of an older one to the same question. Several requests may bring theirs at the same moment: the
 * first of them makes the row, and the others wait for it.
 */
export const keep = async (tx: Tx, deps: ScoringDeps, asked: Question, kept: Kept): Promise<void> => {
  const text = JSON.stringify(kept.answer)
  if (Buffer.byteLength(text) > answerBytesMax) return
  const question = nameOf(deps.pepper, asked)
  const answer = {
    pull: kept.pull,
    answer: seal(deps.sealing, sealedPlace(question), text),
    pulledAt: kept.pulledAt,
    removeAt: kept.pulledAt + keptMs,
  }
  const nationalIdHash = hashNationalId(deps.pepper, asked.query.identityNumber)
  await insertOrKeep(tx, KeptAnswer, { question, nationalIdHash, ...answer }, 'question')
  await update(tx, KeptAnswer, answer, 'question = ?', [question])
}
