import type { Database, Sql, Tx } from '../../platform/database/database.js'
import { databaseNow, insert, selectAll, selectOne } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { ProductVersion } from './product.entity.js'
import type { ProductTerms } from './product-file.js'

/** The file contradicts a published version. The message is for the author of the file. */
export class PublishedTermsError extends Error {
  override readonly name = 'PublishedTermsError'
}

type Publisher = Pick<Call, 'now' | 'actor'>

const differingTerms = (published: ProductVersion, terms: ProductTerms): string[] =>
  Object.entries(terms).flatMap(([key, value]) =>
    published[key as keyof ProductTerms] === value ? [] : [key],
  )

interface Change {
  readonly field: string
  readonly published: unknown
  readonly given: unknown
}

export interface ComparedProduct {
  /** `code.version`. */
  readonly product: string
  /** REFUSED: the version is published with other terms, and those never change. */
  readonly state: 'PUBLISHED' | 'NEW' | 'REFUSED'
  /** Compared with the published terms of this version, or else with the version before it. */
  readonly changes: readonly Change[]
}

/** What publishing would do, term by term. */
export const compareProducts = async (
  sql: Sql,
  products: readonly ProductTerms[],
): Promise<ComparedProduct[]> => {
  const all = await selectAll(sql, ProductVersion, 'ORDER BY code, version', [])
  return products.map((terms) => {
    const product = `${terms.code}.${terms.version}`
    const own = all.find(({ id }) => id === product)
    const before = own ?? all.findLast(({ code, version }) => code === terms.code && version < terms.version)
    const changes = before
      ? differingTerms(before, terms).map((field) => ({
          field,
          published: before[field as keyof ProductTerms],
          given: terms[field as keyof ProductTerms],
        }))
      : []
    return { product, state: !own ? 'NEW' : changes.length === 0 ? 'PUBLISHED' : 'REFUSED', changes }
  })
}

/**
 * A published version whose currency forbids that of these terms: the first of the same product, or else the first of all. Limits and
 * room are sums over the versions of a product, and a customer's balance is the sum of all products.
 */
export const versionInOtherCurrency = async (
  tx: Tx,
  { code, currency }: Pick<ProductTerms, 'code' | 'currency'>,
): Promise<ProductVersion | undefined> => {
  const order = 'ORDER BY CASE WHEN code = ? THEN 0 ELSE 1 END, published_at, id LIMIT 1'
  const first = await selectOne(tx, ProductVersion, order, [code])
  return first?.currency === currency ? undefined : first
}

const checkCurrency = async (tx: Tx, terms: ProductTerms): Promise<void> => {
  const { code, version, currency } = terms
  const other = await versionInOtherCurrency(tx, terms)
  if (!other) return
  throw new PublishedTermsError(
    other.code === code
      ? `product ${code} version ${version} is in ${currency} and version ${other.version} in ${other.currency}: ` +
          'a product keeps its currency'
      : `product ${code} is in ${currency} and product ${other.code} in ${other.currency}: all products have one currency`,
  )
}

/**
 * Publishes a version, unless it is already published with the same terms. In the caller's transaction, after `waitForTurn`.
 * Throws PublishedTermsError where the published terms differ, or others are published in another currency.
 */
const publishIn = async (tx: Tx, call: Publisher, terms: ProductTerms): Promise<void> => {
  const id = `${terms.code}.${terms.version}`
  const published = await selectOne(tx, ProductVersion, 'WHERE id = ?', [id])
  if (!published) {
    await checkCurrency(tx, terms)
    await insert(tx, ProductVersion, { ...terms, id, publishedAt: databaseNow })
    return audit(tx, call, { action: 'PUBLISH_PRODUCT', customerId: null, subject: id, after: terms })
  }
  const changed = differingTerms(published, terms)
  if (changed.length > 0) {
    throw new PublishedTermsError(
      `product ${terms.code} version ${terms.version} is published with other terms (${changed.join(', ')}): ` +
        'a published version never changes, give the new terms a new version',
    )
  }
}

/**
 * Serializes publishing by locking a row that every migrated database has. An upsert of a product version would not do: for MySQL
 * it is an update, which a trigger refuses.
 */
const waitForTurn = (tx: Tx) => tx.all(`SELECT id FROM migrations ${tx.dialect.forUpdate}`)

/** The versions of a product, latest first; nobody else publishes until this transaction ends. */
export const lockVersions = async (tx: Tx, code: string): Promise<ProductVersion[]> => {
  await waitForTurn(tx)
  const versions = await selectAll(tx, ProductVersion, 'WHERE code = ? ORDER BY version DESC', [code])
  // The code is compared again, since MySQL ignores trailing blanks.
  return versions.filter((version) => version.code === code)
}

/** Publishes versions, all or none, in the caller's transaction. Throws PublishedTermsError. */
export const publishVersions = async (
  tx: Tx,
  call: Publisher,
  products: readonly ProductTerms[],
): Promise<void> => {
  await waitForTurn(tx)
  for (const terms of products) await publishIn(tx, call, terms)
}

/**
 * Publishes the initial products of a new database: the file is used only while nothing is published. Later versions are proposed
 * and approved by two people. False where something is already published.
 */
export const publishFirstProducts = (
  { database }: { readonly database: Database },
  call: Publisher,
  products: readonly ProductTerms[],
): Promise<boolean> =>
  database.inTransaction(async (tx) => {
    await waitForTurn(tx)
    if (await selectOne(tx, ProductVersion, 'LIMIT 1', [])) return false
    for (const terms of products) await publishIn(tx, call, terms)
    return true
  })
