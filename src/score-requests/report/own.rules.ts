/** The member of a table by a word that others choose: none that every object has, as `constructor`. */
export const own = <T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined
