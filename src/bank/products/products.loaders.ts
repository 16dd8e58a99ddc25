import { many, one } from '../../platform/graphql/loading.js'
import { productVersions, versionsOf } from './products.read.js'

export const productsById = one(
  ({ read }, ids) => productVersions(read, ids),
  ({ id }) => id,
)

export const versionsByCode = many(
  ({ read }, codes) => versionsOf(read, codes),
  ({ code }) => code,
)
