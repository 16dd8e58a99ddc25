import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/**
 * HMAC-SHA-256 under the deployment's pepper, in hex, without a domain: for texts that contain their own domain, and
 * for hashes older than domains.
 */
export const hashKey = (pepper: string, key: string): string =>
  createHmac('sha256', pepper).update(key).digest('hex')

type Domain = 'credential' | 'national id'

/** A key derived from the pepper for each domain, so that hashes of different domains cannot be compared. */
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
 * The stored hash of a key or secret. A key has 256 random bits, so a slow password hash would not add protection; with the pepper
 * a stolen table is useless by itself.
 */
export const hashSecret = (pepper: string, secret: string): string => hashIn('credential', pepper, secret)

/** The hashes under which a secret may be stored, the present pepper first. */
export const hashesOfSecret = (pepper: string, secret: string): readonly [string, string] => [
  hashSecret(pepper, secret),
  hashKey(pepper, secret),
]

/** The present pepper, and during a rotation the previous one. */
export interface Peppers {
  readonly pepper: string
  readonly pepperBefore?: string | undefined
}

export const peppersOf = ({ pepper, pepperBefore }: Peppers): readonly string[] =>
  pepperBefore === undefined ? [pepper] : [pepper, pepperBefore]

/** The hash by which a person is found again. */
export const hashNationalId = (pepper: string, nationalId: string): string =>
  hashIn('national id', pepper, nationalId)

/** The hashes under which a person may be stored, the present pepper first. */
export const hashesOfNationalId = (pepper: string, nationalId: string): readonly [string, string] => [
  hashNationalId(pepper, nationalId),
  hashKey(pepper, nationalId),
]

/** A fresh key. The prefix lets secret scanners find one that was committed by mistake. */
export const newKey = (): string => `cauri_${randomBytes(32).toString('base64url')}`
