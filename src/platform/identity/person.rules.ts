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

/** Whether two keys are of one person, however their name is spelled. */
export const isSamePerson = (one: Identified, other: Identified): boolean =>
  (one.id != null && one.id === other.id) || nameKey(one.name) === nameKey(other.name)
