import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../kernel/clock.js'
import type { Key, KeyRing } from './key-ring.js'

/** Derived, so that what signs addresses can never pass for what signs tokens. */
const addressKey = ({ bytes }: Key): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', 'scoring addresses', 32))

const signatureOf = (key: Key, method: string, path: string, expires: string): Buffer =>
  createHmac('sha256', addressKey(key)).update(`${method}\n${path}\n${expires}`).digest()

/** The query of an address that needs no credential: `path` may be asked with `method` until `expiresAt`. */
export const signAddress = (
  { current }: KeyRing,
  address: { readonly method: 'PUT' | 'GET'; readonly path: string; readonly expiresAt: Instant },
): string => {
  const expires = String(address.expiresAt)
  const signature = signatureOf(current, address.method, address.path, expires).toString('base64url')
  return new URLSearchParams({ expires, key: current.id, signature }).toString()
}

/** What an address is worth. Whoever changes any part of it finds `FORGED`, also after its time. */
export const checkAddress = (
  { byId }: KeyRing,
  { method, path }: { readonly method: 'PUT' | 'GET'; readonly path: string },
  query: { readonly [name: string]: unknown },
  now: Instant,
): 'VALID' | 'EXPIRED' | 'FORGED' => {
  const { expires, key: keyId, signature } = query
  if (typeof expires !== 'string' || typeof keyId !== 'string' || typeof signature !== 'string')
    return 'FORGED'
  const key = byId.get(keyId)
  if (!key || !/^\d{1,15}$/.test(expires)) return 'FORGED'
  const wanted = signatureOf(key, method, path, expires)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'FORGED'
  return now < Number(expires) ? 'VALID' : 'EXPIRED'
}
