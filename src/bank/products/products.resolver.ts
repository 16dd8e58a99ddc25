import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { customerReadersAndGateway, staff } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../platform/graphql/limits.js'
import { ProductType, productStandingEnum, toProduct } from './product.types.js'
import { products } from './products.connection.js'
import { versionsByCode } from './products.loaders.js'
import { productsOnSale } from './products.read.js'
import { standingOf, type ProductStanding } from './standing.rules.js'
import type { Database } from '../../platform/database/database.js'

@Resolver(() => ProductType)
export class ProductsResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized([...customerReadersAndGateway, 'ANALYST', 'AUDITOR'])
  @Query(() => [ProductType], {
    complexity: costOfRows(10),
    description: 'All products on sale, shortest term first.',
  })
  async productsOnSale(@Ctx() { call }: RequestContext): Promise<ProductType[]> {
    return (await productsOnSale(this.deps.database.read, call)).map(toProduct)
  }

  @Authorized(staff)
  @Query(() => products.type, {
    complexity: costOfFirstRows,
    description: 'All versions of all products, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  products(@Ctx() context: RequestContext, @Args(() => products.args) args: ConnectionArgs) {
    return products.page(context, args)
  }

  @FieldResolver(() => productStandingEnum, { description: 'What this version is to customers today.' })
  async standing(
    @Root() product: ProductType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<ProductStanding> {
    return standingOf(product, await load(versionsByCode, product.code), call.today)
  }
}
