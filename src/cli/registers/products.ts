import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { readConfig } from '../../app/config/config.js'
import { openServiceDatabase } from '../../app/open-database.js'
import { parseProducts, ProductFileError, type ProductTerms } from '../../bank/products/product-file.js'
import { compareProducts } from '../../bank/products/publish-products.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'

/** Throws Mistake with what is wrong with the file. */
export const readProductsFile = (path: string): ProductTerms[] => {
  try {
    return parseProducts(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof ProductFileError) throw new Mistake(`${path}: ${error.message}`)
    throw new Mistake(`${path}: cannot be read (${errorCodeOf(error)})`)
  }
}

const shown = (value: unknown): string => String(typeof value === 'bigint' ? value.toString() : value)

/** What a products file would publish, and where it contradicts published versions. Nothing is written. */
export const perform: Perform<{ readonly file: string | undefined }> = async ({ file }) => {
  const config = readConfig()
  const path = file ?? config.productsFile
  const terms = readProductsFile(path)
  const database = await openServiceDatabase(config)
  try {
    const data = (await compareProducts(database.read, terms)).map((one) => ({
      ...one,
      changes: one.changes.map(({ field, published, given }) => ({
        field,
        published: shown(published),
        given: shown(given),
      })),
    }))
    const lines = data.flatMap(({ product, state, changes }) => [
      `${state.padEnd(10)} ${product}`,
      ...changes.map(({ field, published, given }) => `             ${field}: ${published} -> ${given}`),
    ])
    const isRefused = data.some(({ state }) => state === 'REFUSED')
    return {
      data,
      text: lines.join('\n'),
      exitCode: isRefused ? 1 : 0,
    }
  } finally {
    await database.close()
  }
}
