import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Instant } from './clock.js'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const base32 = (value: bigint, length: number): string => {
  let text = ''
  for (let i = 0, rest = value; i < length; i++, rest >>= 5n) text = alphabet[Number(rest & 31n)]! + text
  return text
}

const random = (bytes: number): bigint => BigInt(`0x${randomBytes(bytes).toString('hex')}`)

/**
 * 80 random bits, taken from a UUID: Node requests the system's randomness for many of them at once, so that a row
 * costs no system call.
 */
const randomOfRow = (): bigint => {
  const uuid = randomUUID()
  return BigInt(`0x${uuid.slice(0, 8)}${uuid.slice(24)}`)
}

/** The random part of the last id of each recent instant: several, since concurrent transactions each keep their own instant. */
const randomParts = new Map<Instant, bigint>()
const instantsMax = 1024

/**
 * The id of a row: 48 bits of time, so that rows of one hour are neighbours in the index, and 80 bits: random for the first id
 * of a millisecond, then increased by a random step for each further one. So the ids of one instant in a process sort in the order
 * in which they were made, and the rows of a transaction are read in the order in which they were written.
 */
export const newId = (now: Instant): string => {
  const before = randomParts.get(now)
  // The first random part of a millisecond has a 0 as its highest bit, so that the added steps cannot overflow the 80 bits.
  const rest = before === undefined ? randomOfRow() >> 1n : before + (randomOfRow() & 0xffff_ffffn) + 1n
  randomParts.delete(now)
  randomParts.set(now, rest)
  if (randomParts.size > instantsMax) randomParts.delete(randomParts.keys().next().value!)
  return base32(BigInt(now), 10) + base32(rest, 16)
}

/** Whether a text has the form of a row id. */
export const isRowId = (text: string): boolean => /^[\dA-HJKMNP-TV-Z]{26}$/.test(text)

/** A lower bound of the ids of all rows made from this moment on, and an upper bound of earlier ones. */
export const firstIdOf = (at: Instant): string => base32(BigInt(Math.max(0, at)), 10)

/** A reference on the gateway's wire: nothing but a prefix and 130 random bits, so it can't be guessed. */
export const newReference = (prefix: 'DEP' | 'WDR' | 'STM' | 'SET'): string =>
  `${prefix}-${base32(random(17), 26)}`

const hashOf = (purpose: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(purpose)).digest()

/** A deterministic reference, derived from its purpose and not guessable without it: a repeat gives the same. */
export const referenceOf = (prefix: 'SET', ...purpose: readonly string[]): string =>
  `${prefix}-${base32(BigInt(`0x${hashOf([prefix, ...purpose]).toString('hex')}`), 26)}`

/**
 * The provider's `X-Reference-Id`, in the form of a version 4 UUID, as its API requires. It is derived from the purpose
 * of the payment, so that a service that was restored from a backup and repeats its later work sends nothing twice: the
 * provider knows the reference (docs/backup.md#what-is-not-sent-twice).
 */
export const providerReferenceOf = (...purpose: readonly (string | number)[]): string => {
  const hash = hashOf(purpose).subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x40
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The prefixes of row ids where they are shown, so that an id tells its type. */
const kinds = {
  Customer: 'CUS',
  PaymentOrder: 'ORD',
  Deposit: 'PMT',
  ReviewCase: 'CASE',
  Journal: 'JRN',
  LedgerEntry: 'LINE',
  ScoreRequest: 'SCORE',
  AuditEntry: 'AUDIT',
  AccessEntry: 'SEEN',
  ApiKey: 'KEY',
  RoleAssignment: 'ROLE',
} as const

export type PrefixedKind = keyof typeof kinds

const prefixOfAny = new RegExp(`^(${Object.values(kinds).join('|')})-`)

/** The key in an id of any type. */
export const keyOfAnyId = (id: string): string => id.replace(prefixOfAny, '')

export const shownId = (kind: PrefixedKind, key: string): string => `${kinds[kind]}-${key}`

/** The key in an id of this type; a stored key is accepted too. */
export const keyOfId = (kind: PrefixedKind, id: string): string =>
  id.startsWith(`${kinds[kind]}-`) ? id.slice(kinds[kind].length + 1) : id
