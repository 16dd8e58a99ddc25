/** JSON in which a bigint is a string of digits: JSON numbers are exact up to 2^53 only, and `JSON.stringify` throws on a bigint. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

/** The value of a JSON text; undefined for anything else, such as HTML, an empty or a truncated text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
