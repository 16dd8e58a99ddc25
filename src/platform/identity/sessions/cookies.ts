import type { IncomingHttpHeaders } from 'node:http'

/** Longer than any of our cookies. */
const valueLengthMax = 4096

/** The value of one cookie. Ours contain no character that would be quoted or encoded. */
export const cookieOf = ({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined => {
  for (const pair of cookie.split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '' && value.length <= valueLengthMax) return value
  }
  return undefined
}

/** Restricted to one host and HTTPS, and not readable by scripts. */
const attributes = (path: string, sameSite: 'Strict' | 'Lax', maxAgeSeconds: number | undefined): string =>
  [
    `; Path=${path}`,
    'Secure',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')

/**
 * A cookie of this host alone, not readable by scripts. `Secure` also over plain HTTP on one's own machine: browsers
 * treat localhost and 127.0.0.1 as secure, and `__Host-` requires it.
 */
export const cookieFor = (
  name: `__Host-${string}`,
  value: string,
  sameSite: 'Strict' | 'Lax',
  maxAgeSeconds?: number,
): string => `${name}=${value}${attributes('/', sameSite, maxAgeSeconds)}`

/** A cookie that is limited to one path, and so cannot have `__Host-` in its name. */
export const cookieBelow = (
  path: string,
  name: `__Secure-${string}`,
  value: string,
  maxAgeSeconds?: number,
): string => `${name}=${value}${attributes(path, 'Strict', maxAgeSeconds)}`
