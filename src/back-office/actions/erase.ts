import { hashNationalId } from '../../platform/identity/keys/keys.js'
import { Refusal } from '../../kernel/refusal.js'
import {
  eraseScoringPerson,
  eraseScoringRequest,
  removeErased,
} from '../../scoring-service/erasure/erase-scores.js'
import { emptyPreview, type ActionDeps, type ActionResult, type Action } from '../action.js'

/** Objects in the store are removed after the commit and before the answer. */
const doneOf = (
  { erasing: { objects }, database }: ActionDeps,
  { erased, keys }: Awaited<ReturnType<typeof eraseScoringRequest>>,
): ActionResult => ({ outcome: erased, after: () => removeErased({ objects, database }, keys) })

export interface ErasePersonInput {
  readonly kind: 'ERASE_PERSON'
  readonly nationalId: string
}

export const erasePerson: Action<ErasePersonInput> = {
  isPersonal: true,
  plan: async (_tx, { input: { nationalId }, deps: { erasing } }) => {
    if (nationalId === '' || nationalId.length > 100)
      throw new Refusal('INVALID_ARGUMENT', 'nationalId must have 1 to 100 characters')
    const changes = [{ field: 'scores.nationalId', before: nationalId, after: null }]
    const subject = hashNationalId(erasing.pepper, nationalId)
    return { subject, basis: null, preview: { ...emptyPreview, changes } }
  },
  carryOut: async (tx, { call, input: { nationalId }, deps }, { reason }) =>
    doneOf(deps, await eraseScoringPerson(tx, deps.erasing, call, { nationalId, reason })),
}

export interface EraseRequestInput {
  readonly kind: 'ERASE_REQUEST'
  readonly requestId: string
}

export const eraseRequest: Action<EraseRequestInput> = {
  plan: async (tx, { input: { requestId } }) => {
    const [row] = await tx.all('SELECT id FROM scoring_requests WHERE id = ?', [requestId])
    // The id is compared again, since MySQL ignores trailing blanks.
    if (row?.['id'] !== requestId) throw new Refusal('INVALID_REFERENCE', 'There is no such score request')
    const changes = [{ field: 'scores.request', before: requestId, after: null }]
    return { subject: requestId, basis: null, preview: { ...emptyPreview, changes } }
  },
  carryOut: async (tx, { call, input: { requestId }, deps }, { reason }) =>
    doneOf(deps, await eraseScoringRequest(tx, call, { requestId, reason })),
}
