import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCodeOf } from '../../kernel/error-code.js'
import { parseAccountNumbers, type AccountNumbers } from '../../bank/month-end/account-numbers.js'
import { parseProducts, ProductFileError } from '../../bank/products/product-file.js'
import { parseApiClients, type ApiClient } from '../../platform/identity/keys/api-clients.js'
import { assertTlsPair } from '../../platform/crypto/tls-pair.js'
import type { Variables } from './variables.js'

/** The text of a file. If it cannot be read: undefined, and a problem is added. */
const readNamedFile = (name: string, path: string, problems: string[]): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.push(`${name} must be a readable file, got '${path}' (${errorCodeOf(error)})`)
    return undefined
  }
}

/** The clients of API_CLIENTS_FILE; every wrong entry is a problem of its own. */
export const readApiClients = (path: string | undefined, problems: string[]): readonly ApiClient[] => {
  const text = path === undefined ? undefined : readNamedFile('API_CLIENTS_FILE', path, problems)
  if (text === undefined) return []
  const parsed = parseApiClients(text)
  problems.push(...parsed.problems.map((problem) => `API_CLIENTS_FILE '${path}' ${problem}`))
  return parsed.clients
}

/** Certificate and key must be set together and match; checked here and not at the first connection. */
export const readTls = (
  { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Variables,
  problems: string[],
): { certFile: string; keyFile: string } | undefined => {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together')
    return undefined
  }
  const cert = readNamedFile('TLS_CERT_FILE', certFile, problems)
  const key = readNamedFile('TLS_KEY_FILE', keyFile, problems)
  if (cert === undefined || key === undefined) return undefined
  try {
    assertTlsPair({ cert, key })
  } catch (error) {
    problems.push(
      `TLS_CERT_FILE and TLS_KEY_FILE must be a PEM certificate and its key (${errorCodeOf(error)})`,
    )
  }
  return { certFile, keyFile }
}

/** The certificates of DATABASE_CA_FILE, as PEM: the authorities for the database's certificate. */
export const readDatabaseCa = (path: string | undefined, problems: string[]): string | undefined => {
  const text = path === undefined ? undefined : readNamedFile('DATABASE_CA_FILE', path, problems)
  if (text === undefined) return undefined
  try {
    void new X509Certificate(text)
  } catch (error) {
    problems.push(`DATABASE_CA_FILE must be a PEM certificate, got '${path}' (${errorCodeOf(error)})`)
  }
  return text
}

/** Checks the products file with the rest of the configuration, before anything is opened. */
export const checkProductsFile = (path: string | undefined, problems: string[]): void => {
  const text = path === undefined ? undefined : readNamedFile('PRODUCTS_FILE', path, problems)
  if (text === undefined) return
  try {
    parseProducts(text)
  } catch (error) {
    if (!(error instanceof ProductFileError)) throw error
    problems.push(...error.problems.map((problem) => `PRODUCTS_FILE '${path}': ${problem}`))
  }
}

/** The numbers of our accounts in the bank's general ledger; every wrong entry is a problem of its own. */
export const readAccountNumbers = (path: string | undefined, problems: string[]): AccountNumbers => {
  const text = path === undefined ? undefined : readNamedFile('GENERAL_LEDGER_FILE', path, problems)
  if (text === undefined) return {}
  const parsed = parseAccountNumbers(text)
  problems.push(...parsed.problems.map((problem) => `GENERAL_LEDGER_FILE '${path}': ${problem}`))
  return parsed.numbers
}
