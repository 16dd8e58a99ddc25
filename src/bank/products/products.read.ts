import type { Row, Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { partOf, selectAll, selectOne } from '../../platform/database/rows.js'
import type { Call } from '../../kernel/call.js'
import { ProductVersion } from './product.entity.js'

const hasBegun = (version: string): string =>
  `(${version}.on_sale_from IS NULL OR ${version}.on_sale_from <= ?)`

/** The current version of a product, unless it takes the product off sale. Its parameters are the date, twice. */
const onSale = `product_versions.on_sale = 1 AND ${hasBegun('product_versions')} AND NOT EXISTS (
  SELECT 1 FROM product_versions newer
  WHERE newer.code = product_versions.code AND newer.version > product_versions.version AND ${hasBegun('newer')})`

/** The bank's own date, also for customers on a test clock: products on sale do not depend on test clocks. */
type Today = Pick<Call, 'today'>

/** The products on sale now, shortest term first; never cached. */
export const productsOnSale = (sql: Sql, { today }: Today): Promise<ProductVersion[]> =>
  selectAll(sql, ProductVersion, `WHERE ${onSale} ORDER BY term_months, code`, [today, today])

const offerPart = partOf(
  ProductVersion,
  [
    'id',
    'code',
    'termMonths',
    'ratePpm',
    'earlyRatePpm',
    'dayCount',
    'taxPpm',
    'currency',
    'minAmount',
    'maxBalance',
    'joinsOtherRate',
  ],
  'offer_',
)

/** The current terms of a product on sale. */
export type Offer = NonNullable<ReturnType<(typeof offerPart)['read']>>

/**
 * The columns and the condition that find a product on sale, for statements that also join what a customer has in it; `offerOfRow`
 * reads the row. The condition is on the code alone, so that the newest version is found once and not for each row.
 */
export const offerOf = (sql: Sql, { today }: Today, code: string) => ({
  columns: offerPart.columns(sql),
  where: `product_versions.code = ? AND product_versions.on_sale = 1 AND product_versions.version =
    (SELECT MAX(newest.version) FROM product_versions newest WHERE newest.code = ? AND ${hasBegun('newest')})`,
  parameters: [code, code, today],
})

/** Undefined when it is not on sale. The code is compared again, since MySQL ignores trailing blanks. */
export const offerOfRow = (sql: Sql, code: string, row: Row | undefined): Offer | undefined => {
  const offer = row && offerPart.read(sql, row)
  return offer?.code === code ? offer : undefined
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

/** All versions of these products; `codes` has at least one. */
export const versionsOf = (sql: Sql, codes: readonly string[]): Promise<ProductVersion[]> => {
  const { places, parameters } = inList(codes)
  return selectAll(sql, ProductVersion, `WHERE code IN (${places})`, parameters)
}
