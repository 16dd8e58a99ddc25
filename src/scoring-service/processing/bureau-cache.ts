import type { Tx } from '../../platform/database/database.js'
import { insertOrKeep, selectOne, update } from '../../platform/database/rows.js'
import { hashText, hashNationalId } from '../../platform/identity/keys/keys.js'
import type { Instant } from '../../kernel/clock.js'
import type { BureauQuery, DefiniteAnswer } from '../model/bureau.js'
import type { ScoringDeps } from '../service/deps.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { nationalIdKey } from '../../scoring-contract/national-id.js'
import { seal, unseal } from '../../platform/crypto/sealing.js'
import { CachedAnswer } from '../model/bureau.entity.js'

/** How long a bureau's answer about a person is reused. */
const cachedMs = 24 * 3_600_000
/** The limit of an answer, so that its sealed form fits into a text column; a longer answer is not cached. */
const answerBytesMax = 45_000
/** The version of the stored form; an answer of another version is a cache miss. */
const storedVersion = 'bureau answer 1'

/** Everything that the cache key is made of. */
export interface Question {
  readonly environment: Environment
  readonly source: string
  readonly query: BureauQuery
}

export interface CachedContent {
  /** The id of the pull that fetched the answer. */
  readonly pull: string
  readonly answer: DefiniteAnswer
  readonly pulledAt: Instant
}

/**
 * The cache key, which does not reveal the person. It covers everything that a bureau's answer may depend on, the name
 * included; and the client that has the consent, so that no client gets an answer that only another client was allowed to ask for.
 */
const cacheKeyOf = (pepper: string, { environment, source, query }: Question): string => {
  const { consent, correlationId: _correlationId, ...asked } = query
  return hashText(
    pepper,
    JSON.stringify([storedVersion, environment, source, consent.by, Object.entries(asked)]),
  )
}

/** The place for which `seal` encrypts the answer to a question. */
const answerPlace = (question: string): string => `scoring_kept_answers.answer ${question}`

/** The cached answer to exactly this question, at most a day old; undefined when the bureau must be asked. */
export const findCached = async (deps: ScoringDeps, asked: Question): Promise<CachedContent | undefined> => {
  const question = cacheKeyOf(deps.pepper, asked)
  const fresh = 'WHERE question = ? AND remove_at > ?'
  const row = await selectOne(deps.database.read, CachedAnswer, fresh, [question, deps.clock.now()])
  if (!row) return undefined
  try {
    const answer = JSON.parse(unseal(deps.sealing, answerPlace(question), row.answer)) as DefiniteAnswer
    return { pull: row.pull, answer, pulledAt: row.pulledAt }
  } catch (err) {
    // The sealing key may have been retired.
    deps.log.warn({ err }, 'a cached bureau answer cannot be decrypted; the bureau is asked again')
    return undefined
  }
}

/**
 * Caches an answer, in place of an older answer to the same question. Several requests may do so at once: the first
 * inserts the row, and the others wait for it.
 */
export const cacheAnswer = async (
  tx: Tx,
  deps: ScoringDeps,
  asked: Question,
  content: CachedContent,
): Promise<void> => {
  const text = JSON.stringify(content.answer)
  if (Buffer.byteLength(text) > answerBytesMax) return
  const question = cacheKeyOf(deps.pepper, asked)
  const answer = {
    pull: content.pull,
    answer: seal(deps.sealing, answerPlace(question), text),
    pulledAt: content.pulledAt,
    removeAt: content.pulledAt + cachedMs,
  }
  const nationalIdHash = hashNationalId(deps.pepper, nationalIdKey(asked.query.identityNumber))
  await insertOrKeep(tx, CachedAnswer, { question, nationalIdHash, ...answer }, 'question')
  await update(tx, CachedAnswer, answer, 'question = ?', [question])
}
