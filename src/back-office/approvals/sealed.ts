import { createHash } from 'node:crypto'
import { seal, unseal } from '../../platform/crypto/sealing.js'
import type { ActionDeps, Plan, Preview } from '../action.js'
import type { Input } from '../actions/index.js'
import type { Approval } from '../approval.entity.js'

const placeOf = (id: string, column: 'input' | 'preview'): string => `proposals.${column} ${id}`

export type Sealing = Pick<ActionDeps, 'scores'>

/** The proposed input, for the approver; undefined once the approval has ended. */
export const inputOf = ({ scores }: Sealing, { id, input }: Approval): Input | undefined =>
  input === null ? undefined : (JSON.parse(unseal(scores.sealing, placeOf(id, 'input'), input)) as Input)

/**
 * The preview at the time of the proposal; undefined where it was deleted as personal data, and in a row of an earlier version.
 */
export const previewOf = ({ scores }: Sealing, { id, preview }: Approval): Preview | undefined =>
  preview === null
    ? undefined
    : (JSON.parse(unseal(scores.sealing, placeOf(id, 'preview'), preview)) as Preview)

/** Input and preview as they are stored, each sealed for its row and column. */
export const sealedOf = (
  { scores }: Sealing,
  id: string,
  { input, preview }: { readonly input: Input; readonly preview: object },
): { readonly input: string; readonly preview: string } => ({
  input: seal(scores.sealing, placeOf(id, 'input'), JSON.stringify(input)),
  preview: seal(scores.sealing, placeOf(id, 'preview'), JSON.stringify(preview)),
})

/** The input of an open approval. */
export const openInputOf = (deps: Sealing, approval: Approval): Input => {
  const input = inputOf(deps, approval)
  if (!input) throw new Error(`the open approval ${approval.id} has no input`)
  return input
}

/** The hash of the facts that must be unchanged at the approval; null where no facts are checked. */
export const basisHashOf = ({ basis }: Plan): string | null =>
  basis && createHash('sha256').update(JSON.stringify(basis)).digest('hex')
