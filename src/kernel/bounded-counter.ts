/** The present value of a counter, and in how many milliseconds its window ends. */
export interface Count {
  readonly count: number
  readonly resetMs: number
}

/**
 * Counts by key in fixed windows of time, in this process. It holds at most `keysMax` keys and drops the oldest beyond that.
 * Uses a monotonic clock.
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
      // Adding and subtracting fractions may leave a rounding error.
      return { count: window.count, resetMs: Math.min(windowMs, window.endsMs - atMs) }
    },
  }
}
