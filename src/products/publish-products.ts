import type { Database, Tx } from '../database/database.js'
import { databaseNow, insert, selectOne } from '../database/rows.js'
import { ProductVersion } from './product.entity.js'
import type { ProductTerms } from './product-file.js'

const differing = (published: ProductVersion, terms: ProductTerms): string[] =>
  Object.entries(terms).flatMap(([key, value]) =>
    published[key as keyof ProductTerms] === value ? [] : [key],
  )

const publish = async (tx: Tx, terms: ProductTerms): Promise<void> => {
  const id = `${terms.code}.${terms.version}`
  const published = await selectOne(tx, ProductVersion, 'WHERE id = ?', [id])
  if (!published) return insert(tx, ProductVersion, { ...terms, id, publishedAt: databaseNow })
  const changed = differing(published, terms)
  if (changed.length > 0) {
    throw new Error(
      `product ${terms.code} version ${terms.version} is published with other terms (${changed.join(', ')}): ` +
        'a published version never changes, give the new terms a new version',
    )
  }
}

/**
 * Processes that start at once publish one after the other. The row that is locked is one that every migrated database
 * has: an insert that keeps the row it finds would do, but for MySQL it is an update, which the history refuses.
 */
const waitForTurn = (tx: Tx) => tx.all(`SELECT id FROM migrations ${tx.dialect.forUpdate}`)

/**
 * Publishes the versions of the products file that are not published yet. The highest version of a code is the one on
 * offer, so an older file publishes nothing and changes nothing. Throws, and publishes nothing, when a version in the
 * file differs from the published one.
 */
export const publishProducts = (
  { database }: { readonly database: Database },
  products: readonly ProductTerms[],
): Promise<void> =>
  database.inTransaction(async (tx) => {
    await waitForTurn(tx)
    for (const terms of products) await publish(tx, terms)
  })
