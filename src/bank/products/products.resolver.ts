import { Authorized, Query, Resolver } from 'type-graphql'
import { journeyReaders } from '../../platform/graphql/access.js'
import { rows } from '../../platform/graphql/limits.js'
import { ProductType, toProduct } from './product.types.js'
import { productsOnSale } from './products.read.js'
import type { Database } from '../../platform/database/database.js'

@Resolver(() => ProductType)
export class ProductsResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized([...journeyReaders, 'ANALYST'])
  @Query(() => [ProductType], {
    complexity: rows(10),
    description: 'All products on sale, shortest term first, read fresh.',
  })
  async products(): Promise<ProductType[]> {
    return (await productsOnSale(this.deps.database.read)).map(toProduct)
  }
}
