import Sequencer from '@jest/test-sequencer'
import { isOfProcesses } from './of-processes.mjs'

/** Suites that kill processes take long, whatever the size of their files. */
const isKilling = ({ path }) => /\/kill(-\w+)?\.test\.ts$/.test(path)
/** These suites start processes and wait for leases: they take long, and are idle half of the time. */
const isWaiting = ({ path }) => isOfProcesses(path) || /\/test\/jobs\/|\/end-of-day\/workers\./.test(path)
/** Suites of a browser take longest, though their files are short. */
const rankOf = (test) => (test.path.includes('/test/browser/') ? 0 : isKilling(test) ? 1 : 2)

/**
 * The order of the suites: first those that wait long, and between them the longer ones that compute, so that the
 * processors are always busy; the shortest are last. Jest itself would sort by size or by its cache.
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
