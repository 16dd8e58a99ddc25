import { toBigint } from '../database/columns.js'
import type { Sql } from '../database/database.js'
import { columnsOf, hydrate } from '../database/rows.js'
import { collectionsInFlight } from '../payments/orders.repository.js'
import { ProductVersion } from '../products/product.entity.js'
import { onSale } from '../products/products.read.js'
import type { Minor } from '../shared/money.js'

/** A product as a customer may buy it now. */
export interface Offer {
  readonly product: ProductVersion
  /** What is on its way into it from this customer; nothing for a number that nobody registered. */
  readonly collectionsInFlight: Minor
}

/** Undefined when the product is not on sale. One statement, since every decision about a deposit needs both. */
export const readOffer = async (
  sql: Sql,
  productCode: string,
  customerId: string | undefined,
): Promise<Offer | undefined> => {
  const [row] = await sql.all(
    `SELECT ${columnsOf(sql, ProductVersion)}, (${collectionsInFlight}) AS in_flight
     FROM product_versions WHERE ${onSale} AND product_versions.code = ?`,
    [customerId ?? null, productCode, productCode],
  )
  if (!row) return undefined
  const product = hydrate(sql, ProductVersion, row)
  // MySQL finds a code with blanks behind it too.
  if (product.code !== productCode) return undefined
  return { product, collectionsInFlight: toBigint(row['in_flight']) }
}
