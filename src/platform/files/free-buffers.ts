import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The size of unused buffers after which they are freed. With a higher value, uploads are slower and take more memory. With a lower one,
 * uploads take so much of the processor that requests of the gateway wait (docs/decisions/0202).
 */
const unusedBytesMax = 6 * 1024 * 1024

let unusedBytes = 0
let collect: NodeJS.GCFunction | undefined

const exposeCollection = (): NodeJS.GCFunction => {
  setFlagsFromString('--expose-gc')
  const exposed: NodeJS.GCFunction = runInNewContext('gc')
  return exposed
}

/**
 * Counts the bytes of buffers that are no longer used, of all callers together. After each 6 MB it collects the young generation, which
 * frees them. V8 itself would wait for 64 MB of such buffers: twice the default of `--max-semi-space-size`, even if that setting has another
 * value.
 */
export const freeBuffers = (bytes: number): void => {
  unusedBytes += bytes
  if (unusedBytes < unusedBytesMax) return
  unusedBytes = 0
  collect ??= exposeCollection()
  collect({ type: 'minor' })
}
