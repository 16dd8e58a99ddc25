import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, inInstantRange } from '../../platform/graphql/filters.js'
import { ProductVersion } from './product.entity.js'
import { ProductType, toProduct } from './product.types.js'

export const products = connection<ProductVersion>({
  name: 'Product',
  of: 'versions of products',
  node: () => ProductType,
  source: rowsOf(ProductVersion),
  filter: {
    code: anyId('code', 'Of any of these products.'),
    published: inInstantRange('publishedAt', 'Published in this period.'),
  },
  sorts: {
    NEWEST: descending('publishedAt', 'The latest first.'),
    OLDEST: ascending('publishedAt', 'The oldest first.'),
    CODE: ascending('code', 'By product.'),
  },
  toNodes: (rows) => rows.map(toProduct),
})
