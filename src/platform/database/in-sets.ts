/** The sizes of sets; the rest, below 8 rows, is a set too. A page of twenty customers is two sets, of 16 and 4. */
const sizes = [32, 16, 8]

/** Rows in sets of a few fixed sizes, each written by one statement, since each text is prepared once and cached. */
export const inSets = <T>(rows: readonly T[]): T[][] => {
  const sets: T[][] = []
  for (let at = 0; at < rows.length;) {
    const left = rows.length - at
    const size = sizes.find((most) => most <= left) ?? left
    sets.push(rows.slice(at, at + size))
    at += size
  }
  return sets
}
