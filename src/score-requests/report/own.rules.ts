/**
 * The member of a table by a name from outside; members that every object has, such as `constructor`, do not count.
 */
export const own = <T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined
