import { isInForce, type BlockCause, type BlockScope } from '../../bank/customers/block.rules.js'
import {
  confirmBlock,
  expiriesOfUnconfirmed,
  findBlock,
  liftBlocks,
  openBlocks,
  placeBlock,
} from '../../bank/customers/blocks.js'
import { messagesFor } from '../../bank/messages/messages.js'
import type { Call, Language } from '../../kernel/call.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Sql } from '../../platform/database/database.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import { isSamePerson } from '../../platform/identity/person.rules.js'
import { emptyPreview, type Action, type Preview } from '../action.js'
import { Approval } from '../approval.entity.js'
import { accountOf, type OfAccount } from './close-and-address.js'

export interface BlockInput extends OfAccount {
  readonly kind: 'BLOCK_CUSTOMER'
  readonly scope: BlockScope
  readonly cause: BlockCause
  /** The first business date on which the block no longer applies; null for a block that lasts until it is lifted. */
  readonly endsOn: LocalDate | null
}

const languages: readonly Language[] = ['fr', 'en']

/** What the customer reads when they try something that the block stops. */
const texts: Preview['texts'] = languages.map((language) => ({
  language,
  text: messagesFor(language).confirmRefusal.ACCOUNT_BLOCKED,
}))

const blockOfSameCause = async (sql: Sql, { accountId, cause }: BlockInput) =>
  (await openBlocks(sql, accountId)).find((block) => block.cause === cause)

/** For fraud, one person may block at once; the block expires unless a second person confirms it within a day. */
const dayMs = 86_400_000
/** For this long after an unconfirmed block, the same person cannot block the same account alone. */
const blockedAloneMs = 30 * dayMs

/** Whether this person may block this account at once; not again soon, or one person could keep it blocked day after day. */
const mayBlockAlone = async (sql: Sql, { actor, now }: Call, { customerId, accountId }: BlockInput) => {
  const ends = new Set(await expiriesOfUnconfirmed(sql, accountId, 'FRAUD'))
  if (ends.size === 0) return true
  const earlier = await selectAll(
    sql,
    Approval,
    `WHERE customer_id = ? AND kind = 'BLOCK_CUSTOMER' AND open_key IS NULL AND proposed_at > ?`,
    [customerId, now - blockedAloneMs],
  )
  return !earlier.some(
    ({ expiresAt, proposedById: id, proposedBy: name }) =>
      expiresAt !== null && ends.has(expiresAt) && isSamePerson({ id, name }, actor),
  )
}

const subjectOf = ({ accountId, cause }: BlockInput): string => `${accountId}:${cause}`

/** Whether the proposed block took effect with its proposal. */
const hasBegun = async (sql: Sql, input: BlockInput): Promise<boolean> => {
  const waiting = await selectOne(sql, Approval, 'WHERE open_key = ?', [`BLOCK_CUSTOMER:${subjectOf(input)}`])
  const expiries = await expiriesOfUnconfirmed(sql, input.accountId, input.cause)
  return expiries.some((expiry) => expiry === waiting?.expiresAt)
}

export const blockCustomer: Action<BlockInput> = {
  // A fraud is stopped first, so its block needs no evidence.
  needsEvidence: ({ cause }) => cause !== 'FRAUD',
  openMs: ({ cause }) => (cause === 'FRAUD' ? dayMs : 7 * dayMs),
  plan: async (tx, { call, facts, input }) => {
    const { facts: known } = accountOf(facts, input)
    if (input.endsOn !== null && input.endsOn <= known.today)
      throw new Refusal('INVALID_ARGUMENT', `endsOn: ${input.endsOn} is not after ${known.today}`)
    const openBlock = await blockOfSameCause(tx, input)
    const inForce = openBlock && isInForce(openBlock, known.today, call.now) ? openBlock : undefined
    // The proposal is refused only if two people placed the block. A block that waits for its confirmation may be the one that
    // this proposal placed in `applyAtProposal`, since the plan is computed again at the approval.
    if (inForce && inForce.expiresAt === null) throw new Refusal('ALREADY_BLOCKED')
    const until = input.endsOn === null ? '' : `, until ${input.endsOn}`
    const waits = input.cause === 'FRAUD' && !(await mayBlockAlone(tx, call, input))
    const after = `${input.scope} for ${input.cause}${until}${waits ? ', once it is approved' : ''}`
    const changes = [{ field: 'account.block', before: null, after }]
    return {
      subject: subjectOf(input),
      basis: null,
      preview: { ...emptyPreview, changes, texts },
    }
  },
  applyAtProposal: async (tx, { call, facts, input }, { id: approvalId, expiresAt }) => {
    const { facts: known, account } = accountOf(facts, input)
    if (input.cause === 'FRAUD' && (await mayBlockAlone(tx, call, input)))
      await placeBlock(tx, call, { ...account, today: known.today }, { ...input, expiresAt, approvalId })
  },
  carryOut: async (tx, { call, facts, input }, { id: approvalId }) => {
    const { facts: known, account } = accountOf(facts, input)
    const openBlock = await blockOfSameCause(tx, input)
    if (openBlock?.expiresAt != null && isInForce(openBlock, known.today, call.now)) {
      await confirmBlock(tx, call, openBlock)
      return { outcome: { block: openBlock.id } }
    }
    if (await hasBegun(tx, input)) throw new Refusal('OUTDATED', 'The block was lifted meanwhile')
    const lasting = { ...input, expiresAt: null, approvalId }
    const { id } = await placeBlock(tx, call, { ...account, today: known.today }, lasting)
    return { outcome: { block: id } }
  },
  undoApplied: async (tx, call, input) => {
    const openBlock = await blockOfSameCause(tx, input)
    if (openBlock?.expiresAt != null) await liftBlocks(tx, call, [openBlock], 'FELL')
  },
}

export interface UnblockInput {
  readonly kind: 'UNBLOCK_CUSTOMER'
  readonly customerId: string
  readonly blockId: string
}

export const unblockCustomer: Action<UnblockInput> = {
  plan: async (tx, { input: { blockId } }) => {
    const block = await findBlock(tx, blockId)
    if (!block || block.openKey === null)
      throw new Refusal('INVALID_REFERENCE', 'There is no such block, or it is lifted')
    const { scope, cause, endsOn } = block
    const changes = [{ field: 'account.block', before: `${scope} for ${cause}`, after: null }]
    return { subject: blockId, basis: { scope, cause, endsOn }, preview: { ...emptyPreview, changes } }
  },
  carryOut: async (tx, { call, input: { blockId } }) => {
    const block = await findBlock(tx, blockId)
    await liftBlocks(tx, call, [block!], 'UNBLOCK')
    return { outcome: { block: blockId } }
  },
}
