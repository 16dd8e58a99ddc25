import Sequencer from '@jest/test-sequencer'

/** Suites of kills are long however short their files. */
const isKilling = ({ path }) => /\/kill(-\w+)?\.test\.ts$/.test(path)
/** They start processes and wait for leases: long, and idle for half of it. */
const isWaiting = (test) =>
  isKilling(test) || /\/test\/(browser|end-to-end|jobs)\/|\/clocks\/workers\./.test(test.path)
/** So many others come behind each of these, that there is always something to do. */
const beside = 3

/**
 * Begins with what takes longest, so that nothing long is left to run alone at the end, and spreads what waits among
 * what works. Jest goes by size or by cache.
 */
class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const waiting = sorted.filter(isWaiting).toSorted((a, b) => Number(isKilling(b)) - Number(isKilling(a)))
    const others = sorted.filter((test) => !isWaiting(test))
    return [...waiting.flatMap((test) => [test, ...others.splice(0, beside)]), ...others]
  }
}

// oxlint-disable-next-line import/no-default-export -- Jest takes a sequencer in no other way.
export default LongestFirst
