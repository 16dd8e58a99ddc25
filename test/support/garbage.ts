import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const isCollector = (given: unknown): given is () => void => typeof given === 'function'

/** Returns a function that collects garbage. V8 offers it only in contexts that are created after the flag is set. */
export const garbageCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (!isCollector(collect)) throw new Error('V8 offers no gc')
  return collect
}
