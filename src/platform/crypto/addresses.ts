import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../kernel/clock.js'
import type { Key, KeyRing } from './key-ring.js'

/** The key that signs addresses. Derived, so that a signature of an address can never be used as one of a token. */
const addressKey = ({ bytes }: Key): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', 'scoring addresses', 32))

const signatureOf = (key: Key, method: string, path: string, expires: string): Buffer =>
  createHmac('sha256', addressKey(key)).update(`${method}\n${path}\n${expires}`).digest()

/** The query of an address that works without a credential, for this method and path until `expiresAt`. */
export const signAddress = (
  { current }: KeyRing,
  address: { readonly method: 'PUT' | 'GET'; readonly path: string; readonly expiresAt: Instant },
): string => {
  const expires = String(address.expiresAt)
  const signature = signatureOf(current, address.method, address.path, expires).toString('base64url')
  return new URLSearchParams({ expires, key: current.id, signature }).toString()
}

/** Whether an address is valid. If any part of it was changed, or its key is not in the ring, it is `FORGED`, also after its expiry. */
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
  const expectedSignature = signatureOf(key, method, path, expires)
  const givenSignature = Buffer.from(signature, 'base64url')
  if (
    givenSignature.length !== expectedSignature.length ||
    !timingSafeEqual(givenSignature, expectedSignature)
  )
    return 'FORGED'
  return now < Number(expires) ? 'VALID' : 'EXPIRED'
}
