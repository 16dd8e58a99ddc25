import Sequencer from '@jest/test-sequencer'
import { isOfProcesses } from './of-processes.mjs'

/** Suites of kills are long however short their files. */
const isKilling = ({ path }) => /\/kill(-\w+)?\.test\.ts$/.test(path)
/** They start processes and wait for leases: long, and idle for half of it. */
const isWaiting = ({ path }) => isOfProcesses(path) || /\/test\/jobs\/|\/clocks\/workers\./.test(path)
/** Browsers are longest of all, in files of a few lines. */
const rankOf = (test) => (test.path.includes('/test/browser/') ? 0 : isKilling(test) ? 1 : 2)

/**
 * Begins with what takes longest, and deals the longer ones of all others out among what waits, so that there is always
 * something to do meanwhile, beside the last of it too; the shortest are left for the end. Jest goes by size or by cache.
 */
class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const waiting = sorted.filter(isWaiting).toSorted((a, b) => rankOf(a) - rankOf(b))
    const others = sorted.filter((test) => !isWaiting(test))
    const dealt = others.slice(0, others.length * 0.75)
    const shares = waiting.length === 0 ? 1 : waiting.length + 2
    const share = (turn) => dealt.filter((_test, at) => at % shares === turn)
    const turns = Array.from({ length: shares }, (_, turn) => [
      ...waiting.slice(turn, turn + 1),
      ...share(turn),
    ])
    return [...turns.flat(), ...others.slice(dealt.length)]
  }
}

// oxlint-disable-next-line import/no-default-export -- Jest takes a sequencer in no other way.
export default LongestFirst
