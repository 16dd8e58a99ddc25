import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** With more, uploads are slower and take more memory; with less, the gateway waits for them (docs/decisions/0202). */
const unusedBytesMax = 6 * 1024 * 1024

let unusedBytes = 0
let collect: NodeJS.GCFunction | undefined

const exposeCollection = (): NodeJS.GCFunction => {
  setFlagsFromString('--expose-gc')
  const exposed: NodeJS.GCFunction = runInNewContext('gc')
  return exposed
}

/**
 * Counts bytes of buffers that are no longer used, and frees them, of all callers together, by a collection of the young
 * generation after each 6 MB. Left alone, V8 waits for 64 MB of them, twice its default size of a half whatever
 * `--max-semi-space-size` says.
 */
export const freeBuffers = (bytes: number): void => {
  unusedBytes += bytes
  if (unusedBytes < unusedBytesMax) return
  unusedBytes = 0
  collect ??= exposeCollection()
  collect({ type: 'minor' })
}
