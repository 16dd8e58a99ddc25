import { createCipheriv, createDecipheriv, type CipherGCM, type DecipherGCM } from 'node:crypto'

const algorithm = 'aes-256-gcm'
export const keyBytes = 32
export const nonceBytes = 12
export const tagBytes = 16

/** The parts of one encryption. A nonce is never used twice with one key. `associatedData` is not stored, and is needed to open. */
export interface GcmParts {
  readonly key: Buffer
  readonly nonce: Buffer
  readonly associatedData?: Buffer
}

export const createGcmCipher = ({ key, nonce, associatedData }: GcmParts): CipherGCM => {
  const cipher = createCipheriv(algorithm, key, nonce)
  return associatedData === undefined ? cipher : cipher.setAAD(associatedData)
}

/** A decipher whose `final` throws if anything was changed. */
export const createGcmDecipher = ({ key, nonce, associatedData }: GcmParts, tag: Buffer): DecipherGCM => {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  if (associatedData !== undefined) decipher.setAAD(associatedData)
  return decipher.setAuthTag(tag)
}

/** Decrypts a whole text. `sealed` is the encrypted text, followed by its tag. Throws if anything was changed. */
export const openWhole = (parts: GcmParts, sealed: Buffer): Buffer => {
  const decipher = createGcmDecipher(parts, sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
}
