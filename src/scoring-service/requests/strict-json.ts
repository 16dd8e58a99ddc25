const depthMax = 16

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * A problem that a JSON text with valid syntax may have: it is nested more deeply than any valid request, or repeats a
 * key in one object, which parsers read differently. Undefined if there is none.
 */
export const jsonProblem = (json: string): string | undefined => {
  const open: { readonly keys: Set<string> | undefined }[] = []
  let lastText = ''
  for (const [found] of json.matchAll(token)) {
    if (found === '{' || found === '[') {
      open.push({ keys: found === '{' ? new Set() : undefined })
      if (open.length > depthMax) return 'is nested too deeply'
    } else if (found === '}' || found === ']') {
      open.pop()
    } else if (found === ':') {
      const keys = open.at(-1)?.keys
      const key = JSON.parse(lastText) as string
      if (keys?.has(key)) return 'says a key twice in one object'
      keys?.add(key)
    } else if (found !== ',') {
      lastText = found
    }
  }
  return undefined
}
