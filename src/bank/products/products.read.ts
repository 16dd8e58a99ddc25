import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { Call } from '../../kernel/call.js'
import { ProductVersion } from './product.entity.js'

const hasBegun = (version: string): string =>
  `(${version}.on_sale_from IS NULL OR ${version}.on_sale_from <= ?)`

/** The newest version of a product that has begun, unless it takes it off sale. Its parameters are the date, twice. */
const onSale = `product_versions.on_sale = 1 AND ${hasBegun('product_versions')} AND NOT EXISTS (
  SELECT 1 FROM product_versions newer
  WHERE newer.code = product_versions.code AND newer.version > product_versions.version AND ${hasBegun('newer')})`

/** The bank's own date, also for whom a test clock says another: what is sold is a fact of the bank. */
type Today = Pick<Call, 'today'>

/** What is on sale now, shortest term first, read fresh. */
export const productsOnSale = (sql: Sql, { today }: Today): Promise<ProductVersion[]> =>
  selectAll(sql, ProductVersion, `WHERE ${onSale} ORDER BY term_months, code`, [today, today])

/** A product as a customer may buy it now; undefined when it is not on sale. */
export const productOnSale = async (
  sql: Sql,
  { today }: Today,
  code: string,
): Promise<ProductVersion | undefined> => {
  const product = await selectOne(sql, ProductVersion, `WHERE ${onSale} AND product_versions.code = ?`, [
    today,
    today,
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
