import { createHash } from 'node:crypto'

const keyBytes = 32

export interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/** Rotating keys: the first one seals, all of them open. */
export interface KeyRing {
  readonly current: Key
  readonly byId: ReadonlyMap<string, Key>
}

const ringOf = (keys: readonly [Key, ...Key[]]): KeyRing => ({
  current: keys[0],
  byId: new Map(keys.map((key) => [key.id, key])),
})

const parseKey = (text: string): Key | undefined => {
  const match = /^([\w-]{1,32}):([\w-]{43}=?)$/.exec(text.trim())
  const bytes = match && Buffer.from(match[2]!, 'base64url')
  return bytes?.length === keyBytes ? { id: match![1]!, bytes } : undefined
}

/** Parses `id:base64url of 32 bytes`, several separated by commas; undefined when one is invalid, or two have the same id. */
export const parseKeyRing = (text: string): KeyRing | undefined => {
  const keys = text.split(',').map(parseKey)
  const known = keys.filter((key) => key !== undefined)
  const [first, ...others] = known
  if (!first || known.length < keys.length) return undefined
  const ring = ringOf([first, ...others])
  return ring.byId.size === known.length ? ring : undefined
}

/** A key for development, the same at every start, so that tokens survive a restart. Production refuses it. */
export const developmentKeyRing = (purpose: string, secret = ''): KeyRing =>
  ringOf([
    { id: 'development', bytes: createHash('sha256').update(`development ${purpose}${secret}`).digest() },
  ])
