import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseProducts, type ProductTerms } from '../../bank/products/product-file.js'
import {
  compareProducts,
  publishFirstProducts,
  PublishedTermsError,
} from '../../bank/products/publish-products.js'
import type { Call } from '../../kernel/call.js'
import type { WallClock } from '../../kernel/clock.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import type { Log } from '../../kernel/log.js'
import type { Database } from '../../platform/database/database.js'
import { openStaging, type Staging } from '../../platform/files/staging.js'
import type { Config } from '../config/config.js'
import { StartError } from '../data-directory.js'
import { openServiceDatabase, placeOf } from '../open-database.js'

export const openDatabaseOrStartError = async (
  config: Config,
  simulatedClock?: WallClock,
): Promise<Database> => {
  try {
    return await openServiceDatabase(config, simulatedClock)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

const readProductsOrStartError = ({ productsFile }: Config): ProductTerms[] => {
  try {
    return parseProducts(readFileSync(productsFile, 'utf8'))
  } catch (error) {
    throw new StartError(`PRODUCTS_FILE ${productsFile}: ${(error as Error).message}`)
  }
}

export const publishProductsOrStartError = async (
  config: Config,
  database: Database,
  call: Call,
  log: Pick<Log, 'warn'>,
): Promise<void> => {
  const products = readProductsOrStartError(config)
  try {
    if (await publishFirstProducts({ database }, call, products)) return
    const others = (await compareProducts(database.read, products)).filter(
      ({ state }) => state !== 'PUBLISHED',
    )
    if (others.length > 0)
      log.warn(
        { products: others.map(({ product }) => product) },
        'the products file differs from the published products: versions after the first must be proposed and approved',
      )
  } catch (error) {
    const { message } = error as Error
    if (error instanceof PublishedTermsError)
      throw new StartError(`PRODUCTS_FILE ${config.productsFile}: ${message}`)
    // Any other error is not about the file: the database user lacks rights, or the server is unreachable.
    throw new StartError(`the database at ${placeOf(config)} cannot be written: ${message}`)
  }
}

/** Where uploads are staged before they go to the store, which may be remote. */
export const openStagingOrStartError = ({ dataDirectory }: Config): Staging => {
  const path = join(dataDirectory, 'staging')
  try {
    return openStaging(path)
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`)
  }
}

/** Turns an error that the operator can fix into a StartError with one line. */
export const orStartError = async <T>(
  opening: Promise<T>,
  problem: (message: string) => string,
): Promise<T> => {
  try {
    return await opening
  } catch (error) {
    throw new StartError(problem((error as Error).message))
  }
}
