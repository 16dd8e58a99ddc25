/**
 * What an operation of the peer, the hand-written service to compare with, gets: the arguments of the envelope, and the
 * caller.
 */
export interface PeerCall {
  readonly arguments: ReadonlyMap<string, string>
  readonly language: 'fr' | 'en'
  readonly session: string
  readonly journey: string
  readonly caller: string
}

type Value = string | number | undefined

/** The body of a 200 with one record (docs/wire-contract.md#answers); undefined members are left out. */
export const answer = (record: Readonly<Record<string, Value>>): string => {
  let pairs = ''
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    pairs += `,{"key":{"value":"${key}"},"value":{"value":${JSON.stringify(String(value))}}}`
  }
  return `{"arguments":[${pairs.slice(1)}]}`
}

interface Pair {
  readonly key: { readonly value: string }
  readonly value: { readonly value: string }
}

interface Body {
  readonly arguments: readonly Pair[]
  readonly languageCode?: string
  readonly sessionIdentifier: string
  readonly journeyIdentifier: string
}

const isBody = (body: Partial<Body> | null): body is Body =>
  typeof body?.sessionIdentifier === 'string' &&
  typeof body.journeyIdentifier === 'string' &&
  Array.isArray(body.arguments) &&
  body.arguments.every(({ key, value }) => typeof key?.value === 'string' && typeof value?.value === 'string')

/** The gateway's envelope (docs/wire-contract.md#envelope); undefined for anything else. */
export const parseEnvelope = (text: string, caller: string): PeerCall | undefined => {
  let body: Partial<Body> | null
  try {
    body = JSON.parse(text) as Partial<Body> | null
  } catch {
    return undefined
  }
  if (!isBody(body)) return undefined
  return {
    arguments: new Map(body.arguments.map(({ key, value }) => [key.value, value.value])),
    language: body.languageCode === 'en' ? 'en' : 'fr',
    session: body.sessionIdentifier,
    journey: body.journeyIdentifier,
    caller,
  }
}
