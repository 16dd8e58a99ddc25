/** Invisible characters: joiners, direction marks, fillers and control characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A name in the form that is stored and shown: normalised, and without invisible characters. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .normalize('NFKC')
    .trim()
    .replace(/ +/g, ' ')

/** The form that all spellings of a name share. */
export const nameKey = (name: string): string => normaliseName(name).toLowerCase()

/** A person or system, as stored in a row. Rows older than ids have a name alone. */
export interface Identified {
  readonly id?: string | null | undefined
  readonly name: string
}

/** The issuer in an id from an identity provider, which consists of issuer and subject. */
export const issuerOf = (id: string | null | undefined): string | undefined =>
  /^(https?:\/\/\S+) ./.exec(id ?? '')?.[1]

/**
 * Whether two may be the same person. If both have ids of one identity provider, only the ids count. If an id is missing or from
 * elsewhere, persons with equal names, in any spelling, count as the same.
 */
export const isSamePerson = (one: Identified, other: Identified): boolean => {
  if (one.id != null && one.id === other.id) return true
  const issuer = issuerOf(one.id)
  if (issuer !== undefined && issuer === issuerOf(other.id)) return false
  return nameKey(one.name) === nameKey(other.name)
}
