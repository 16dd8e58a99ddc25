import type { Database } from '../database/database.js'
import { databaseNow, insertAllOrKeep } from '../database/rows.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { AccessEntry } from './access-entry.entity.js'
import { shortId } from './short-id.js'

const quarterMs = 900_000
const operationLengthMax = 120
const whoLengthMax = 128

/** Records whom an operation shows to its caller, before it answers, so that nothing is shown without a row. */
export const recordAccess = async (
  { inTransaction }: Pick<Database, 'inTransaction'>,
  { actor, address, now }: Pick<Call, 'actor' | 'address' | 'now'>,
  operation: string,
  customerIds: Iterable<string>,
): Promise<void> => {
  // In one order, so that concurrent writers of the same rows do not deadlock.
  const ids = [...new Set(customerIds)].toSorted()
  if (ids.length === 0) return
  const who = shortId(actor.id ?? actor.name, whoLengthMax)
  const common = {
    at: databaseNow,
    who,
    actor: actor.name,
    actorId: actor.id ?? null,
    address: address ?? null,
    operation: operation.slice(0, operationLengthMax),
    quarter: Math.floor(now / quarterMs),
  } as const
  const rows = ids.map((customerId) => ({ id: newId(now), customerId, ...common }))
  await inTransaction((tx) => insertAllOrKeep(tx, AccessEntry, rows, 'id'))
}
