/** Joiners, marks of direction, fillers and controls: what changes a name without showing. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A name as it is kept and shown: one form for what looks the same, and nothing in it that cannot be seen. */
export const normaliseName = (name: string): string =>
  name.normalize('NFKC').replace(/\s+/g, ' ').replace(unseen, '').normalize('NFKC').trim().replace(/ +/g, ' ')

/** What two spellings of one name share. */
export const nameKey = (name: string): string => normaliseName(name).toLowerCase()

/** A person or system, as a row remembers it. Rows from before there were ids have a name alone. */
export interface Identified {
  readonly id?: string | null | undefined
  readonly name: string
}

/** Of an id that an identity provider gives, which is its address and a subject: the address. */
export const issuerOf = (id: string | null | undefined): string | undefined =>
  /^(https?:\/\/\S+) ./.exec(id ?? '')?.[1]

/**
 * Whether two are one person, whatever they are called today. One identity provider tells its people apart, of one name too; of ids that it
 * did not give both, and of rows without one, whoever has the same name, however it is spelled, may be the same.
 */
export const isSamePerson = (one: Identified, other: Identified): boolean => {
  if (one.id != null && one.id === other.id) return true
  const issuer = issuerOf(one.id)
  if (issuer !== undefined && issuer === issuerOf(other.id)) return false
  return nameKey(one.name) === nameKey(other.name)
}
