import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const isCollector = (given: unknown): given is () => void => typeof given === 'function'

/** Collects what nobody refers to any more: V8 offers it to contexts that are made once it was asked for. */
export const garbageCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (!isCollector(collect)) throw new Error('V8 offers no gc')
  return collect
}
