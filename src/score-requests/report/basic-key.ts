import type { Authenticate } from '../../platform/identity/keys/authenticator.js'

const passwordOf = (authorization: string | undefined): string | undefined => {
  const [, encoded] = /^basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization?.trim() ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  return at < 0 ? undefined : text.slice(at + 1)
}

/**
 * Also accepts a key as the password of HTTP Basic, so that a person can enter it in a browser; the user name is
 * ignored. The header for keys takes precedence.
 */
export const withBasicKey =
  (authenticate: Authenticate): Authenticate =>
  (headers) => {
    const key = headers['x-api-key'] === undefined ? passwordOf(headers.authorization) : undefined
    return authenticate(key === undefined ? headers : { 'x-api-key': key })
  }

/** Makes a browser ask for a key, which it then sends only to addresses beside or below this one. */
export const basicChallenge = 'Basic realm="Cauri score reports: the key is the password", charset="UTF-8"'
