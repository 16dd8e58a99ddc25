/** Letters of a key: more tell no two names apart. */
export const nameKeyLength = 100

/** A name as it is looked for: small letters without accents, one space between words. */
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

/** The keys under which a person is found: by the first name, and by the last. */
export const nameKeys = ({ firstName, middleName, lastName }: Named) => ({
  byFirstName: nameKey(`${firstName} ${middleName ?? ''} ${lastName}`),
  byLastName: nameKey(`${lastName} ${firstName} ${middleName ?? ''}`),
})

interface Beginning {
  readonly key: 'byFirstName' | 'byLastName'
  readonly begin: string
}

const lettersMin = 2

/**
 * How keys may begin of whom a text names, whichever name is said first; the last word may be the last name of somebody
 * with a name between. None for a text of fewer than two letters.
 */
export const beginningsOf = (text: string): readonly Beginning[] => {
  const key = nameKey(text)
  if (key.length < lettersMin || !/\p{L}/u.test(key)) return []
  const words = key.split(' ')
  const turned = [words.at(-1), ...words.slice(0, -1)].join(' ')
  return [
    { key: 'byLastName', begin: key },
    { key: 'byFirstName', begin: key },
    ...(turned === key ? [] : [{ key: 'byLastName', begin: turned } as const]),
  ]
}

/** In which forms the number of an identity card may have been given: as it is said, and in capitals without spaces. */
export const nationalIdForms = (text: string): readonly string[] => {
  const said = text.trim()
  return [...new Set([said, said.toUpperCase(), said.toUpperCase().replace(/[\s.-]/g, '')])].filter(Boolean)
}
