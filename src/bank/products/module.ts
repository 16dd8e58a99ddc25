import { ProductsResolver } from './products.resolver.js'

export const products = { resolvers: [ProductsResolver] } as const
