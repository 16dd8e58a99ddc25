/** What a count stands at, and when it begins anew. */
export interface Count {
  readonly count: number
  readonly resetMs: number
}

/**
 * Counts by key in windows of a fixed length, in this process and for at most so many keys: of more, the oldest are forgotten.
 * Time is read from a clock that nobody sets back.
 */
export const createBoundedCounter = (
  windowMs: number,
  keysMax: number,
): { readonly add: (key: string, atMs?: number) => Count } => {
  const windows = new Map<string, { count: number; endsMs: number }>()
  return {
    add: (key, atMs = performance.now()) => {
      let window = windows.get(key)
      if (!window || window.endsMs <= atMs) {
        windows.delete(key)
        window = { count: 0, endsMs: atMs + windowMs }
        windows.set(key, window)
        if (windows.size > keysMax) windows.delete(windows.keys().next().value!)
      }
      window.count += 1
      // Of fractions, what was added and is taken away again may leave a little more.
      return { count: window.count, resetMs: Math.min(windowMs, window.endsMs - atMs) }
    },
  }
}
