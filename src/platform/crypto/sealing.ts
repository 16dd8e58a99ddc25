import { randomBytes } from 'node:crypto'
import { createGcmCipher, nonceBytes, openWhole } from './aes-gcm.js'
import type { KeyRing } from './key-ring.js'

/**
 * Encrypts a text for one place, `<key id>.<base64url>`. `place` (such as a row and its column) is authenticated with it, so
 * that a sealed value that is moved to another place does not open there.
 */
export const seal = ({ current }: KeyRing, place: string, text: string | Buffer): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createGcmCipher({ key: current.bytes, nonce, associatedData: Buffer.from(place) })
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return `${current.id}.${sealed.toString('base64url')}`
}

/** Throws when the key is no longer in the ring, or the value was changed or not sealed for this place. */
export const unsealBytes = ({ byId }: KeyRing, place: string, sealed: string): Buffer => {
  const dot = sealed.indexOf('.')
  const key = byId.get(sealed.slice(0, dot))
  if (!key) throw new Error(`the sealing key of ${place} is not among the settings`)
  const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url')
  const parts = { key: key.bytes, nonce: bytes.subarray(0, nonceBytes), associatedData: Buffer.from(place) }
  return openWhole(parts, bytes.subarray(nonceBytes))
}

/** Opens a sealed text. Throws as `unsealBytes`. */
export const unseal = (ring: KeyRing, place: string, sealed: string): string =>
  unsealBytes(ring, place, sealed).toString('utf8')
