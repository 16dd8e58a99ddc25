/** The set sizes. Recording a page of twenty customers takes two statements. */
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
