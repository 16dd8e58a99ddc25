/** The longest key: more letters would not distinguish more people. */
export const nameKeyLength = 100

/** A name in its searchable form: lower case without accents, one space between words. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, nameKeyLength)

interface Named {
  readonly firstName: string
  readonly middleName?: string | null
  readonly lastName: string
}

/** The keys by which a person is found: one begins with the first name, one with the last name. */
export const nameKeys = ({ firstName, middleName, lastName }: Named) => ({
  byFirstName: nameKey(`${firstName} ${middleName ?? ''} ${lastName}`),
  byLastName: nameKey(`${lastName} ${firstName} ${middleName ?? ''}`),
})

interface Beginning {
  readonly key: 'byFirstName' | 'byLastName'
  readonly prefix: string
}

const lettersMin = 2

/**
 * The keys that a person with this name can have, as prefixes: the name may begin with the first or the last name, and
 * a middle name may be missing. Empty for a text that has fewer than two characters, or no letter.
 */
export const beginningsOf = (text: string): readonly Beginning[] => {
  const key = nameKey(text)
  if (key.length < lettersMin || !/\p{L}/u.test(key)) return []
  const words = key.split(' ')
  const lastWordFirst = [words.at(-1), ...words.slice(0, -1)].join(' ')
  return [
    { key: 'byLastName', prefix: key },
    { key: 'byFirstName', prefix: key },
    ...(lastWordFirst === key ? [] : [{ key: 'byLastName', prefix: lastWordFirst } as const]),
  ]
}
