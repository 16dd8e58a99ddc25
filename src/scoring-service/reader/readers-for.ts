import { availableParallelism, totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** What one reader may have; beside it only its runtime. */
export const readerBytesMax = 512 * mebibyte
/** For the process that serves, and all else of the machine or container. */
const keptBytes = 1024 * mebibyte

/** How many documents are read at once, beside that of the sandbox: one processor is left to who is served, and no memory is promised twice. */
export const readersFor = ({
  processors,
  memoryBytes,
}: {
  readonly processors: number
  readonly memoryBytes: number
}): number => {
  const ofSandbox = 1
  const inMemory = Math.floor((memoryBytes - keptBytes) / readerBytesMax) - ofSandbox
  return Math.max(1, Math.min(processors - 1, inMemory))
}

/** Of this machine, or of the container on it. */
export const readersHere = (): number => {
  const constrained = process.constrainedMemory()
  return readersFor({
    processors: availableParallelism(),
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
  })
}
