import { createHmac, randomBytes } from 'node:crypto'

/**
 * What is stored of a key: HMAC-SHA-256 under the deployment's pepper, in hex. A key has 256 random bits, so a slow
 * password hash would protect nothing; the pepper makes a stolen clients file useless by itself.
 */
export const hashKey = (pepper: string, key: string): string =>
  createHmac('sha256', pepper).update(key).digest('hex')

/** A fresh key. The prefix lets secret scanners find one that was committed by mistake. */
export const newKey = (): string => `cauri_${randomBytes(32).toString('base64url')}`
