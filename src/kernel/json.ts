/** JSON in which an amount is its digits: JSON has no integers beyond 2^53, and `JSON.stringify` refuses a bigint. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
/** The value of a JSON text; undefined for anything else, such as HTML, nothing at all or half an answer. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
