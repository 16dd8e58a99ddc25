import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/**
 * HMAC-SHA-256 under the deployment's pepper, in hex, without a domain: for texts that say themselves what they are of, and
 * for what was hashed before there were domains.
 */
export const hashKey = (pepper: string, key: string): string =>
  createHmac('sha256', pepper).update(key).digest('hex')

type Domain = 'credential' | 'national id'

/** A key of its own for each domain, by pepper: a hash of one says nothing in another. */
const domainKeys: Record<Domain, Map<string, KeyObject>> = { credential: new Map(), 'national id': new Map() }
const peppersMax = 8

const domainKey = (pepper: string, domain: Domain): KeyObject => {
  const byPepper = domainKeys[domain]
  const known = byPepper.get(pepper)
  if (known) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', pepper, '', `cauri ${domain}`, 32)))
  if (byPepper.size >= peppersMax) byPepper.clear()
  byPepper.set(pepper, key)
  return key
}

const hashIn = (domain: Domain, pepper: string, text: string): string =>
  createHmac('sha256', domainKey(pepper, domain)).update(text).digest('hex')

/**
 * What is stored of a key or secret. It has 256 random bits, so a slow password hash would protect nothing; the pepper makes
 * a stolen table useless by itself.
 */
export const hashSecret = (pepper: string, secret: string): string => hashIn('credential', pepper, secret)

/** Under which hashes a secret may have been stored, the present one first. */
export const hashesOfSecret = (pepper: string, secret: string): readonly [string, string] => [
  hashSecret(pepper, secret),
  hashKey(pepper, secret),
]

/** What is hashed under, and while it is rotated what was before it. */
export interface Peppers {
  readonly pepper: string
  readonly pepperBefore?: string | undefined
}

export const peppersOf = ({ pepper, pepperBefore }: Peppers): readonly string[] =>
  pepperBefore === undefined ? [pepper] : [pepper, pepperBefore]

/** By which a person is found again. */
export const hashNationalId = (pepper: string, nationalId: string): string =>
  hashIn('national id', pepper, nationalId)

/** Under which hashes a person may have been stored, the present one first. */
export const hashesOfNationalId = (pepper: string, nationalId: string): readonly [string, string] => [
  hashNationalId(pepper, nationalId),
  hashKey(pepper, nationalId),
]

/** A fresh key. The prefix lets secret scanners find one that was committed by mistake. */
export const newKey = (): string => `cauri_${randomBytes(32).toString('base64url')}`
