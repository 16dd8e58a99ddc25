import { one } from '../../../platform/graphql/loading.js'
import { readPositionsById } from '../records/savings.read.js'

export const positionsById = one(
  ({ read, call }, ids) => readPositionsById(read, call, ids),
  ({ position }) => position.id,
)
