import type { IncomingHttpHeaders } from 'node:http'

/** Far longer than any of ours. */
const valueLengthMax = 4096

/** The value of one cookie. Ours have no sign in them that would be quoted or encoded. */
export const cookieOf = ({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined => {
  for (const pair of cookie.split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '' && value.length <= valueLengthMax) return value
  }
  return undefined
}

/** Of one host and over a safe line alone, and read by no script. */
const attributes = (path: string, sameSite: 'Strict' | 'Lax', maxAgeSeconds: number | undefined): string =>
  [
    `; Path=${path}`,
    'Secure',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')

/**
 * A cookie of this host alone, which no script reads. `Secure` on a plain line of one's own machine too: browsers take
 * localhost and 127.0.0.1 for safe, and `__Host-` asks for it.
 */
export const cookieFor = (
  name: `__Host-${string}`,
  value: string,
  sameSite: 'Strict' | 'Lax',
  maxAgeSeconds?: number,
): string => `${name}=${value}${attributes('/', sameSite, maxAgeSeconds)}`

/** One that is sent with requests below one path alone, and so has no `__Host-` in its name. */
export const cookieBelow = (
  path: string,
  name: `__Secure-${string}`,
  value: string,
  maxAgeSeconds?: number,
): string => `${name}=${value}${attributes(path, 'Strict', maxAgeSeconds)}`
