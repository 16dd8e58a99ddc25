import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/**
 * HMAC-SHA-256 under the deployment's pepper itself, in hex: for texts that can never equal a secret or a national id, such as JSON, and
 * for hashes that were stored before each purpose had a key of its own.
 */
export const hashText = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(text).digest('hex')

type Purpose = 'credential' | 'national id'

/** A key derived from the pepper for each purpose, so that hashes of different purposes cannot be compared. */
const purposeKeys: Record<Purpose, Map<string, KeyObject>> = {
  credential: new Map(),
  'national id': new Map(),
}
const peppersMax = 8

const purposeKey = (pepper: string, purpose: Purpose): KeyObject => {
  const byPepper = purposeKeys[purpose]
  const known = byPepper.get(pepper)
  if (known) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', pepper, '', `cauri ${purpose}`, 32)))
  if (byPepper.size >= peppersMax) byPepper.clear()
  byPepper.set(pepper, key)
  return key
}

const hashFor = (purpose: Purpose, pepper: string, text: string): string =>
  createHmac('sha256', purposeKey(pepper, purpose)).update(text).digest('hex')

/**
 * The stored hash of a key or secret. A key has 256 random bits, so a slow password hash would not add protection; with the pepper
 * a stolen table is useless by itself.
 */
export const hashSecret = (pepper: string, secret: string): string => hashFor('credential', pepper, secret)

/** The hashes under which a secret may be stored with one pepper: as they are made today, and as they were made before. */
export const hashesOfSecret = (pepper: string, secret: string): readonly [string, string] => [
  hashSecret(pepper, secret),
  hashText(pepper, secret),
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
  hashFor('national id', pepper, nationalId)

/** The hashes under which a person may be stored with one pepper: as they are made today, and as they were made before. */
export const hashesOfNationalId = (pepper: string, nationalId: string): readonly [string, string] => [
  hashNationalId(pepper, nationalId),
  hashText(pepper, nationalId),
]

/** A fresh key. The prefix lets secret scanners find one that was committed by mistake. */
export const newKey = (): string => `cauri_${randomBytes(32).toString('base64url')}`
