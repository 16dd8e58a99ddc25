import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const tagBytes = 16

/** The pseudonyms of ids for readers who may not see who customers are: the same for the same id, and not reversible without the key. */
export interface Pseudonyms {
  readonly of: (id: string) => string
  /** Undefined for a text that is not one of our pseudonyms. */
  readonly idOf: (pseudonym: string) => string | undefined
  /** A keyed hash: recognises a text again without revealing it. */
  readonly fingerprint: (text: string) => string
}

/** One key encrypts ids, another makes the tags. Pseudonyms are computed and never stored. */
export const createPseudonyms = (pepper: string): Pseudonyms => {
  const keys = Buffer.from(hkdfSync('sha256', pepper, '', 'cauri pseudonym', 64))
  const [encryptionKey, tagKey] = [keys.subarray(0, 32), keys.subarray(32)]
  const tagOf = (id: string): Buffer => createHmac('sha256', tagKey).update(id).digest().subarray(0, tagBytes)
  return {
    fingerprint: (text) => tagOf(`fingerprint ${text}`).toString('base64url'),
    of: (id) => {
      const tag = tagOf(id)
      const cipher = createCipheriv('aes-256-ctr', encryptionKey, tag)
      return `P-${Buffer.concat([tag, cipher.update(id, 'utf8'), cipher.final()]).toString('base64url')}`
    },
    idOf: (pseudonym) => {
      if (!/^P-[\w-]{23,400}$/.test(pseudonym)) return undefined
      const bytes = Buffer.from(pseudonym.slice(2), 'base64url')
      const tag = bytes.subarray(0, tagBytes)
      const decipher = createDecipheriv('aes-256-ctr', encryptionKey, tag)
      const id = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()]).toString('utf8')
      return timingSafeEqual(tagOf(id), tag) ? id : undefined
    },
  }
}
