import { availableParallelism, totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** The memory of one reader, without its runtime. */
export const readerBytesMax = 512 * mebibyte
/** Reserved for the process that serves requests and for everything else on the machine or in the container. */
const reservedBytes = 1024 * mebibyte

/**
 * How many documents of the live environment are read at once; the sandbox environment has one reader of
 * its own in addition. One processor is reserved for serving requests, and the memory must suffice for all readers.
 */
export const readersFor = ({
  processors,
  memoryBytes,
}: {
  readonly processors: number
  readonly memoryBytes: number
}): number => {
  const sandboxReaders = 1
  const inMemory = Math.floor((memoryBytes - reservedBytes) / readerBytesMax) - sandboxReaders
  return Math.max(1, Math.min(processors - 1, inMemory))
}

/** The number of readers for this machine, or for the container on it. */
export const readersHere = (): number => {
  const constrained = process.constrainedMemory()
  return readersFor({
    processors: availableParallelism(),
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
  })
}
