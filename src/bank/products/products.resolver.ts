import { Authorized, Query, Resolver } from 'type-graphql'
import { journeyReaders } from '../../platform/graphql/access.js'
import type { Domain } from '../../app/domain.js'
import { rows } from '../../platform/graphql/limits.js'
import { ProductType, toProduct } from './product.types.js'
import { productsOnSale } from './products.read.js'

@Resolver(() => ProductType)
export class ProductsResolver {
  constructor(private readonly domain: Domain) {}

  @Authorized([...journeyReaders, 'ANALYST'])
  @Query(() => [ProductType], {
    complexity: rows(10),
    description: 'All products on sale, shortest term first, read fresh.',
  })
  async products(): Promise<ProductType[]> {
    return (await productsOnSale(this.domain.database.read)).map(toProduct)
  }
}
