const depthMax = 16

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * What is wrong with a valid JSON text beyond its syntax, or undefined: nested deeper than any request of ours, or an
 * object that says the same key twice, of which two readers may believe different halves.
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
