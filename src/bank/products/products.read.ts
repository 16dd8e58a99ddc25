import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import { ProductVersion } from './product.entity.js'

/** The newest version of a product, unless it takes it off sale. */
const onSale = `product_versions.on_sale = 1 AND NOT EXISTS (
  SELECT 1 FROM product_versions newer
  WHERE newer.code = product_versions.code AND newer.version > product_versions.version)`

/** What is on sale now, shortest term first, read fresh. */
export const productsOnSale = (sql: Sql): Promise<ProductVersion[]> =>
  selectAll(sql, ProductVersion, `WHERE ${onSale} ORDER BY term_months, code`, [])

/** A product as a customer may buy it now; undefined when it is not on sale. */
export const productOnSale = async (sql: Sql, code: string): Promise<ProductVersion | undefined> => {
  const product = await selectOne(sql, ProductVersion, `WHERE ${onSale} AND product_versions.code = ?`, [
    code,
  ])
  // MySQL finds a code with blanks behind it too.
  return product?.code === code ? product : undefined
}

export const productVersion = async (sql: Sql, id: string): Promise<ProductVersion> => {
  const version = await selectOne(sql, ProductVersion, 'WHERE id = ?', [id])
  if (!version) throw new Error(`product version ${id} is missing`)
  return version
}

/** `ids` has at least one; ids that name no version are left out. */
export const productVersions = (sql: Sql, ids: readonly string[]): Promise<ProductVersion[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, ProductVersion, `WHERE id IN (${places})`, parameters)
}
