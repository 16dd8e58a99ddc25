import { one } from '../../platform/graphql/loading.js'
import { productVersions } from './products.read.js'

export const productsById = one(
  ({ read }, ids) => productVersions(read, ids),
  ({ id }) => id,
)
