import { one } from '../../../platform/graphql/loading.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectAll } from '../../../platform/database/rows.js'
import { Deposit } from '../records/savings.entity.js'
import { readPositionsById } from '../records/savings.read.js'

/** Deposits by the order that brought them: both have the same id. */
export const depositsByOrder = one(
  async ({ read }, ids) => {
    const { places, parameters } = inList(ids)
    return selectAll(read, Deposit, `WHERE id IN (${places})`, parameters)
  },
  ({ id }) => id,
)

export const positionsById = one(
  ({ read, call }, ids) => readPositionsById(read, call, ids),
  ({ position }) => position.id,
)
