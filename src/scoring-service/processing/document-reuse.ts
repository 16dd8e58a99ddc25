import { inList } from '../../platform/database/in-list.js'
import { insertOrKeep, update } from '../../platform/database/rows.js'
import type { ScoringDeps } from '../service/deps.js'
import type { EngineBody, Fingerprint } from '../model/engine.js'
import { codeTrace, fileTrace, personTrace } from '../service/traces.js'
import { nationalIdForms } from '../../scoring-contract/national-id.js'
import { check, notLookedUp, type Check } from '../reading/checks/checks.js'
import { DocumentUse } from '../model/scoring.entity.js'
import { isStillClaimed, type Claim } from './claim-request.js'

/** How long a document is remembered. Somebody who sends a statement for another person does so within months. */
const reuseKeptMs = 180 * 86_400_000

type Deps = Pick<ScoringDeps, 'database' | 'pepper' | 'clock'>

interface DocumentOfPerson {
  readonly claim: Claim
  readonly nationalId: string
  readonly fingerprint: Fingerprint
}

/**
 * Records that a document was read for a person, before the look-up: of two concurrent requests at least one then
 * finds the other. Records nothing if the claim was lost, for example by an erasure.
 */
const recordRead = ({ database, clock }: Deps, claim: Claim, trace: string, person: string): Promise<void> =>
  database.inTransaction(async (tx) => {
    if (!(await isStillClaimed(tx, claim))) return
    const expiresAt = clock.now() + reuseKeptMs
    await insertOrKeep(tx, DocumentUse, { trace, person, expiresAt }, 'trace')
    await update(tx, DocumentUse, { expiresAt }, 'trace = ? AND person = ?', [trace, person])
  })

/**
 * Records that the document with this trace was read for a person, and returns whether it was also read for another
 * person. `persons` are the traces that the person may have; the last one is recorded.
 */
const isSeenElsewhere = async (
  deps: Deps,
  claim: Claim,
  trace: string | undefined,
  persons: readonly string[],
): Promise<boolean> => {
  if (trace === undefined) return false
  await recordRead(deps, claim, trace, persons.at(-1)!)
  const { places, parameters } = inList(persons)
  const others = `SELECT 1 FROM scoring_sightings
    WHERE trace = ? AND person NOT IN (${places}) AND expires_at > ? LIMIT 1`
  return (await deps.database.read.all(others, [trace, ...parameters, deps.clock.now()])).length > 0
}

const evidenceOf = (isFileSeen: boolean, isCodeSeen: boolean): string => {
  if (isFileSeen) return 'the same file was sent for another national ID'
  if (isCodeSeen) return 'the same verification code was on a statement of another national ID'
  return 'neither file nor verification code was seen for another national ID'
}

/**
 * Records that a document was read for a person, and checks whether any client sent it for another person before
 * (docs/reading.md#what-is-checked), without revealing for whom. A hint and not a verdict, since people also share
 * documents by mistake.
 */
export const lookUpReuse = async (deps: Deps, read: DocumentOfPerson): Promise<Check> => {
  const { claim, nationalId, fingerprint } = read
  const { environment } = claim.request
  const { pepper } = deps
  const persons = nationalIdForms(nationalId).map((form) => personTrace(pepper, environment, form))
  const isFileSeen = await isSeenElsewhere(deps, claim, fileTrace(pepper, environment, fingerprint), persons)
  const isCodeSeen = await isSeenElsewhere(deps, claim, codeTrace(pepper, environment, fingerprint), persons)
  return check('seen_elsewhere', 'soft', !isFileSeen && !isCodeSeen, evidenceOf(isFileSeen, isCodeSeen))
}

/**
 * What a reader writes into a JSON body in place of the check `seen_elsewhere`, since it has no database. Its quotes are
 * not escaped, so it cannot occur inside a JSON string: nothing printed on a statement is taken for it.
 */
const placeholder = JSON.stringify(notLookedUp)

/**
 * Replaces the placeholders of a body with the findings. A single finding replaces every placeholder; of several, each
 * replaces one, in the order of the documents. The text is edited and not parsed, since it may be megabytes.
 */
export const withReuse = (body: EngineBody, findings: readonly Check[]): EngineBody => {
  let index = 0
  const nextFinding = (): string =>
    JSON.stringify(findings[findings.length === 1 ? 0 : index++] ?? notLookedUp)
  if ('json' in body) return { json: body.json.replaceAll(placeholder, nextFinding) }
  const places = body.reusePlaceholdersAt.map((at) => ({
    at,
    remove: placeholder.length,
    insert: nextFinding(),
  }))
  // The list of documents, which is added at the end of a body, has placeholders too.
  const added = (body.edits ?? []).map((edit) => ({
    ...edit,
    insert: edit.insert.replaceAll(placeholder, nextFinding),
  }))
  return { ...body, edits: [...places, ...added] }
}
