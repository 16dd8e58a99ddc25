import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod'
import { parseProcessRoles, roleNames } from './process-roles.js'
import { parseAmount } from '../../kernel/money.js'
import { parseBank } from '../../bank/statements/contents/bank.js'
import { market } from '../../kernel/market.js'
import { parseMsisdn, type Msisdn } from '../../kernel/msisdn.js'
import { parseKeyRing } from '../../platform/crypto/key-ring.js'
import { documentTypes } from '../../scoring-contract/words.js'
import { parseDocumentTypeAliases } from '../../scoring-contract/document-types.js'

/**
 * The kinds of value that a variable can have. Each message completes the sentence "NAME ...", and each parser returns a typed value, so
 * that no other code parses variables.
 */

/** A parser that turns text into a typed value; an invalid text is reported with `message` when the service starts. */
const read = <T>(message: string, parse: (text: string) => T | undefined) =>
  z.string().transform((text, context): T => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const text = z.string()

/** A secret: long enough not to be guessed, and without characters that a header, a URL or a shell would change. */
export const ownSecret = read('must have 16 to 100 letters, digits, - or _', (raw) =>
  /^[\w-]{16,100}$/.test(raw) ? raw : undefined,
)

export const whole = (from: number, to: number) =>
  read(`must be a number from ${from} to ${to}`, (raw) => {
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN
    return value >= from && value <= to ? value : undefined
  })

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  read(`must be one of ${values.join(', ')}`, (raw) => values.find((value) => value === raw))

export const onOff = read('must be on or off', (raw) =>
  raw === 'on' || raw === 'true' ? true : raw === 'off' || raw === 'false' ? false : undefined,
)

const startsWith = (schemes: readonly string[]) =>
  `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`

/** Returned without a trailing slash, so that paths can be appended. */
export const webAddress = read(startsWith(['https', 'http']), (raw) =>
  /^https?:\/\//.test(raw) && URL.canParse(raw) ? raw.replace(/\/+$/, '') : undefined,
)

/** An issuer exactly as its owner writes it in tokens, with or without a slash at the end. */
export const issuer = read(startsWith(['https', 'http']), (raw) =>
  /^https?:\/\//.test(raw) && URL.canParse(raw) ? raw : undefined,
)

/** Origins of pages, as browsers send them. */
export const origins = read(
  'must be origins like https://studio.apollographql.com, separated by commas',
  (raw) => {
    const all = raw.split(',').map((one) => one.trim())
    return all.every((one) => /^https?:\/\//.test(one) && URL.canParse(one) && new URL(one).origin === one)
      ? all
      : undefined
  },
)

export const serverAddress = (...schemes: readonly string[]) =>
  read(startsWith(schemes), (raw) =>
    schemes.some((scheme) => raw.startsWith(`${scheme}://`) && raw.length > scheme.length + 3) &&
    URL.canParse(raw)
      ? raw
      : undefined,
  )

/** User and password must be percent-encoded. Drivers decode them, and report an invalid % only as a malformed URI. */
const percentEncoded = read('must be percent-encoded: a % in a user or a password is written %25', (raw) => {
  try {
    decodeURIComponent(raw.split('?', 1)[0]!)
    return raw
  } catch {
    return undefined
  }
})

/**
 * The address must name a database: without it connections work, but every statement fails. A query is refused, since the driver would
 * ignore it, which is dangerous for TLS options.
 */
export const mysqlAddress = read(
  'must be an address like mysql://user:password@host/database, without a query',
  (raw) => (/^mysql:\/\/[^/]+\/[^/?]+$/.test(raw) && URL.canParse(raw) ? raw : undefined),
).pipe(percentEncoded)

const mongoHost = /^(?:\[[0-9a-f:.]+\]|[\w.-]+|[\w.%-]+\.sock)(?::(\d{1,5}))?$/i
const portMax = 65_535

/** Not read as a URL: a MongoDB address may name several hosts. */
export const mongoAddress = read('must be an address like mongodb://host:27017/database', (raw) => {
  const [, hosts = ''] = /^mongodb(?:\+srv)?:\/\/(?:[^@/\s]*@)?([^/?\s]+)(?:[/?]\S*)?$/.exec(raw) ?? []
  const ports = hosts.split(',').map((host) => mongoHost.exec(host)?.[1] ?? (mongoHost.test(host) ? '0' : ''))
  return ports.every((port) => port !== '' && Number(port) <= portMax) ? raw : undefined
}).pipe(percentEncoded)

/** An IANA name: an offset like +01:00 would be wrong for a part of the year where clocks change for summer. */
export const timeZone = read(`must be a time zone like ${market.timeZone}`, (raw) => {
  if (/^[+-]/.test(raw)) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone: raw }).format(0)
    return raw
  } catch {
    return undefined
  }
})

export const amount = read(`must be an amount of ${market.currency} in plain digits`, (raw) =>
  parseAmount(raw, market.currency),
)

export const msisdns = read(
  'must be mobile numbers separated by commas',
  (raw): ReadonlySet<Msisdn> | undefined => {
    const numbers = raw.split(',').map(parseMsisdn)
    return numbers.every((number) => number !== undefined) ? new Set(numbers) : undefined
  },
)

/** The first key is used for new values; all of them open existing ones. */
export const keyRing = read(
  'must be keys like 2026-1:<32 bytes in base64url>, separated by commas, each with an id of its own',
  parseKeyRing,
)

const isNetwork = (text: string): boolean => {
  const [address = '', mask, ...more] = text.trim().split('/')
  const version = isIP(address)
  const bits = /^\d{1,3}$/.test(mask ?? '') ? Number(mask) : Number.NaN
  const isMask = mask === undefined || bits <= (version === 4 ? 32 : 128) || (version === 4 && isIPv4(mask))
  return version !== 0 && isMask && more.length === 0
}

/** `on`, `off`, or the addresses and networks of the proxies whose forwarded headers may be believed. */
export const trustedProxy = read('must be on, off, or addresses separated by commas', (raw) => {
  if (raw === 'on' || raw === 'true') return true
  if (raw === 'off' || raw === 'false') return false
  return raw.split(',').every(isNetwork) ? raw : undefined
})

/** `Name <address>`, or the address alone. */
export const mailSender = read('must be a sender like Cauri <statements@bank.example>', (raw) =>
  /^(?:[^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(raw) ? raw : undefined,
)

export const mailAddresses = read('must be addresses, separated by commas', (raw) => {
  const addresses = raw.split(',').map((address) => address.trim())
  return addresses.every((address) => /^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address)) ? addresses : undefined
})

export const bank = read('must be a name, and lines after it, separated by |', parseBank)
/** The roles of this process. */
export const processRoles = read(
  `must be some of ${roleNames.join(', ')}, separated by commas`,
  parseProcessRoles,
)

/** Servers by name, each an origin without a path, since origins are compared. */
export const stages = read('must be like sandbox=https://sandbox.example.com, separated by commas', (raw) => {
  const named = raw.split(',').map((part) => /^\s*([\w -]+)=(https?:\/\/\S+?)\/?\s*$/.exec(part))
  const stages = named.map((match) => ({ name: match?.[1] ?? '', origin: match?.[2] ?? '' }))
  const areOrigins = stages.every(({ origin }) => URL.canParse(origin) && new URL(origin).origin === origin)
  return areOrigins ? stages : undefined
})

/** Names of document types in this market. */
export const documentTypeAliases = read(
  `must be like KOLA_STATEMENT=WALLET_STATEMENT, separated by commas, each name once, for one of ${documentTypes.join(', ')}`,
  parseDocumentTypeAliases,
)
