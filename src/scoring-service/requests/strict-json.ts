const depthMax = 16

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * A problem that a JSON text with valid syntax may have: it is nested more deeply than any valid request, or repeats a
 * key in one object, which parsers read differently. Undefined if there is none.
 */
export const jsonProblem = (json: string): string | undefined => {
  const open: { readonly keys: Set<string> | undefined }[] = []
  let lastText = ''
  for (const [part] of json.matchAll(token)) {
    if (part === '{' || part === '[') {
      open.push({ keys: part === '{' ? new Set() : undefined })
      if (open.length > depthMax) return 'is nested too deeply'
    } else if (part === '}' || part === ']') {
      open.pop()
    } else if (part === ':') {
      const keys = open.at(-1)?.keys
      const key = JSON.parse(lastText) as string
      if (keys?.has(key)) return 'says a key twice in one object'
      keys?.add(key)
    } else if (part !== ',') {
      lastText = part
    }
  }
  return undefined
}
