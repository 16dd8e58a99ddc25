/** An error whose stack begins at the caller of `asked`, and not in this file. */
const missing = (asked: (...given: never[]) => unknown, sentence: string): Error => {
  const error = new Error(sentence)
  Error.captureStackTrace(error, asked)
  return error
}

/** The value, which must be neither null nor undefined; else the test fails. */
export const present = <T>(value: T): NonNullable<T> => {
  if (value === null || value === undefined)
    throw missing(present, `Something has to be here, and it is ${value}`)
  return value
}

/** The entry of a list at an index, which must exist. */
export const at = <T>(list: ArrayLike<T>, index: number): T => {
  const value = list[index]
  if (value === undefined) throw missing(at, `There is no ${index} in a list of ${list.length}`)
  return value
}

/** The first entry of a list, which must not be empty. */
export const first = <T>(list: ArrayLike<T>): T => {
  const value = list[0]
  if (value === undefined) throw missing(first, 'A list has to have a first, and it is empty')
  return value
}

/** The last entry of a list, which must not be empty. */
export const last = <T>(list: ArrayLike<T>): T => {
  const value = list[list.length - 1]
  if (value === undefined) throw missing(last, 'A list has to have a last, and it is empty')
  return value
}

interface Tuples<T> {
  1: [T]
  2: [T, T]
  3: [T, T, T]
  4: [T, T, T, T]
  5: [T, T, T, T, T]
  6: [T, T, T, T, T, T]
}

const hasSoMany = <T, N extends keyof Tuples<T>>(
  count: N,
  list: readonly T[],
): list is readonly T[] & Tuples<T>[N] => list.length >= count

/** The first `count` entries of a list, which must have that many: `const [paid, returned] = firstOf(2, orders)`. */
export const firstOf = <N extends keyof Tuples<T>, T>(count: N, list: readonly T[]): Tuples<T>[N] => {
  if (hasSoMany(count, list)) return list
  throw missing(firstOf, `A list has to have ${count}, and it has ${list.length}`)
}
