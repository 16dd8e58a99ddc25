/**
 * The entry of a table for a word from outside; members that every object inherits, such as `constructor`, are not
 * found.
 */
export const ownEntry = <T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined
