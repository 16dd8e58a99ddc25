import type { Random } from '../../test/scoring-service/fixtures/random.js'

/** Texts that have broken programs before. */
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"; DROP TABLE customers; --',
  '%00',
  '\u0000',
  '\u0001\u0002\u001b[31m',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '=cmd|calc!A0',
  '@SUM(A1:A9)',
  '<script>alert(1)</script>',
  '\u202e\u200b\ufeff',
  'é'.normalize('NFD'),
  '😀👨‍👩‍👧',
  '\ud800',
  'İıſß',
  '٣٤٥',
  '9007199254740993',
  '99999999999999999999999999999999',
  '0.1',
  '-0',
  '5000',
  '5000.00',
  '1,000',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-06-30',
  '2026-06-30T23:59:60Z',
  '275760-09-13',
  'LOCK3M',
  'ATONCE',
  'system',
  'true',
  'a'.repeat(300),
  '(' + 'a+'.repeat(200),
  'x'.repeat(5000),
] as const

export const knownNames = [
  '@MSISDN0@',
  '@MSISDN1@',
  '@MSISDN2@',
  ...Array.from({ length: 12 }, (_, i) => `@REF${i}@`),
  '@SCORE@',
  '@REQUEST@',
] as const

const characters = '\u0000\n\r\t "\'\\{}[]()<>:;,.@#$%&|!*+-=/?~^`éß€😀\u2028\u202e\ufffd'

const anyCharacters = (random: Random): string =>
  Array.from({ length: random.between(1, 40) }, () =>
    random.chance(0.5)
      ? random.pick([...characters])
      : String.fromCodePoint(random.chance(0.8) ? random.between(1, 0x7e) : random.between(0xa0, 0xd7ff)),
  ).join('')

export const wildText = (random: Random): string => {
  if (random.chance(0.3)) return random.pick(knownNames)
  return random.chance(0.75) ? random.pick(texts) : anyCharacters(random)
}

/** Any JSON value, rarely a deeply nested one. */
export const wildJson = (random: Random, depth = 3): unknown => {
  const kind = random.between(0, depth > 0 ? 9 : 6)
  if (kind <= 3) return wildText(random)
  if (kind === 4) return random.pick([0, -1, 1.5, 1e308, -0, 2 ** 53, 5000])
  if (kind === 5) return random.chance(0.5)
  if (kind === 6) return null
  if (kind === 7) return Array.from({ length: random.between(0, 4) }, () => wildJson(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: random.between(0, 4) }, () => [wildText(random), wildJson(random, depth - 1)]),
  )
}

/** Changes, removes, doubles or adds one member of a JSON value. */
export const mutatedJson = (value: unknown, random: Random): unknown => {
  if (random.chance(0.15) || typeof value !== 'object' || value === null) return wildJson(random)
  if (Array.isArray(value)) {
    const at = random.between(0, Math.max(0, value.length - 1))
    const what = random.between(0, 3)
    if (what === 0) return value.toSpliced(at, 1)
    if (what === 1) return value.toSpliced(at, 0, wildJson(random))
    if (what === 2) return [...value, ...value]
    return value.with(Math.min(at, Math.max(0, value.length - 1)), mutatedJson(value[at], random))
  }
  const entries = Object.entries(value)
  const [name, member] = entries.length > 0 ? random.pick(entries) : ['a', 1]
  const what = random.between(0, 4)
  const others = Object.fromEntries(entries.filter(([key]) => key !== name))
  if (what === 0) return others
  if (what === 1) return { ...value, [wildText(random)]: wildJson(random) }
  return { ...others, [name]: mutatedJson(member, random) }
}

/** Changes a text as a broken transfer might: cut, doubled, with strange characters. */
export const mutatedText = (text: string, random: Random): string => {
  const at = random.between(0, text.length)
  const end = Math.min(text.length, at + random.between(1, random.chance(0.2) ? 400 : 8))
  switch (random.between(0, 6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(end)
    case 2:
      return text.slice(0, at) + text.slice(at, end).repeat(random.between(2, 60)) + text.slice(end)
    case 3:
      return text.slice(0, at) + wildText(random) + text.slice(at)
    case 4:
      return text.slice(0, at) + random.pick([...characters]) + text.slice(at + 1)
    case 5:
      return text.slice(at) + text.slice(0, at)
    default:
      return text.slice(0, at) + wildText(random) + text.slice(end)
  }
}

/** Changes, cuts or doubles some of the bytes. */
export const mutatedBytes = (bytes: Buffer, random: Random): Buffer => {
  const at = random.between(0, Math.max(0, bytes.length - 1))
  const end = Math.min(bytes.length, at + random.between(1, 64))
  switch (random.between(0, 4)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    default: {
      const changed = Buffer.from(bytes)
      for (let i = random.between(1, 12); i > 0 && changed.length > 0; i--)
        changed[random.between(0, changed.length - 1)] = random.between(0, 255)
      return changed
    }
  }
}
