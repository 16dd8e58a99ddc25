import type { Sql, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { databaseNow, insert, selectAll, selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { AccountBlock } from './block.entity.js'
import { isInForce, type BlockCause, type BlockScope } from './block.rules.js'
import type { Account } from './customer.entity.js'

/** Blocks of these accounts that are not lifted, oldest first. `accountIds` has at least one. */
export const readBlocks = (sql: Sql, accountIds: readonly string[]): Promise<AccountBlock[]> => {
  const { places, parameters } = inList(accountIds)
  return selectAll(
    sql,
    AccountBlock,
    `WHERE account_id IN (${places}) AND open_key IS NOT NULL ORDER BY id`,
    parameters,
  )
}

export const openBlocks = (sql: Sql, accountId: string): Promise<AccountBlock[]> =>
  readBlocks(sql, [accountId])

/** Blocks that keep money in an account. An unconfirmed block that has expired counts until it is lifted. */
const debitBlocks = (account: string): string =>
  `FROM account_blocks WHERE account_blocks.account_id = ${account}
    AND account_blocks.open_key IS NOT NULL AND account_blocks.scope <> 'CREDIT'`

/**
 * SQL condition: on this date no block keeps money in the account.
 *
 * @param account a column with the id of the account
 * @param on SQL of the business date
 */
export const notBlockedSql = (account: string, on = '?'): string =>
  `NOT EXISTS (SELECT 1 ${debitBlocks(account)}
    AND (account_blocks.ends_on IS NULL OR account_blocks.ends_on > ${on}))`

/**
 * SQL of the first business date on which none of the present blocks keeps money in the account; 9999-12-31 where a block has no
 * end, null without a block.
 *
 * @param and a further condition on the blocks
 */
export const frozenUntilSql = (account: string, and = 'TRUE'): string =>
  `(SELECT MAX(COALESCE(account_blocks.ends_on, '9999-12-31')) ${debitBlocks(account)} AND ${and})`

/**
 * SQL: the business date of the customer of a row of `accounts`.
 *
 * @param today SQL of the business date of the real world
 */
export const businessDateOfAccountSql = (today: string): string =>
  `COALESCE((SELECT clocks.now_on FROM customers JOIN clocks ON clocks.id = customers.clock_id
     WHERE customers.id = accounts.customer_id), ${today})`

const recountBlocks = (tx: Tx, accountId: string): Promise<number> =>
  tx.run(
    `UPDATE accounts SET blocks =
       (SELECT COUNT(*) FROM account_blocks WHERE account_id = ? AND open_key IS NOT NULL) WHERE id = ?`,
    [accountId, accountId],
  )

/**
 * UNBLOCK: by two people. FELL: one person had placed it, and the proposal ended without an approval. ENDED: its time was over when
 * the next block was placed. RESET: by the reset of a test customer. The audit log has these words.
 */
type LiftReason = 'UNBLOCK' | 'FELL' | 'ENDED' | 'RESET'

/** Lifts blocks in the caller's transaction, under the customer's lock. Returns the number of these blocks. */
export const liftBlocks = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor' | 'address'>,
  blocks: readonly AccountBlock[],
  reason: LiftReason,
): Promise<number> => {
  for (const { id, accountId, customerId, scope, cause } of blocks) {
    const lifted = { openKey: null, liftedAt: databaseNow } as const
    if ((await update(tx, AccountBlock, lifted, 'id = ? AND open_key IS NOT NULL', [id])) === 0) continue
    await recountBlocks(tx, accountId)
    await audit(tx, call, {
      action: 'UNBLOCK_CUSTOMER',
      customerId,
      subject: id,
      before: { scope, cause },
      after: { lifted: reason },
    })
  }
  return blocks.length
}

export interface NewBlock {
  readonly scope: BlockScope
  readonly cause: BlockCause
  readonly endsOn: LocalDate | null
  readonly expiresAt: Instant | null
  readonly approvalId: string
}

/**
 * Blocks an account from now on, in the caller's transaction, under the customer's lock. An expired block of the same cause is
 * lifted first.
 * Refuses: ALREADY_BLOCKED for this cause.
 */
export const placeBlock = async (
  tx: Tx,
  call: Call,
  { id: accountId, customerId, today }: Pick<Account, 'id' | 'customerId'> & { readonly today: LocalDate },
  block: NewBlock,
): Promise<AccountBlock> => {
  const same = (await openBlocks(tx, accountId)).filter(({ cause }) => cause === block.cause)
  if (same.some((each) => isInForce(each, today, call.now))) throw new Refusal('ALREADY_BLOCKED')
  await liftBlocks(tx, call, same, 'ENDED')
  const id = `BLK-${newId(call.now)}`
  const { scope, cause, endsOn, expiresAt, approvalId } = block
  const openKey = `${accountId}:${cause}`
  const terms = { scope, cause, endsOn, expiresAt }
  const identity = { id, accountId, customerId, openKey, approvalId }
  await insert(tx, AccountBlock, { ...identity, ...terms, placedAt: databaseNow })
  await recountBlocks(tx, accountId)
  await audit(tx, call, {
    action: 'BLOCK_CUSTOMER',
    customerId,
    subject: id,
    after: { scope, cause, endsOn, fallsAt: expiresAt },
  })
  return (await findBlock(tx, id))!
}

/** The expiry times of all unconfirmed blocks of an account for a cause, also of those that are lifted. */
export const expiriesOfUnconfirmed = async (
  sql: Sql,
  accountId: string,
  cause: BlockCause,
): Promise<readonly Instant[]> => {
  const placed = await selectAll(
    sql,
    AccountBlock,
    'WHERE account_id = ? AND cause = ? AND falls_at IS NOT NULL',
    [accountId, cause],
  )
  return placed.flatMap(({ expiresAt }) => expiresAt ?? [])
}

/** Confirms a block by a second person: it no longer expires. */
export const confirmBlock = async (
  tx: Tx,
  call: Call,
  { id, customerId, expiresAt }: AccountBlock,
): Promise<void> => {
  await update(tx, AccountBlock, { expiresAt: null }, 'id = ?', [id])
  await audit(tx, call, {
    action: 'CONFIRM_BLOCK',
    customerId,
    subject: id,
    before: { fallsAt: expiresAt },
    after: { fallsAt: null },
  })
}

export const findBlock = async (sql: Sql, id: string): Promise<AccountBlock | undefined> => {
  const found = await selectOne(sql, AccountBlock, 'WHERE id = ?', [id])
  return found?.id === id ? found : undefined
}
