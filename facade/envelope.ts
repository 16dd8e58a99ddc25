import { isUtf8 } from 'node:buffer'
import { refuseCall, type FacadeCall, type Step } from './wire.js'

/** A well-formed call: what it says about itself, and its arguments without those that were sent empty. */
export interface Envelope {
  call: FacadeCall
  arguments: ReadonlyMap<string, string>
}

/** Twenty times as many as any operation takes; many more would make a request slow. */
const argumentCountMax = 100

/** The longest id of a session or journey: the same bound as every other id. */
const identifierLengthMax = 64

/** Some senders put it before a text in UTF-8. */
const byteOrderMark = '\ufeff'

const malformed = (message: string) => refuseCall('MALFORMED_ENVELOPE', message)

/**
 * Reads the envelope (docs/wire-contract.md#envelope).
 *
 * Refuses: INVALID_JSON, MALFORMED_ENVELOPE.
 */
export const parseEnvelope = (body: Uint8Array | string): Step<Envelope> => {
  const json = parseJson(body)
  if (json === undefined) return refuseCall('INVALID_JSON', 'The body is not JSON in UTF-8')
  if (!isObject(json.value)) return malformed('The body must be an object')
  if (json.repeatsMember) return malformed('The body says a member twice in one object')
  const { sessionIdentifier, journeyIdentifier } = json.value
  const languageCode = json.value['languageCode'] ?? ''
  if (!isIdentifier(sessionIdentifier)) return malformed(identifierRule('sessionIdentifier'))
  if (!isIdentifier(journeyIdentifier)) return malformed(identifierRule('journeyIdentifier'))
  if (typeof languageCode !== 'string') return malformed('languageCode must be a string')
  const { value: sent, refusal } = parsePairs(json.value['arguments'])
  if (refusal) return { refusal }
  const operationName = sent.get('operation_name')
  if (operationName === undefined) return malformed('arguments must contain operation_name')
  return {
    value: {
      call: { operationName, languageCode: languageOf(languageCode), sessionIdentifier, journeyIdentifier },
      arguments: sent,
    },
  }
}

// Without `isUtf8`, bytes that aren't UTF-8 would be replaced by U+FFFD without an error, and be stored like that.
const parseJson = (body: Uint8Array | string): { value: unknown; repeatsMember: boolean } | undefined => {
  if (typeof body !== 'string' && !isUtf8(body)) return undefined
  try {
    const text =
      typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString()
    const value: unknown = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
    return { value, repeatsMember: membersWritten(text) !== membersOf(value) }
  } catch {
    return undefined
  }
}

const [quote, colon, backslash] = ['"', ':', '\\'].map((character) => character.charCodeAt(0))

/**
 * Counts the members in the text of valid JSON. A body that repeats a member is refused, since parsers differ on which of the
 * two they keep. It reads character by character, because a regular expression took 5 % of the time of a request.
 */
const membersWritten = (text: string): number => {
  let members = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) isInString = !isInString
    else if (isInString) at += character === backslash ? 1 : 0
    else if (character === colon) members += 1
  }
  return members
}

// Without recursion: a body may be nested deeper than the call stack allows.
const membersOf = (value: unknown): number => {
  let members = 0
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      for (const part of one) left.push(part)
      continue
    }
    for (const name in one) {
      members += 1
      left.push((one as Record<string, unknown>)[name])
    }
  }
  return members
}

const parsePairs = (pairs: unknown): Step<ReadonlyMap<string, string>> => {
  if (!Array.isArray(pairs)) return malformed('arguments must be an array of pairs')
  if (pairs.length > argumentCountMax) return malformed(`arguments must be at most ${argumentCountMax} pairs`)
  const sent = new Map<string, string>()
  for (const [index, pair] of pairs.entries()) {
    const key = isObject(pair) ? textOf(pair['key']) : undefined
    const value = isObject(pair) ? textOf(pair['value']) : undefined
    if (key === undefined || value === undefined)
      return malformed(`arguments[${index}] must be { key: { value: string }, value: { value: string } }`)
    // Nobody can tell which of two amounts the customer meant.
    if ((sent.get(key) ?? value) !== value)
      return malformed(`arguments[${index}] repeats a key with another value`)
    sent.set(key, value)
  }
  for (const [key, value] of sent) if (value === '') sent.delete(key)
  return { value: sent }
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const textOf = (wrapped: unknown): string | undefined =>
  isObject(wrapped) && typeof wrapped['value'] === 'string' ? wrapped['value'] : undefined

const isIdentifier = (json: unknown): json is string =>
  typeof json === 'string' && json !== '' && json.length <= identifierLengthMax

const identifierRule = (field: string): string =>
  `${field} must be a string of 1 to ${identifierLengthMax} characters`

// Only the primary tag counts (`en-GB` is `en`), and a language that we don't speak is French.
const languageOf = (tag: string): 'fr' | 'en' => (/^en(?:[-_]|$)/i.test(tag) ? 'en' : 'fr')
