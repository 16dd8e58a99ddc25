/** The value of a JSON text; undefined for anything else, such as HTML, nothing at all or half an answer. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
